/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs from a line of text. */
#ifndef MJ_GRAPHING_H
#define MJ_GRAPHING_H

#include "render/graph.h"

#define GRAPHING_MAX 64

struct graphing {
	struct graph graph;
	struct graph_node nodes[GRAPHING_MAX];
	char names[GRAPHING_MAX][32];
	size_t deps[GRAPHING_MAX][GRAPHING_MAX];
};

/*
 * `a b:a c:a,b`: a node a word, with those it comes after, all of which come before it;
 * all are PENDING.  It is called "job".
 */
const struct graph *graphing(struct graphing *g, const char *text);

#endif
