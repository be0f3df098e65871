/* SPDX-License-Identifier: Apache-2.0 */
/* A job as readers see it, with what pictures of it need. */
#ifndef MJ_CHART_H
#define MJ_CHART_H

#include "base/err.h"
#include "render/graph.h"
#include "store/home.h"
#include "store/view.h"
#include "store/waits.h"

struct chart {
	struct view view;
	struct waits waits;
	struct graph graph; /* of view's tasks, in their order */
	char *title;	    /* owned: `job 7 nightly` */
	char **notes;	    /* owned: a task each */
	int64_t now;	    /* wall clock ms it was read */
};

#define CHART_INIT                                                             \
	{                                                                      \
		.view = VIEW_INIT, .waits = WAITS_INIT                         \
	}

/*
 * Read a job; a spec that does not read is said, and leaves the tasks that the record
 * mentions.  Return 0, or -1 with *e as view_read.
 */
int chart_read_view(const struct home *home, uint32_t job, struct view *v,
		    struct err *e);

/* Read a job into *c, which is CHART_INIT.  Return as above. */
int chart_read(const struct home *home, uint32_t job, struct chart *c,
	       struct err *e);
void chart_release(struct chart *c);

#endif
