/* SPDX-License-Identifier: Apache-2.0 */
/* mj graph: the tasks of a job and their order, for Graphviz or the terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/chart.h"
#include "cli/cmd.h"
#include "cli/explain.h"
#include "os/sys.h"
#include "render/dot.h"
#include "render/lanes.h"

enum { OPT_TEXT = CLI_LONG };

static const struct cli_option options[] = {
	{OPT_TEXT, "text", NULL, "draw it here, a task a line"},
};

/* By the variables alone: a locale that is not installed has a terminal all the same. */
static bool
is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *value = "";

	for (size_t i = 0; i < 3 && !*value; i++)
		if (getenv(names[i]))
			value = getenv(names[i]);
	return strcasestr(value, "UTF-8") || strcasestr(value, "UTF8");
}

/* The words of a reason, with bytes that move a cursor made harmless, at most width. */
static void
print_reason(const struct chart *c, size_t task, size_t width)
{
	autobuf struct buf why = BUF_INIT;
	char *text;

	explain_task(&c->view, &c->view.tasks[task], &c->waits, &why);
	text = why.data;
	if (!why.len || width < 8)
		return;
	for (size_t i = 0; i < why.len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			text[i] = '?';
	printf("  %.*s", (int)width, text);
}

/* The widest name. */
static size_t
name_width(const struct graph *g)
{
	size_t width = 0;

	for (size_t i = 0; i < g->count; i++)
		if (strlen(g->nodes[i].name) > width)
			width = strlen(g->nodes[i].name);
	return width;
}

static void
print_text(const struct chart *c)
{
	const struct graph *g = &c->graph;
	struct lanes l = {0};
	size_t columns = sys_columns(1), names = name_width(g);

	lanes_draw(g, !is_utf8(), &l);
	for (size_t i = 0; i < l.count; i++) {
		const struct lanes_row *r = &l.rows[i];
		const struct graph_node *n;
		int used;

		fputs(r->text, stdout);
		if (r->node == LANES_NO_NODE) {
			putchar('\n');
			continue;
		}
		n = &g->nodes[r->node];
		used = printf("%*s%-*s  %-10s  %s", (int)(l.width - r->width) + 2,
			      "", (int)names, n->name, status_name(n->status),
			      n->note);
		print_reason(c, r->node,
			     columns ? columns - (r->width + (size_t)used + 2)
				     : 200);
		putchar('\n');
	}
	lanes_release(&l);
}

static int
run_graph(struct cli *c)
{
	struct home home = HOME_INIT;
	struct chart chart = CHART_INIT;
	bool text = cli_next(c) == OPT_TEXT;
	autobuf struct buf out = BUF_INIT;
	struct err e;
	int status = CLI_OK;
	uint32_t job;

	if (c->word_count != 1)
		return cli_usage(c, "give one job");
	if (cli_home(c, &home, HOME_READ, &e) < 0 ||
	    cli_job(&home, c->words[0], &job, &e) < 0 ||
	    chart_read(&home, job, &chart, &e) < 0) {
		status = cli_fail(&e);
	} else if (text) {
		print_text(&chart);
	} else {
		dot_render(&chart.graph, &out);
		fwrite(out.data, 1, out.len, stdout);
	}
	chart_release(&chart);
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
