/* SPDX-License-Identifier: Apache-2.0 */
#include "render/graph.h"

#include <stdlib.h>

#include "base/mem.h"

static const struct graph_look looks[STATUS_COUNT] = {
	[STATUS_PENDING] = {"pending", "#e5e7eb", "○", 'o'},
	[STATUS_STARTING] = {"running", "#bfdbfe", "▶", '>'},
	[STATUS_RUNNING] = {"running", "#93c5fd", "▶", '>'},
	[STATUS_RECOVERING] = {"recovering", "#fde68a", "↻", '~'},
	[STATUS_CANCELLING] = {"cancelled", "#e9d5ff", "⊘", '-'},
	[STATUS_SUCCEEDED] = {"succeeded", "#86efac", "●", '*'},
	[STATUS_FAILED] = {"failed", "#fca5a5", "✗", 'x'},
	[STATUS_FAILED_SETUP] = {"failed", "#fca5a5", "✗", 'x'},
	[STATUS_FAILED_PRECHECKS] = {"failed", "#fca5a5", "✗", 'x'},
	[STATUS_FAILED_NO_RESOURCE] = {"failed", "#fca5a5", "✗", 'x'},
	[STATUS_FAILED_CONTROLLER] = {"failed", "#fca5a5", "✗", 'x'},
	[STATUS_CANCELLED] = {"cancelled", "#d8b4fe", "⊘", '-'},
	[STATUS_SKIPPED] = {"skipped", "#f3f4f6", "◌", '.'},
};

const struct graph_look *
graph_look(enum status status)
{
	return &looks[status];
}

void
followers_make(const struct graph *g, struct followers *f)
{
	size_t total = 0;
	autofree size_t *at = mem_new(g->count + 1, sizeof(*at));

	f->start = mem_new(g->count + 2, sizeof(*f->start));
	for (size_t i = 0; i < g->count; i++) {
		total += g->nodes[i].dep_count;
		for (size_t k = 0; k < g->nodes[i].dep_count; k++)
			f->start[g->nodes[i].deps[k] + 1]++;
	}
	for (size_t i = 0; i < g->count; i++)
		at[i + 1] = f->start[i + 1] += f->start[i];
	at[0] = 0;
	f->list = mem_new(total + 1, sizeof(*f->list));
	for (size_t i = 0; i < g->count; i++)
		for (size_t k = 0; k < g->nodes[i].dep_count; k++)
			f->list[at[g->nodes[i].deps[k]]++] = i;
}

void
followers_release(struct followers *f)
{
	free(f->start);
	free(f->list);
	f->start = f->list = NULL;
}
