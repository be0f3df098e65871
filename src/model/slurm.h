/* SPDX-License-Identifier: Apache-2.0 */
/* What Slurm's programs print, and what is asked of them.  Pure. */
#ifndef MJ_SLURM_H
#define MJ_SLURM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "model/need.h"

/* What a pool or a task may ask of sbatch; each is a text, NULL: not asked. */
enum slurm_want {
	SLURM_PARTITION,
	SLURM_ACCOUNT,
	SLURM_QOS,
	SLURM_TIME,
	SLURM_NODES,
	SLURM_CPUS,   /* of each task */
	SLURM_MEMORY, /* of each node */
	SLURM_GRES,
	SLURM_ARGS, /* "sbatch_args": options of sbatch with blanks between them */
	SLURM_WANT_COUNT
};

struct slurm_wants {
	char *want[SLURM_WANT_COUNT]; /* owned */
};

/* "partition" …: the name of its setting and of its key; static text. */
const char *slurm_want_name(enum slurm_want want);
/* The want called so, or SLURM_WANT_COUNT. */
enum slurm_want slurm_want_find(const char *name);

/*
 * Why text cannot be asked for, static, or NULL: it may.  An option in SLURM_ARGS begins
 * with '-' and has its value after a '='; those that would make another job of it (an
 * array, another name, output elsewhere …) are refused.
 */
const char *slurm_want_refused(enum slurm_want want, const char *text);

/* Let *wants be over and, where it asks for nothing, under. */
void slurm_wants_over(struct slurm_wants *wants,
		      const struct slurm_wants *over,
		      const struct slurm_wants *under);
/* What need has of anything is asked for where nothing else is. */
void slurm_wants_need(struct slurm_wants *wants, const struct need *need);
void slurm_wants_release(struct slurm_wants *wants);

/* Call add with each word that asks sbatch for it. */
void slurm_wants_words(const struct slurm_wants *wants,
		       void (*add)(void *user, const char *word), void *user);

/* What a job of Slurm is about, by its state. */
enum slurm_phase {
	SLURM_UNKNOWN,	 /* a state that we have never heard of */
	SLURM_WAITS,
	SLURM_RUNS,	 /* also while it ends: its processes may live */
	SLURM_ENDED,	 /* by itself */
	SLURM_TIMED_OUT,
	SLURM_NO_MEMORY,
	SLURM_CANCELLED, /* by scancel, whoever's */
	SLURM_LOST,	 /* by Slurm's fault or will */
};

#define SLURM_ID_SIZE 32

struct slurm_job {
	char id[SLURM_ID_SIZE];
	char state[32];
	enum slurm_phase phase;
	int exit_code; /* of one that is over; -1 none */
	int signal;    /* 0 none */
	char reason[120]; /* "" none */
};

/* Words for `squeue -O` and `sacct -P -o`, of which slurm_find reads the lines. */
#define SLURM_SQUEUE_FORMAT \
	"JobID:|,State:|,exit_code:|,Name:|,RestartCnt:|,Reason:|"
#define SLURM_SACCT_FORMAT "JobIDRaw,State,ExitCode,JobName"

/*
 * The job called name in such lines; of several one that is not over, else the last.
 * Return whether there is one.
 */
bool slurm_find(const char *lines, const char *name, struct slurm_job *out);

/* How many of the jobs in such lines whose names begin so wait, and how many run. */
struct slurm_load {
	size_t waits, runs;
};
struct slurm_load slurm_count(const char *lines, const char *prefix);

/* Why it waits or is over, for people, in out: `Resources`, `preempted`. */
const char *slurm_why(const struct slurm_job *job, char *out, size_t size);

/* The number in what `sbatch --parsable` printed, in out.  Return 0, or -1: there is none. */
int slurm_submitted(const char *text, char out[SLURM_ID_SIZE]);

/* Why sbatch submitted nothing. */
enum slurm_no {
	SLURM_NO_ANSWER, /* or cannot tell: a job may be there all the same */
	SLURM_NO_ROOM,	 /* a limit of what may be there at a time */
	SLURM_NEVER,	 /* what was asked for cannot be had */
};

/* By what it printed of errors. */
enum slurm_no slurm_refusal(const char *errors);

#endif
