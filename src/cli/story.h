/* SPDX-License-Identifier: Apache-2.0 */
/* What happened to a job, in the order in which it happened. */
#ifndef MJ_STORY_H
#define MJ_STORY_H

#include <stddef.h>
#include <stdint.h>

#include "cli/json.h"
#include "store/jobs.h"
#include "store/view.h"

struct happening {
	int64_t at_ms;
	int kind;
	size_t place;	  /* where it was found: what is equal keeps its order */
	const char *task; /* the view's; "" the job */
	unsigned attempt; /* 0: of none */
	char text[300];
};

struct story {
	struct happening *list; /* owned */
	size_t count, cap;
};

/* Tell it into *out, which is empty; it lives as long as the view does. */
void story_tell(const struct view *v, const struct cancel_note *cancel,
		struct story *out);
void story_release(struct story *s);

/* Print it, a line an event. */
void story_print(const struct view *v, const struct cancel_note *cancel);

/* An array of objects: `at`, `event`, `task`, `attempt`, `text`. */
struct json *story_json(const struct view *v, const struct cancel_note *cancel);

/*
 * Since when run number run of a task was waited for: the end of the one before it, or of
 * the last task it comes after, or the submit.
 */
int64_t story_wanted(const struct view *v, size_t task, size_t run);

#endif
