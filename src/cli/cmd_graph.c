/* SPDX-License-Identifier: Apache-2.0 */
/* mj graph: the tasks of a job and their order, for Graphviz or the terminal. */
#include <stdio.h>
#include <string.h>

#include "cli/chart.h"
#include "cli/cmd.h"
#include "cli/explain.h"
#include "cli/screen.h"
#include "cli/width.h"
#include "render/dot.h"
#include "render/lanes.h"

enum { OPT_TEXT = CLI_LONG, OPT_COLOR };

static const struct cli_option options[] = {
	{OPT_TEXT, "text", NULL, "draw it here, a task a line"},
	{OPT_COLOR, "color", "auto|always|never", "colours; auto is on a terminal"},
};

struct drawing {
	struct chart chart;
	struct screen screen;
	bool text;
	enum colour colour;
	size_t name_width, status_width; /* of the widest */
};

static void
measure(struct drawing *d)
{
	const struct graph *g = &d->chart.graph;

	for (size_t i = 0; i < g->count; i++) {
		size_t n = strlen(g->nodes[i].name);
		size_t s = strlen(status_name(g->nodes[i].status));

		d->name_width = n > d->name_width ? n : d->name_width;
		d->status_width = s > d->status_width ? s : d->status_width;
	}
}

static void
pad(struct buf *out, size_t used, size_t width)
{
	for (; used < width; used++)
		buf_putc(out, ' ');
}

/* What is beside the lanes: name, status, how long, why; as far as there is room. */
static void
put_words(const struct drawing *d, size_t task, size_t used, struct buf *out)
{
	const struct graph_node *n = &d->chart.graph.nodes[task];
	const char *status = status_name(n->status);
	size_t room = d->screen.columns ? d->screen.columns : WIDTH_ALL;
	autobuf struct buf words = BUF_INIT;

	buf_puts(out, n->name);
	pad(out, strlen(n->name), d->name_width + 2);
	screen_put(&d->screen, status, ink_of_status(n->status), out);
	used += d->name_width + 2 + strlen(status);
	explain_task(&d->chart.view, &d->chart.view.tasks[task],
		     &d->chart.waits, &words);
	if (!*n->note && !words.len)
		return;
	pad(out, strlen(status), d->status_width + 2);
	used += d->status_width + 2 - strlen(status);
	buf_puts(out, n->note);
	used += strlen(n->note);
	if (words.len && room > used + 10) {
		buf_puts(out, *n->note ? "  " : "");
		width_add(out, words.data,
			  room == WIDTH_ALL ? room : room - used - 2,
			  screen_speaks_utf8());
	}
}

static void
put_text(struct drawing *d, struct buf *out)
{
	struct lanes l = {0};

	measure(d);
	lanes_draw(&d->chart.graph, !screen_speaks_utf8(), &l);
	for (size_t i = 0; i < l.count; i++) {
		const struct lanes_row *r = &l.rows[i];

		buf_puts(out, r->text);
		if (r->node != LANES_NO_NODE) {
			pad(out, r->width, l.width + 2);
			put_words(d, r->node, l.width + 2, out);
		}
		buf_putc(out, '\n');
	}
	if (d->screen.columns && l.width > d->screen.columns)
		cli_say("the lanes are %zu columns wide: mj graph %u | dot "
			"-Tsvg > job.svg is easier to read",
			l.width, d->chart.view.id);
	lanes_release(&l);
}

static int
read_options(struct cli *c, struct drawing *d)
{
	int id;

	while ((id = cli_next(c)))
		if (id == OPT_TEXT)
			d->text = true;
		else if (screen_parse_colour(c->value, &d->colour) < 0)
			return cli_usage(c,
					 "--color %s: give auto, always or "
					 "never",
					 c->value);
	return c->word_count == 1 ? 0 : cli_usage(c, "give one job");
}

static int
run_graph(struct cli *c)
{
	struct home home = HOME_INIT;
	struct drawing d = {.chart = CHART_INIT};
	autobuf struct buf out = BUF_INIT;
	struct err e;
	uint32_t job;
	int status = read_options(c, &d);

	if (status)
		return status;
	if (cli_home(c, &home, HOME_READ, &e) < 0 ||
	    cli_job(&home, c->words[0], &job, &e) < 0 ||
	    chart_read(&home, job, &d.chart, &e) < 0) {
		status = cli_fail(&e);
	} else if (d.text) {
		screen_open(&d.screen, 1, d.colour);
		put_text(&d, &out);
	} else {
		dot_render(&d.chart.graph, &out);
	}
	if (out.len)
		fwrite(out.data, 1, out.len, stdout);
	chart_release(&d.chart);
	home_close(&home);
	return status;
}

const struct command cmd_graph = {
	.name = "graph",
	.operands = "JOB",
	.summary = "draw the tasks of a job and their order",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_graph,
};
