/* SPDX-License-Identifier: Apache-2.0 */
#include "graphing.h"

#include <stdio.h>
#include <string.h>

static size_t
find(const struct graphing *g, const char *name)
{
	size_t i = 0;

	while (i < g->graph.count && strcmp(g->names[i], name))
		i++;
	return i;
}

const struct graph *
graphing(struct graphing *g, const char *text)
{
	char copy[1024], *rest = copy, *word;

	snprintf(copy, sizeof(copy), "%s", text);
	g->graph = (struct graph){.title = "job", .nodes = g->nodes};
	while ((word = strsep(&rest, " "))) {
		size_t i = g->graph.count;
		char *deps = word, *dep;

		snprintf(g->names[i], sizeof(g->names[i]), "%s",
			 strsep(&deps, ":"));
		g->nodes[i] = (struct graph_node){.name = g->names[i],
						  .note = "",
						  .deps = g->deps[i]};
		while ((dep = strsep(&deps, ",")))
			g->deps[i][g->nodes[i].dep_count++] = find(g, dep);
		g->graph.count++;
	}
	return &g->graph;
}
