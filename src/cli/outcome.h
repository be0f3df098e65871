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

/* Of who follows a job: after a second it is said once why the job waits, if it does. */
struct patience {
	int64_t at_ms; /* CLOCK_BOOTTIME of the next look; 0: no more */
	int64_t pause_ms;
};
void patience_begin(struct patience *p);
void patience_look(struct patience *p, const struct home *home,
		   const struct view *v);

#endif
