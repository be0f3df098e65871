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

#define GAP 2
#define NAME_LEAST 8  /* columns of a name, however narrow the terminal is */
#define WORDS_LEAST 10 /* a reason that has less says nothing */

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

/* Names give way where a line has less room than they need with what is before and after. */
static void
measure(struct drawing *d, size_t lanes)
{
	const struct graph *g = &d->chart.graph;
	size_t others;

	for (size_t i = 0; i < g->count; i++) {
		size_t n = width_of(g->nodes[i].name);
		size_t s = strlen(status_name(g->nodes[i].status));

		d->name_width = n > d->name_width ? n : d->name_width;
		d->status_width = s > d->status_width ? s : d->status_width;
	}
	others = lanes + GAP + GAP + d->status_width;
	if (d->screen.columns && others + d->name_width > d->screen.columns)
		d->name_width = d->screen.columns > others + NAME_LEAST
					? d->screen.columns - others
					: NAME_LEAST;
}

static void
pad(struct buf *out, size_t used, size_t width)
{
	for (; used < width; used++)
		buf_putc(out, ' ');
}

/* A piece of a line and what separates it from the one before, as far as there is room. */
static void
put(const struct drawing *d, const char *text, enum ink ink, size_t *left,
    struct buf *out)
{
	autobuf struct buf cut = BUF_INIT;
	size_t used;

	if (*left <= GAP || !*text)
		return;
	*left -= *left == WIDTH_ALL ? 0 : GAP;
	used = width_add(&cut, text, *left, screen_speaks_utf8());
	pad(out, 0, GAP);
	screen_put(&d->screen, buf_text(&cut), ink, out);
	*left -= *left == WIDTH_ALL ? 0 : used;
}

/* What is beside the lanes: name, status, how long, why. */
static void
put_words(const struct drawing *d, size_t task, size_t used, struct buf *out)
{
	const struct graph_node *n = &d->chart.graph.nodes[task];
	const char *status = status_name(n->status);
	size_t columns = d->screen.columns;
	size_t left = !columns		? WIDTH_ALL
		      : columns > used ? columns - used
				       : 0;
	autobuf struct buf words = BUF_INIT, name = BUF_INIT, last = BUF_INIT;

	explain_task(&d->chart.view, &d->chart.view.tasks[task],
		     &d->chart.waits, &words);
	used = width_add(&name, n->name, d->name_width, screen_speaks_utf8());
	pad(&name, used, d->name_width);
	put(d, buf_text(&name), INK_PLAIN, &left, out);
	buf_puts(&last, status);
	if (*n->note || words.len)
		pad(&last, strlen(status), d->status_width);
	put(d, buf_text(&last), ink_of_status(n->status), &left, out);
	put(d, n->note, INK_PLAIN, &left, out);
	if (left > WORDS_LEAST)
		put(d, buf_text(&words), INK_PLAIN, &left, out);
}

static void
put_text(struct drawing *d, struct buf *out)
{
	struct lanes l = {0};

	lanes_draw(&d->chart.graph, !screen_speaks_utf8(), &l);
	measure(d, l.width);
	for (size_t i = 0; i < l.count; i++) {
		const struct lanes_row *r = &l.rows[i];

		buf_puts(out, r->text);
		if (r->node != LANES_NO_NODE) {
			pad(out, r->width, l.width);
			put_words(d, r->node, l.width, out);
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
