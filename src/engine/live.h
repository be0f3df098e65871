/* SPDX-License-Identifier: Apache-2.0 */
/* A live job: what its controller knows of it, and the notes it makes in the record. */
#ifndef MJ_LIVE_H
#define MJ_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/attempt.h"
#include "engine/runner.h"
#include "model/job.h"
#include "model/record.h"
#include "store/queue.h"

/* Who has a task's attempt in hand. */
enum holder {
	HOLDER_NONE,
	HOLDER_RUNNER, /* a living runner */
	HOLDER_SELF,   /* its runner was killed: we are the command's parent now */
	HOLDER_AWAY,   /* it runs in another place and lost its runner: the next one is due */
	HOLDER_HUNT,   /* runner and an earlier controller died: its processes are ended by tag */
};

/* What a request that waits though there is room was last looked at with (controller_wait.h). */
struct starving {
	uint64_t seen;	  /* who has places */
	int64_t again_ms; /* CLOCK_BOOTTIME: not again before, unless that changed */
	int64_t wait_ms;  /* how long that was; 0 never looked */
};

struct live_task {
	enum status status;
	char reason[160];    /* of that status */
	unsigned attempt;    /* the last begun; 0 none */
	unsigned recoveries;
	struct tries tries;
	size_t place;	    /* of its places: the attempt's, or the first choice of the next */
	size_t occupied;    /* of its places: the one it has, if granted */
	uint64_t refused;   /* a bit for each of the first places that said they never will */
	int64_t due_ms;	    /* wall clock: no attempt before; 0 none */
	int64_t at_ms;	    /* wall clock of the status */
	int64_t outlive_ms; /* wall clock: an auxiliary task may go on until then; 0 no end */
	bool kept;	/* it ended in an earlier round, and is not run again */
	bool asked;	/* a request of it waits */
	bool granted;	/* its running/ entry is there */
	bool launching; /* its launching/ entry is there */
	bool give_back; /* once the record is written, the entries go */
	enum holder holder;
	pid_t runner;	  /* of HOLDER_RUNNER */
	bool own;	  /* we forked it, so its children become ours */
	bool runner_gone; /* it has ended; its lock may be free a moment later */
	int watch;	  /* pidfd of a runner that is not our child, or -1 */
	unsigned start_tries; /* of the attempt's runner, that failed */
	int pipes[LOG_KIND_COUNT][2]; /* our copies of the ends of the output pipes, or -1 */
	bool setup_done;  /* of this attempt: a new runner goes on with the command */
	int64_t poke_ms;  /* between two tries to tell a holder that has no name yet */
	bool told;	  /* the holder was told to look at the requests to cancel */
	int64_t still_ms; /* CLOCK_BOOTTIME: since then that runner was seen stopped; 0 it is not */
	bool suspend;	  /* it is to stand still, and not to start */
	bool suspend_told; /* the holder knows */
	struct attempt *mine; /* of HOLDER_SELF, owned */
	int lock;	      /* the task lock with HOLDER_SELF, or -1 */
	struct ending hunt;   /* of HOLDER_HUNT */
	int64_t again_ms;     /* CLOCK_BOOTTIME: look again then; 0 no */
};

struct live {
	struct home *home; /* borrowed */
	uint32_t job;
	int lock; /* the job lock, owned */
	pass_fn *pass;
	struct record record;
	size_t offset; /* of the record, folded so far */
	struct job spec;
	char *logs;
	struct live_task *tasks; /* spec.task_count of them */
	struct block out;	 /* notes not yet in the record */
	bool out_durable;
	bool cancelled;	       /* the whole job is to end */
	char cancel_by[120];
	bool broken;	       /* its spec cannot be read */
	bool doomed;	       /* the restart budget is used up: end everything */
	bool same_boot;	       /* as the controller before, if there was one */
	unsigned claim;
	bool want_pass;
	bool failed; /* a note could not be written or read in this turn */
	bool news;    /* something happened that callbacks are told of */
	pid_t herald; /* who tells them, our child; 0 none */
	bool unsure; /* requests to cancel could not be looked for: again */
	bool strays; /* children of nobody's may be there to reap */
	bool vanished; /* the record is there no more */
	bool armed; /* the last starter waits for our end */
	struct starving starving;
	int64_t ahead_ms;   /* of the wall clock before the time since boot, as last seen; 0 never */
	int64_t decided_ms; /* wall clock, when it was last decided what to start and end */
	int ctl, signals;
};

/* The task's record, or NULL before its first note. */
struct task_record *live_record(const struct live *l, size_t task);
/* The record of its last attempt, or NULL. */
struct run *live_run(const struct live *l, size_t task);

/*
 * Move a task by an event and note it (with a reason, "" none); an illegal move is
 * refused and logged.  Return whether it was made.
 */
bool live_move(struct live *l, size_t task, enum event event,
	       const char *reason);

/* The pool that a task runs in, or asks first. */
const char *live_pool(const struct live *l, size_t task);

/* Note another reason for the status a task has. */
void live_reason(struct live *l, size_t task, const char *reason);

/*
 * Write the notes, synced if one of them must be durable, and fold what is new.  Return 0,
 * or -1: they are kept and to be written again.
 */
int live_flush(struct live *l);

/* Look at the task again in that time, or sooner if that was said before. */
void live_again(struct live_task *t, int64_t ms);

/*
 * See whether the wall clock was set since the last time: what a task waits for is an
 * amount of time, so it moves along.
 */
void live_see_clock(struct live *l);

/* The request of a task. */
void live_request(const struct live *l, size_t task, struct request *out);

/* See whether it waits in one of a task's places; then that is its place.  Return whether. */
bool live_find_request(struct live *l, size_t task, struct request *out);

/* See whether a task occupies one of its places; then that is its place.  Return whether. */
bool live_find_place(struct live *l, size_t task);

/* A place of a task refused it for good, as far as we know. */
bool live_refused(const struct live *l, size_t task, size_t place);

/* Where a request of a task may be told of as well: all places but those. */
void live_hint(const struct live *l, size_t task, const struct request *r);
void live_unhint(const struct live *l, size_t task, const struct request *r);

/* Append our children that have somebody to reap them: runners, their commands, the herald. */
void live_children(const struct live *l, struct pids *out);

/*
 * Remove a task's entries, a waiting request first: nothing can be granted after it.
 * Return 0, or -1: one could not be removed, and is to be later.
 */
int live_withdraw(struct live *l, size_t task);

#endif
