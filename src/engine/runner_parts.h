/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of runner share. */
#ifndef MJ_RUNNER_PARTS_H
#define MJ_RUNNER_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/attempt.h"
#include "engine/command.h"
#include "engine/remote.h"
#include "os/proc.h"
#include "store/capture.h"

/* A runner at work. */
struct runner {
	const struct attempt_order *order;
	struct capture capture;
	struct attempt attempt;
	struct command command; /* what setup and run are started with */
	struct remote *remote;	/* it runs elsewhere, and is asked for; NULL it does not */
	int lock;		/* the task lock; -1 once given up */
	int signals;
	struct proc controller; /* the one watched */
	int watch;		/* its pidfd; -1: it is dead and none has followed */
	int64_t pass_at_ms;	/* when to start the next pass for want of one */
	int64_t pass_wait_ms;
	bool changed; /* a child ended or somebody asked to cancel */
	bool stop; /* told to stop from outside */
};

/* One round of the loop: sleep until something happens, at most wait_ms (-1: for ever). */
void runner_turn(struct runner *r, int64_t wait_ms);

/*
 * Append blocks, trying again as long as the disk is full: the end must be noted.  Nobody
 * reads a record that was removed.  Return whether it is there; not when told to stop.
 */
bool runner_append(struct runner *r, const struct block *b, bool durable);

/* Before something is tried again: the end of what failed must not cut it short. */
void runner_wait(struct runner *r);

/* No room for a process or a note of it now: the machine's trouble, not the task's. */
bool runner_is_want(int errnum);

/* Note that a step could not be started; the attempt is over. */
void runner_note_no_start(struct runner *r, const char *step, int errnum,
			  const char *what);

/* Setup and the command, one after the other, here; or all of it elsewhere.  The end is noted. */
void runner_steps(struct runner *r);
void runner_remote(struct runner *r);

#endif
