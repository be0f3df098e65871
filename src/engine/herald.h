/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The herald: a process that runs the callbacks of a job, one after the other, so that
 * neither the job nor its end waits for them.  What there is to tell it reads from the
 * record, and notes there what was told; it holds the lock jobs/ID/events.pid and nothing
 * else.  One that is killed is started again by its guard, or by the controller with the
 * next event, and then the event that it was at is told again.
 */
#ifndef MJ_HERALD_H
#define MJ_HERALD_H

#include "engine/live.h"

/* Start one if there is something to tell and none is at work. */
void herald_tell(struct live *l);

/* The job has ended: start one that tells of all that is left, and outlives us. */
void herald_last(struct live *l);

#endif
