/* SPDX-License-Identifier: Apache-2.0 */
/* What became of a job, and why it has not begun: a line on stderr for who waits for it. */
#ifndef MJ_OUTCOME_H
#define MJ_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "store/home.h"
#include "store/view.h"

/* Say how the job, or a task of it (task not NULL), ended, unless it succeeded. */
void outcome_say(const struct home *home, uint32_t job, const char *task);

/* Say that a job has printed nothing as it has not started, and why. */
void outcome_not_started(const struct home *home, const struct view *v);

/*
 * Of who follows a job: after a second it is said once why the job waits, if it does; and
 * of each task that waits for its next attempt, when that comes.
 */
struct patience {
	int64_t at_ms; /* CLOCK_BOOTTIME of the next look; 0: no more */
	int64_t pause_ms;
	int64_t *due_ms; /* owned: of each task of the view, the attempt that was told of */
	size_t due_count, due_cap;
};
void patience_begin(struct patience *p);
void patience_look(struct patience *p, const struct home *home,
		   const struct view *v);
void patience_release(struct patience *p);

#endif
