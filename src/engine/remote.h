/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An attempt that runs elsewhere, in the hands of its runner: submitted once, asked for,
 * cancelled and verified, by programs that a kind of pool (engine/pool.h) names and that
 * run beside the runner's loop, one at a time and one more for the output.
 *
 *	CLEAR ─► LOOK ─► SUBMIT ─► THERE ─► WAIT ─► DRAIN ─► OVER
 *
 * An attempt that nobody had before begins at SUBMIT.  Before the first submit the record
 * says so, durable (step = submit), then its id (remote = ID).  So whoever has the attempt
 * next looks for it, and submits only what is surely not there.
 */
#ifndef MJ_REMOTE_H
#define MJ_REMOTE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/attempt.h"
#include "engine/command.h"
#include "engine/pool.h"

enum remote_step {
	REMOTE_CLEAR,  /* programs that an earlier runner left are ended */
	REMOTE_LOOK,   /* is it there? */
	REMOTE_SUBMIT, /* it is handed over */
	REMOTE_THERE,  /* it is the other side's: asked for */
	REMOTE_WAIT,   /* over, as they say: until its script says how, or had the time to end */
	REMOTE_DRAIN,  /* over: the rest of its output */
	REMOTE_OVER,   /* the end may be noted */
};

struct remote {
	const struct attempt_order *order; /* borrowed, as the next two */
	struct attempt *attempt; /* cancel, time limit, outputs */
	const struct command *command;
	const struct pool_type *type;
	struct pool_attempt at;
	struct env_list env; /* owned, as the paths: of its programs */
	char *dir, *script, *log, *errors, *launch;
	enum remote_step step;
	struct ending before;  /* of an earlier runner's programs */
	struct program ask;    /* submit, poll or cancel at work */
	enum pool_call asked;
	struct program logs;   /* that prints the output */
	struct buf last[POOL_CALL_COUNT]; /* owned: what the launch log said last of a call */
	int64_t due_ms;	       /* the next poll; CLOCK_BOOTTIME, as all */
	int64_t wait_ms;       /* after that one */
	int64_t logs_ms;       /* when to ask for output again */
	int64_t until_ms;      /* of WAIT and DRAIN */
	int64_t quiet_ms;      /* DRAIN: since when no output came */
	uint64_t logged;       /* as the log stood then */
	bool last_logs;	       /* DRAIN: output was asked for after the end */
	bool fenced;	       /* WAIT: its fence is gone */
	int64_t mark_ms;       /* since when its mark says that it has ended; 0 no */
	unsigned submits;      /* by this runner */
	bool handed;	       /* by this one or an earlier one, or tried to */
	unsigned fails;	       /* polls in a row that could not tell */
	int64_t fails_ms;      /* since when */
	unsigned absent;       /* polls in a row by which it is not there */
	unsigned terms;	       /* calls to end it */
	bool told;	       /* one of them went well */
	bool hasty;	       /* the program at work was ended for that, and tells nothing */
	int64_t kill_ms;       /* when to call for KILL */
	bool noted_run;	       /* the record says that it runs */
	bool owes_id;	       /* its id is to be noted */
	char pending[120];     /* the reason noted last */
	unsigned pendings;     /* how many were noted */
	int64_t pending_ms;    /* when the last one was */
	char why[160];	       /* a submit could not tell */
	struct pool_answer answer; /* from WAIT on: how it ended */
};

/* How many descriptors remote_fds gives at most. */
#define REMOTE_FDS (2 * PROGRAM_FDS)

/* Whether an attempt is one for this: it was submitted, or its pool is of such a kind. */
bool remote_is(const struct attempt_order *order);

/* Note why nothing is done about an attempt. */
void remote_note(const struct attempt_order *order, struct attempt *a,
		 const char *why);

/*
 * Take it up.  Return 0, or -1 with *e: its pool is not in the settings (any more), or of
 * no kind that is known.
 */
int remote_open(struct remote *r, const struct attempt_order *order,
		struct attempt *a, const struct command *c, struct err *e);

/* Put the descriptors to poll into fds[REMOTE_FDS]; return how many. */
size_t remote_fds(const struct remote *r, struct pollfd *fds);

/*
 * Do what is due; never waits.  Call it after each wake-up.  Return after how many ms to
 * call it again at the latest, -1: not before its descriptors or a child's end.
 */
int64_t remote_step(struct remote *r);

/* The block that tells of its end; to be durable before remote_release. */
void remote_end_block(const struct remote *r, struct block *b);

/* The fence, script and marks of an attempt that is over go, and what r owns. */
void remote_release(struct remote *r);

#endif
