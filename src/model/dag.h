/* SPDX-License-Identifier: Apache-2.0 */
/* The order of a job's tasks: cycles, what is ready, what can no longer run. */
#ifndef MJ_DAG_H
#define MJ_DAG_H

#include <stdbool.h>
#include <stddef.h>

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

struct dag_verdict {
	enum dag_move move;
	size_t cause; /* with SKIP and CANCEL: the task that failed or was cancelled */
};

/*
 * Decide what should happen to each task now; out has room for task_count.
 * status[i] is where task i is; asked[i] says that a PENDING or RECOVERING task
 * waits for a slot already (asked may be NULL).  A task that did not succeed and
 * was not allowed to fail acts by job->on_failure; PENDING tasks below it are
 * skipped with the task that failed first in spec order as cause (for selective:
 * of its ancestors), never an intermediate SKIPPED one.  A CANCELLED task counts
 * as failed, also with allow_failure.  RECOVERING tasks have started: they are
 * READY again under graceful and selective, CANCEL under immediate.
 * max_parallel is kept: STARTING, RUNNING, CANCELLING and asked tasks count; ready
 * ones beyond it are NONE.
 * job->order must be set.  Pure; equal arguments give equal answers.
 */
void dag_decide(const struct job *job, const enum status *status,
		const bool *asked, struct dag_verdict *out);

#endif
