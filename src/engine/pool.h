/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kinds of pools there are beyond this machine.  A kind is a name and two functions:
 * what to run for a call, and what its end says.  It never waits, forks or writes to the
 * record: engine/remote.c runs the programs, keeps their times and decides.
 *
 * One attempt is one submission, found again by its name (struct pool_attempt), also when
 * we were killed before its id was noted.  So `poll` is asked by id and name, and says
 * ABSENT only when the other side surely has nothing of that name.
 */
#ifndef MJ_POOL_H
#define MJ_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/attempt.h"
#include "engine/program.h"
#include "model/script.h"
#include "store/config.h"

#define POOL_ID_SIZE 100 /* of what the other side calls an attempt, with the NUL */

enum pool_call {
	POOL_SUBMIT, /* hand the attempt's script over, once */
	POOL_POLL,   /* how is it? */
	POOL_TERM,   /* ask it to end; also when it may have ended already */
	POOL_KILL,   /* end it */
	POOL_LOGS,   /* print its output from byte `logged` on (order with follow) */
	POOL_CALL_COUNT
};

enum pool_state {
	POOL_UNSURE,  /* cannot tell: nobody answered, or not as expected; why in text */
	POOL_ABSENT,  /* the other side knows nothing of that name or id (any more) */
	POOL_PENDING, /* it has it and will start it; why not yet in text, "" unknown */
	POOL_RUNNING,
	POOL_ENDED,   /* by itself, or by a limit of the pool: exit_code or signal, cause */
	POOL_LOST,    /* by the other side's fault: preempted, node failed; why in text */
	POOL_FULL,    /* of submit: no capacity now, surely nothing was taken on */
	POOL_REFUSED, /* of submit: it will never be taken on; why in text */
};

struct pool_answer {
	enum pool_state state;
	char id[POOL_ID_SIZE]; /* of submit, and of a poll by name that found it; else "" */
	int exit_code;	       /* of POOL_ENDED; -1: unknown, or a signal: then marks tell */
	int signal;	       /* of POOL_ENDED; 0 none */
	char cause[16];	       /* of POOL_ENDED: "" exit or signal, "timeout", "oom" */
	bool in_setup;	       /* of POOL_ENDED: setup ended so, run never began */
	char text[160];	       /* why, for people; one line */
};

/* An attempt in a pool, as its kind sees it. */
struct pool_attempt {
	const struct attempt_order *order; /* home, job, spec, task, attempt */
	const struct config_pool *pool;
	const struct env_list *env; /* what the programs get: PATH, SLURM_CONF … */
	char name[SCRIPT_NAME_SIZE]; /* unique to this attempt of all homes */
	char id[POOL_ID_SIZE];	     /* "": not known */
	const char *dir;     /* of script and marks, seen from both sides if any is */
	const char *script;  /* its path */
	const char *workdir; /* of the task */
	const char *log;     /* of the task's output */
	const char *errors;  /* of its errors with `log = split`, else NULL */
	uint64_t logged;     /* bytes of output that the log has */
	int64_t since_ms; /* CLOCK_BOOTTIME of the last answer or the like: what was asked
			   * before may know nothing of it */
	bool unknown; /* set by read: not all that may know of it was asked, so that it is absent
			 * counts for nothing yet; call asks the rest next */
	int fd;	    /* the kind's own, as a lock; -1 none; closed after read and at the end */
};

/* What becomes of a call. */
enum pool_way {
	POOL_RUN,   /* run the order, then read */
	POOL_KNOWN, /* nothing to run: read now, with end NULL */
	POOL_LATER, /* ask again in a while (*again_ms, at most the pool's interval) */
	POOL_NO,    /* this pool has no such call (logs) */
};

struct pool_type {
	const char *name; /* as in `type = NAME` */
	bool asks_for_all; /* what a poll prints is of all attempts: only the answer is logged */
	/*
	 * Say what to run for a call: fill *order (PROGRAM_ORDER_INIT), or say otherwise.
	 * The limit of time is set by the caller from the settings unless it is there.
	 */
	enum pool_way (*call)(struct pool_attempt *a, enum pool_call call,
			      struct program_order *order, int64_t *again_ms);
	/*
	 * Read the answer to submit and poll; for the others only text counts.  end is NULL
	 * after POOL_KNOWN.  *out is all zero but exit_code -1 (so POOL_UNSURE).  After an
	 * unsure submit the caller polls by name.
	 */
	void (*read)(struct pool_attempt *a, enum pool_call call,
		     const struct program_end *end, struct pool_answer *out);
	/*
	 * Prefixes of variables of the other side that the script leaves as they are there,
	 * unless the task was given one ("SLURM_"), NULL-terminated; NULL none.
	 */
	const char *const *theirs;
	/* Lines for the head of the script, below `#!` (as #SBATCH); NULL none. */
	void (*head)(const struct pool_attempt *a, struct buf *out);
};

extern const struct pool_type pool_slurm;
extern const struct pool_type pool_command; /* the user's own programs, mj-pool(5) */

/* The kind called so, or NULL: "local", or unknown. */
const struct pool_type *pool_type(const char *name);

/* Whether tasks of this pool run elsewhere.  NULL (a pool no more there): no. */
bool pool_remote(const struct config_pool *pool);

/* The MJ_TAG of the programs that are called for an attempt; its own ends before ":pool". */
void pool_tag(const struct attempt_order *o, char *out, size_t size);

/* What its programs get: the job's captured environment, the pool's, and MJ_… of mj-pool(5). */
void pool_env(const struct pool_attempt *a, const struct capture *capture,
	      struct env_list *env);

#endif
