/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pass: take the lock, reap what died, admit what may start, let go, look at the wake
 * mark.  Runs in a process of its own (a starter's child); writes to no terminal or pipe
 * while it holds the lock, and never waits for user code.
 */
#ifndef MJ_PASS_H
#define MJ_PASS_H

#include <stdbool.h>

#include "base/buf.h"
#include "store/home.h"

/* What passes that nobody asked for by hand run: pass_fn of engine/runner.h. */
bool pass_run(struct home *home, bool sweep);

enum pass_result {
	PASS_DONE,
	PASS_SHORT,  /* something was left undone for want; the wake mark is set again */
	PASS_BUSY,   /* another one works: it has seen our wake mark */
	PASS_STUCK,  /* another one holds the lock for longer than stuck_after */
	PASS_FAILED, /* the settings or the home cannot be read */
};

/*
 * One pass by hand or by a timer: with sweep every live job is probed, with kill a pass
 * stuck for longer than stuck_kill is ended first.  What was done is added to report, a
 * line each.
 */
enum pass_result pass_by_hand(struct home *home, bool sweep, bool kill,
			      struct buf *report);

/* Say what a pass would start now, a line each, changing nothing.  Return 0, or -1 with *e. */
int pass_plan(struct home *home, struct buf *report, struct err *e);

#endif
