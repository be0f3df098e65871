/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks of a job as a graph to be drawn. */
#ifndef MJ_GRAPH_H
#define MJ_GRAPH_H

#include <stddef.h>

#include "model/state.h"

/* All texts are borrowed and may hold any bytes. */
struct graph_node {
	const char *name;
	const char *note; /* a few words more, "" none */
	enum status status;
	const size_t *deps; /* indexes of nodes it comes after; borrowed */
	size_t dep_count;
};

/* Without cycles. */
struct graph {
	const char *title;
	struct graph_node *nodes; /* borrowed */
	size_t count;
};

/* What a status looks like, everywhere. */
struct graph_look {
	const char *group; /* of statuses that look alike: "pending", "running" … */
	const char *fill;  /* #rrggbb, light enough for dark text */
	const char *mark;  /* one character of UTF-8 … */
	char ascii;	   /* … and of ASCII */
};
const struct graph_look *graph_look(enum status status);

/*
 * Who comes after each node: those of node i are list[start[i]] … list[start[i + 1] - 1],
 * ascending.
 */
struct followers {
	size_t *start; /* owned, count + 1 of them */
	size_t *list;  /* owned */
};
void followers_make(const struct graph *g, struct followers *f);
void followers_release(struct followers *f);

#endif
