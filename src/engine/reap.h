/* SPDX-License-Identifier: Apache-2.0 */
/* The first part of a pass: find what died and what was left half done. */
#ifndef MJ_REAP_H
#define MJ_REAP_H

#include <stdbool.h>

#include "base/buf.h"
#include "engine/note.h"
#include "engine/starter.h"
#include "store/home.h"

/*
 * Probe every live job; a controller whose lock is free is dead and gets a successor, who is
 * awaited.  Also pokes live jobs that have a request to cancel, and ends waiting ones that
 * have (a plain `touch` is one).  The caller holds the pass lock.  What was done is added to
 * report, a line each.  Return how many controllers were replaced.
 */
struct reaper {
	struct home *home;
	int pass_lock;
	pass_fn *pass;
	struct note *note; /* successors are noted in it until they answer */
	struct buf *report;
	bool *want; /* set when something was skipped because a call failed */
};
unsigned reap_sweep(const struct reaper *r);

/* Remove the entries of grants that were never committed: a pass or claimant died half way. */
void reap_stale_grants(const struct reaper *r);

/*
 * Look at the pass that noted itself (busy: its lock was found taken; else only if it
 * lives): true, and a line in report, if it has held the lock for longer than stuck_after; with kill, one longer than stuck_kill is ended, and the claimants it noted.
 */
bool reap_stuck(const struct home *home, bool busy, bool kill,
		struct buf *report);

#endif
