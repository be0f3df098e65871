/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An attempt of a task in the hands of a process that is the subreaper above it: the
 * runner, or the controller when the runner was killed.  Output is pumped, the time limit
 * and cancels are kept, the end is noted in the record before the command is reaped.
 */
#ifndef MJ_ATTEMPT_H
#define MJ_ATTEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family.h"
#include "engine/fence.h"
#include "engine/halt.h"
#include "engine/output.h"
#include "engine/starter.h"
#include "model/job.h"
#include "model/record.h"
#include "os/oom.h"
#include "os/spawn.h"
#include "store/home.h"

/* What is needed to start an attempt; all borrowed. */
struct attempt_order {
	struct home *home;
	uint32_t job;
	const struct job *spec;
	const struct record *record;
	size_t task;	 /* index into spec->tasks */
	unsigned attempt;
	unsigned recoveries;
	bool after_setup; /* setup of this attempt is over: go on with the command */
	int pipes[LOG_KIND_COUNT][2]; /* the attempt's outputs; the caller keeps its copies */
	uint64_t gpus; /* ids of those assigned to it */
	const char *pool; /* the one it has a place in */
	const char *logs;
	uint64_t log_max; /* bytes a log may take; 0: no limit */
	pass_fn *pass;
};

struct attempt {
	const struct home *home; /* borrowed, like job, task and logs */
	uint32_t job;
	const char *task;
	const char *logs;
	unsigned number;
	int64_t timeout_ms; /* 0 none */
	struct output outputs[LOG_KIND_COUNT]; /* owned */
	int lock;	    /* borrowed: the task lock, -1 none */
	char tag[256];
	struct fence fence;  /* with no path: none */
	bool alone;	     /* every descendant of this process belongs to it */
	struct pids spare;   /* owned: children of this process that others reap */
	bool in_setup;	     /* the step is setup */
	pid_t main;	     /* the step's first process; 0 none */
	bool ended;	     /* main has ended; end says how */
	struct spawn_end end;
	int64_t started_boot_ms; /* of the first step; 0 not yet */
	int64_t step_boot_ms;	 /* of the step at hand */
	struct ending ending;
	bool unsure; /* whether a cancel was asked for */
	bool cancelled, timed_out; /* why ending began */
	bool suspend;	     /* it is to stand still */
	struct halt halt;    /* with since_ms its time limit stands still */
	bool halt_due;	     /* a note of that is owed */
	bool outside;	   /* our own process, or the host, is being stopped too */
	int64_t decide_ms; /* a TERM or HUP that was not ours is believed at this time; 0 none */
	bool left;	   /* its command ended by itself: who is ended now was left behind */
	char cancel_by[120]; /* with cancelled: by whom */
	struct oom oom;	   /* what the kernel had counted when it came into our hands */
	pid_t stuck;	   /* the one last noted */
	bool over;	   /* nobody is left and all output is in the log */
};

/* The MJ_TAG of an attempt, in out. */
void attempt_tag(const struct home *home, uint32_t job, const char *task,
		 unsigned number, char *out, size_t size);

/* The sooner of two waits in ms, of which -1 is for ever. */
int64_t attempt_sooner(int64_t a, int64_t b);

/* Take the pipes over, each with its log, of at most log_max bytes (0: no limit). */
void attempt_open(struct attempt *a, const int pipes[LOG_KIND_COUNT][2],
		  uint64_t log_max);

/* Move what the pipes hold into the logs; never blocks on the pipes. */
void attempt_pump(struct attempt *a);

/* Bytes of output dropped and not told of in a log. */
uint64_t attempt_lost(const struct attempt *a);

/*
 * Bring the family to its end because of a cancel, or because the record is gone; the grace
 * comes from the job's notes.  Sets a->unsure when it could not be looked: call it again.
 */
void attempt_cancel(struct attempt *a);

/* Look at the requests to suspend it; attempt_step then does what they say. */
void attempt_see_suspend(struct attempt *a);

/* Go on with what another holder of the attempt noted of its being suspended. */
void attempt_adopt_halt(struct attempt *a, const struct run *run);

/*
 * Stop or continue the family as it was asked for; nothing before the first step.  Return
 * after how many ms to call again, -1: not before it is asked for.
 */
int64_t attempt_halt(struct attempt *a);

/*
 * Reap what ended (but not main), keep the deadlines, go on with ending.  Call it after
 * each child's end and when the time it asked for has passed.  Return after how many ms to
 * call again, -1: not before a child ends.  Sets a->over when a step that is the last (or
 * failed) is over with nobody left.
 */
int64_t attempt_step(struct attempt *a);

/* The block that tells of its end, from a->end and why. */
void attempt_end_block(const struct attempt *a, struct block *b);

/*
 * Note a process that KILL does not end, once each, for people to see.  Return whether
 * there was something to note.
 */
bool attempt_note_stuck(struct attempt *a);

/* Close and free what it owns. */
void attempt_release(struct attempt *a);

#endif
