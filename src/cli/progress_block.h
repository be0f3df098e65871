/* SPDX-License-Identifier: Apache-2.0 */
/* The lines about a job that is followed. */
#ifndef MJ_PROGRESS_BLOCK_H
#define MJ_PROGRESS_BLOCK_H

#include "cli/progress.h"

#define TAIL_KEPT 8 /* lines that are kept of a task */

struct progress_tail {
	char task[TASK_NAME_MAX + 1];
	char *lines[TAIL_KEPT]; /* owned; the oldest first, NULL none */
	struct buf part;	/* a line that has no newline yet */
};

/* The last lines of a task; NULL none. */
const struct progress_tail *progress_tail_of(const struct progress *l, const char *task);

/* Append the lines, no wider and no more than the screen; over: the last time. */
void progress_block(const struct progress *l, bool over, struct buf *out);

#endif
