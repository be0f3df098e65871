/* SPDX-License-Identifier: Apache-2.0 */
/* The order of a job's tasks: cycles, what is ready, what can no longer run. */
#ifndef MJ_DAG_H
#define MJ_DAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "model/job.h"

/*
 * Fill job->order with the task indexes, each after its dependencies, ties in
 * spec order.  Return 0, or -1 when there is a cycle: then *cycle (cleared first)
 * holds it as `a -> b -> a`, each task followed by one it depends on.
 * Not recursive: works for any depth.
 */
int dag_order(struct job *job, struct buf *cycle);

enum dag_move {
	DAG_NONE,   /* nothing to do: final, running, or its dependencies are not done */
	DAG_READY,  /* may start now (or asked for a slot already) */
	DAG_SKIP,   /* will never run; cause says because of whom */
	DAG_CANCEL, /* has started and must be ended; cause says because of whom */
};

#define DAG_GROUP SIZE_MAX /* as a cause: the primary tasks have ended */

struct dag_verdict {
	enum dag_move move;
	size_t cause; /* with SKIP and CANCEL: the task that failed or was cancelled */
	bool below;   /* with SKIP: the task depends on its cause, else on_failure skips it */
};

/* Of a PENDING or RECOVERING task. */
enum dag_wait {
	DAG_IDLE,  /* it has asked for nothing */
	DAG_ASKED, /* it waits for a slot, or has got one */
	DAG_LATER, /* it waits for the time of its next attempt */
};

/* Where a task is. */
struct dag_task {
	enum status status;
	enum dag_wait wait;
	bool outlived; /* an auxiliary one: its time after the last primary task is over */
};

/* Whether the job has primary tasks and all of them are final. */
bool dag_group_over(const struct job *job, const struct dag_task *tasks);

/*
 * Decide what should happen to each task now; tasks and out have task_count elements.
 * A task that did not succeed, was not allowed to fail and is not auxiliary acts by job->on_failure; PENDING tasks below it are
 * skipped with the task that failed first in spec order as cause (for selective:
 * of its ancestors), never an intermediate SKIPPED one.  A CANCELLED task counts
 * as failed, also with allow_failure.  RECOVERING tasks have started: they are
 * READY again under graceful and selective, CANCEL under immediate.  A task that waits
 * for its time is not READY, but is skipped and cancelled as others are.
 * When the last primary task is over, auxiliary tasks that have not started are SKIP, and
 * CANCEL once they are outlived (RECOVERING ones at once), both with DAG_GROUP.
 * max_parallel is kept: STARTING, RUNNING, CANCELLING and asked tasks count; ready
 * ones beyond it are NONE.
 * job->order must be set.  Pure; equal arguments give equal answers.
 */
void dag_decide(const struct job *job, const struct dag_task *tasks,
		struct dag_verdict *out);

#endif
