/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runner: one process per task attempt.  It starts setup and then the command, pumps
 * their output, notes how they ended and outlives its controller, which it watches: when
 * that dies, it starts passes until a successor holds the job lock.
 */
#ifndef MJ_RUNNER_H
#define MJ_RUNNER_H

#include "base/err.h"
#include "engine/attempt.h"

/*
 * Take the task lock, fork the runner, which inherits it, and close our copy.  Return the
 * runner's pid, or -1 with *e (ERR_BUSY: an older runner lives).
 */
int runner_start(const struct attempt_order *order, struct err *e);

/* Tell a runner (by a pidfd proved to be its) to look at the requests to cancel and suspend. */
int runner_poke(int pidfd);

#endif
