/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs and tasks that stand still: asked for by a command, kept by the controller.  Their
 * processes are stopped by who has the attempt in hand; nothing of them starts.
 */
#ifndef MJ_SUSPEND_H
#define MJ_SUSPEND_H

#include <stdint.h>

#include "base/err.h"
#include "engine/live.h"

/* The controller: look at the requests.  What of a task only waits is withdrawn. */
void suspend_see(struct live *l);

/* The controller: let the holders look whose requests changed. */
void suspend_tell(struct live *l);

/*
 * Suspend a job that has begun, or one task of it.  Return 0, or -1 with *e (ERR_REFUSED:
 * it waits or has ended).  A pass is the caller's.
 */
int suspend_job(struct home *home, uint32_t job, const char *task,
		struct err *e);

/* Let it go on.  Return 0, 1 if it was not suspended, or -1 with *e. */
int suspend_continue(struct home *home, uint32_t job, const char *task,
		     struct err *e);

#endif
