/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests to suspend: jobs/ID/suspend for a job, jobs/ID/suspend.TASK for one of its
 * tasks.  That the file exists is the message; its time of modification says since when.
 */
#ifndef MJ_SUSPENDED_H
#define MJ_SUSPENDED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

/* Ask for it (task NULL: the whole job), durable.  Return 0, or -1 with *e. */
int suspended_ask(const struct home *home, uint32_t job, const char *task,
		  struct err *e);

/*
 * Take a task's request back or, with task NULL, all of the job, durable.  Return 0, 1 if
 * there was none, or -1 with *e.
 */
int suspended_end(const struct home *home, uint32_t job, const char *task,
		  struct err *e);

/*
 * Whether the controller may not know of a request or of its end; it says with the second
 * that it is going to look.
 */
bool suspended_untold(const struct home *home, uint32_t job);
void suspended_told(const struct home *home, uint32_t job);

/* Since when exactly this was asked for, wall clock ms; 0: it is not. */
int64_t suspended_since(const struct home *home, uint32_t job,
			const char *task);

/* Whether the task is to stand still: by its own request or the job's. */
bool suspended_task(const struct home *home, uint32_t job, const char *task);

#endif
