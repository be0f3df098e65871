/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The record of a job: append-only INI.  A block is
 *
 *	(empty line)
 *	[task train]
 *	status = RUNNING
 *	at = 2026-11-30T08:45:22.123Z
 *	end = 1a2b3c4d
 *
 * where `end` is the CRC-32 (as in zlib) of the bytes from '[' up to the 'e' of
 * `end`, in 8 hexadecimal digits.  A block is appended with one write.  The fold
 * reads all of them in order: the last value of a key wins; a block without its
 * right `end` is skipped wherever it stands.  Lines stay under 200 bytes and section
 * names under 50, the limits of inih; bytes that INI would misread are %XX.
 *
 * Who writes what: `[job]`, `[task T]` and `[after N]` the holder of the job lock,
 * `[run T]` (which starts with `attempt`) the holder of T's lock, `[event]` the holder of
 * the lock of events, also after the end.
 */
#ifndef MJ_RECORD_H
#define MJ_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "model/after.h"
#include "model/block.h"
#include "model/need.h"
#include "model/recovery.h"
#include "model/state.h"

#define BOOT_ID_SIZE 40 /* a boot id's text with its NUL */

/* An attempt of a task: [run T] with attempt = N. */
struct run {
	unsigned attempt;
	char step[8];		 /* "setup", "run", or "submit" to another place: the last one that was started; "" none */
	char pool[JOB_NAME_MAX + 1]; /* the pool it was submitted to, or was about to be; "": it runs here */
	char remote[100];	 /* what that calls it; "" not known */
	char pending[120];	 /* why it has not started there yet, "" unknown */
	int pid;		 /* of that step's first process; 0 none */
	uint64_t start;		 /* its start time, clock ticks since boot */
	char boot[BOOT_ID_SIZE]; /* the boot it ran in */
	uint64_t pipe;		 /* inode of its output pipe; 0 unknown */
	uint64_t errors_pipe;	 /* the same of its errors with log = split; 0: they are joined */
	char gpus[NEED_IDS_SIZE]; /* ids of those assigned to it, "" none */
	char cgroup[180];	 /* the control group made for it, "" none */
	char unlimited[120];	 /* what of enforce = yes was not to be had, "" nothing */
	int64_t started_ms;	 /* wall clock, when the first step was started; 0 not yet */
	int64_t running_ms;	 /* wall clock, when step "run" was started; 0 not yet */
	int64_t since_ms;	 /* CLOCK_BOOTTIME at the start of the first step */
	int64_t ended_ms;	 /* wall clock; 0: no end was noted */
	char cause[16];		 /* with ended_ms: exit signal oom start timeout cancel lost launch refused */
	char by[120];		 /* with cause cancel: by whom, "" unknown */
	int exit_code;		 /* -1: none */
	int signal;		 /* 0: none */
	bool core;
	char error[160];	 /* why it could not start or was lost, "" none */
	int64_t wall_ms, cpu_ms, rss_kib; /* -1 unknown */
	int64_t lost;		 /* bytes of output that no log could take; 0 none */
	int left;		 /* processes its command left behind, which were ended; 0 none */
	int stuck;		 /* a process of it that KILL does not end; 0 none */
	bool outside_stop;	 /* TERM or HUP from outside was seen */
	int64_t suspended_ms;	 /* wall clock, when it was last suspended; 0 never */
	int64_t suspended_since; /* CLOCK_BOOTTIME ms of that; 0: it is not suspended now */
	int64_t suspended_for;	 /* ms of the suspensions that are over */
	bool stopped;		 /* with suspended_since: none of its processes runs */
};

struct task_record {
	char name[TASK_NAME_MAX + 1];
	enum status status;
	unsigned round;	     /* the round that status was noted in; 0 none was */
	unsigned attempt;    /* the last one begun; 0 none */
	unsigned recoveries; /* attempts after one that was lost or may restart */
	struct tries tries;  /* what is counted against the limits of its recovery */
	unsigned place;	     /* of its places: the last attempt's, or the first choice of the next */
	char pool[JOB_NAME_MAX + 1]; /* that place's name, where there are several; "" before the first attempt */
	int64_t due_ms;	     /* wall clock: no attempt before; 0 none */
	int64_t at_ms;	     /* wall clock of the last status */
	char reason[160];
	bool planned;	  /* the retry that was prepared names it … */
	enum status plan; /* … and gives it this status */
	struct run *runs; /* owned, by attempt */
	size_t run_count, run_cap;
};

/* An event that people were told of: [event] with seq = N. */
struct telling {
	uint64_t seq;	/* of the event among those of the job, from 1; 0 none */
	char event[16]; /* its name */
	char task[TASK_NAME_MAX + 1];
	char error[160]; /* why one of its callbacks failed, "" none did */
};

/* A fold. */
struct record {
	bool submitted; /* the first block was sound and was [job] */
	char name[JOB_NAME_MAX + 1];
	char user[40];
	int priority;
	int64_t submitted_ms;
	unsigned task_total;	      /* tasks of the spec */
	char root[TASK_NAME_MAX + 1]; /* the first task that needs no other */
	char pool[JOB_NAME_MAX + 1];  /* where the job's request is filed */
	char shard[48];		      /* the directory its request was filed in */
	char only_pool[JOB_NAME_MAX + 1]; /* --pool: all tasks there; "" none */
	int64_t timeout_ms;		  /* --timeout: for tasks that have none; 0 none */
	int max_restarts;		  /* --max-restarts: for all tasks; -1 none */
	struct need need;		  /* --cpus, --memory, --gpus */
	char recover_on[160];		  /* --recover-on: exit codes with commas; "" none */
	unsigned rank, num_jobs; /* of an array; num_jobs 0: none */
	char unique[JOB_NAME_MAX + 1];	  /* --unique; "" none */
	bool hold;			  /* until `mj release` */
	int64_t begin_ms;		  /* wall clock, not before; 0 at once */
	unsigned after_set;		  /* which of afters count: those of this set */
	struct after *afters;		  /* owned; see record_after */
	size_t after_count, after_cap;
	unsigned round;		 /* 1 at submit */
	unsigned next_round;	 /* of a retry that was prepared; 0 none */
	unsigned claim;		 /* the last controller's; 0 none yet */
	unsigned deaths;	 /* controllers before it that died young, in a row */
	int64_t claim_ms;	 /* wall clock of that claim */
	int64_t since_ms;	 /* CLOCK_BOOTTIME of that claim */
	int pid;		 /* the last controller's */
	bool outside_stop;	 /* the last controller was told to stop from outside */
	bool final;
	enum status status; /* with final */
	int64_t ended_ms;
	char reason[160];
	struct telling told;	 /* the last */
	struct telling told_bad; /* the last of which a callback failed */
	unsigned told_bad_count; /* how many of those there were */
	struct task_record *tasks; /* owned, in order of first mention */
	size_t task_count, task_cap;
	size_t *slots; /* owned: a hash of task names; index + 1, 0 free */
	size_t slot_count;
	size_t blocks;	   /* folded; [after N], which come with a [job], not counted */
	size_t bad_blocks; /* skipped */
};

#define RECORD_INIT {.round = 1, .max_restarts = -1}

/*
 * Fold more bytes of a record into *r, which starts as RECORD_INIT.  Return how many
 * bytes are done with: give the rest again, with what was appended since, the next
 * time (an unfinished last block is the rest).  A status after a final one in the
 * same round is ignored, with the rest of its block; a [job] block with a higher
 * `round` opens the job again, see record_open; what kept it from starting (begin, after)
 * is void then, and a hold already with the plan of it.
 *
 * A retry first says what it will run again: [retry] with `round`, then [retry T] with
 * `round` and `to`, a status, for each task that does not go the usual way.  That is a
 * plan, of which the last one counts; nothing of it holds before the round is opened.
 *
 * Keys are named as the fields are, but: `tasks` is task_total; times are `at` (of
 * the first [job] block: submitted; with `claim`: claim; with a final `status`: ended),
 * `begin`, `started`, `running`, `since`, `ended`, `due`, `suspended`; `exit` is
 * exit_code; `wall`, `cpu` are ms, `rss` is KiB; of [job] `millicpus`, `memory` and `gpus` are
 * its need.  A new `claim` clears outside_stop.  Flags
 * are 0 or 1.  Sections and
 * keys it does not know, and values that do not read, are passed over.
 */
size_t record_fold(struct record *r, const char *bytes, size_t len);

/*
 * Open the job in a higher round: it is not final any more, nor are its tasks, except
 * those that succeeded and those to which the plan for that round gives a final status.
 * Attempts and recoveries are kept; the budgets of its controllers and tasks start again.
 */
void record_open(struct record *r, unsigned round);

/* The task called name, or NULL; record_task_add makes one (PENDING) if missing. */
struct task_record *record_task(const struct record *r, const char *name);
struct task_record *record_task_add(struct record *r, const char *name);

/*
 * The conditions in force, one at a time: *at starts as 0.  NULL at the end.  `[after N]`
 * counts with `set` as the last `after_set` of a [job] (0 without), so conditions stated
 * later are in force only when their [job] is there, and then all of them.
 */
const struct after *record_after(const struct record *r, size_t *at);

/* Attempt n of t, or NULL. */
struct run *record_run(const struct task_record *t, unsigned attempt);

/* Free what r owns and make it RECORD_INIT. */
void record_release(struct record *r);
#define autorecord __attribute__((cleanup(record_release)))

#endif
