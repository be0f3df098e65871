/* SPDX-License-Identifier: Apache-2.0 */
/* What happened to a job, in the order in which it happened. */
#ifndef MJ_STORY_H
#define MJ_STORY_H

#include "cli/json.h"
#include "store/jobs.h"
#include "store/view.h"

/* Print it, a line an event. */
void story_print(const struct view *v, const struct cancel_note *cancel);

/* An array of objects: `at`, `event`, `task`, `attempt`, `text`. */
struct json *story_json(const struct view *v, const struct cancel_note *cancel);

#endif
