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

/* Say why a job waits that has not begun.  Return whether there was anything to say. */
bool outcome_say_wait(const struct home *home, const struct view *v);

#endif
