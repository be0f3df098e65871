/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/chart.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "os/sys.h"

/* How long it ran, and in which attempt if it is not the first. */
static char *
make_note(const struct task_view *t, int64_t now)
{
	int64_t ms = t->run ? view_run_ms(t->run, now) : -1;
	char span[32] = "";

	if (ms >= 0)
		text_span(ms, span, sizeof(span));
	if (t->run && t->run->attempt > 1)
		return mem_printf("%s%sattempt %u", span, *span ? ", " : "",
				  t->run->attempt);
	return mem_copy(span);
}

static void
make_graph(struct chart *c)
{
	const struct view *v = &c->view;
	struct graph *g = &c->graph;

	c->title = mem_printf("job %u %s", v->id, v->record.name);
	c->notes = mem_new(v->task_count + 1, sizeof(*c->notes));
	g->title = c->title;
	g->count = v->task_count;
	g->nodes = mem_new(g->count + 1, sizeof(*g->nodes));
	for (size_t i = 0; i < g->count; i++) {
		const struct task_view *t = &v->tasks[i];
		struct graph_node *n = &g->nodes[i];

		c->notes[i] = make_note(t, c->now);
		*n = (struct graph_node){.name = t->name,
					 .note = c->notes[i],
					 .status = t->status};
		if (v->has_spec) {
			n->deps = v->job.tasks[i].deps;
			n->dep_count = v->job.tasks[i].dep_count;
		}
	}
}

int
chart_read_view(const struct home *home, uint32_t job, struct view *v,
		struct err *e)
{
	struct err spec;

	if (view_read_most(home, job, v, &spec, e) < 0)
		return -1;
	if (spec.code)
		cli_say("%s", spec.text);
	return 0;
}

int
chart_read(const struct home *home, uint32_t job, struct chart *c,
	   struct err *e)
{
	c->now = sys_wall_ms();
	if (chart_read_view(home, job, &c->view, e) < 0 ||
	    waits_read(home, &c->waits, e) < 0)
		return -1;
	make_graph(c);
	return 0;
}

void
chart_release(struct chart *c)
{
	for (size_t i = 0; c->notes && i < c->graph.count; i++)
		free(c->notes[i]);
	free(c->notes);
	free(c->title);
	free(c->graph.nodes);
	waits_release(&c->waits);
	view_release(&c->view);
	*c = (struct chart)CHART_INIT;
}
