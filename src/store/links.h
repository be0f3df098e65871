/* SPDX-License-Identifier: Apache-2.0 */
/* Who waits for whom in a spec: execution, depends_on and edges to dependencies. */
#ifndef MJ_LINKS_H
#define MJ_LINKS_H

#include "base/err.h"
#include "model/job.h"
#include "store/tree.h"

/* What a spec says about the order: keys of its tree, NULL where it says nothing. */
struct links {
	const struct tree_node *execution;   /* job->execution is its value */
	const struct tree_node *edges;	     /* a list */
	const struct tree_node **depends_on; /* one per task; lists or texts */
	const struct tree_node *primary_tasks;	   /* a list */
	const struct tree_node *termination_delay; /* the header's; a text or a mapping */
	const struct tree_node *task_termination;  /* the last task's that has one */
};

/*
 * Set the execution, the dependencies, the primary tasks and the order of a job whose
 * tasks are the last documents of t.  Refuses two tasks of one name, a dependency on a task that
 * is not there, a circle, two ways to say the order, primary tasks of a job whose
 * tasks do not all start at once, and delays without primary tasks.
 * Return 0, or -1 with *e (ERR_INPUT).
 */
int links_apply(const struct tree *t, const struct links *links,
		struct job *job, struct err *e);

#endif
