/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the nodes of a graph go so that it can be read: in layers from left to right, each
 * to the right of all that it comes after, in an order with few crossings.
 */
#ifndef MJ_LAYOUT_H
#define MJ_LAYOUT_H

#include <stddef.h>

#include "render/graph.h"

/* A node, or a place where an edge that spans several layers goes through one. */
struct layout_point {
	size_t layer;
	double y; /* its middle, from 0 on; nodes of a layer are 1 or more apart */
};

/* From a node to one of its followers: points[first] … points[first + count - 1]. */
struct layout_edge {
	size_t from, to;
	size_t first, count; /* in between */
};

struct layout {
	struct layout_point *points; /* owned; first those of the nodes, in their order */
	size_t point_count;
	struct layout_edge *edges; /* owned */
	size_t edge_count;
	size_t layers;
	double height; /* the largest y */
};

void layout_make(const struct graph *g, struct layout *out);
void layout_release(struct layout *l);

#endif
