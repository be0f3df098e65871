/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fence of an attempt, where its pool says enforce = yes: a control group of its own
 * that holds it to the cpus and the memory it asked for, and in which it is found and ended
 * whole.  It is named mj-task-HOME-JOB-ATTEMPT-TASK and made before the command, which enters it
 * by itself; whoever has the attempt in hand at its end removes it.
 */
#ifndef MJ_FENCE_H
#define MJ_FENCE_H

#include <stdbool.h>

#include "base/buf.h"
#include "model/need.h"
#include "os/cgroup.h"
#include "store/home.h"

struct fence {
	char path[CGROUP_PATH_SIZE]; /* "" none */
	char lacks[120];	     /* what of it is not to be had, and why; "" nothing */
};

/*
 * What of a need (NULL: of any) cannot be enforced here, in out, and why; empty when all can.
 * Changes nothing.
 */
const char *fence_lacks(const struct need *need, char *out, size_t size);

/* Make that of an attempt. */
void fence_raise(struct fence *f, const struct home *home, uint32_t job,
		 const char *task, unsigned attempt, const struct need *need);

/* Let this process enter; if it cannot, *f has no path and says why. */
void fence_enter(struct fence *f);

/* Remove it, unless somebody is left in it. */
void fence_drop(const char *path);

/* The same where nobody noted its path: that it has if it was made from where we are. */
void fence_drop_of(const struct home *home, uint32_t job, const char *task,
		   unsigned attempt);

/* Remove those of jobs that have no controller: whoever made them was killed. */
void fence_sweep(const struct home *home, struct buf *report);

#endif
