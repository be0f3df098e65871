/* SPDX-License-Identifier: Apache-2.0 */
/* The page about all jobs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/report.h"
#include "cli/report_parts.h"
#include "cli/roster.h"
#include "os/file.h"
#include "render/graph.h"
#include "render/html.h"
#include "render/timeline.h"

#define BARS_MAX 40 /* jobs in the timeline */

struct overview {
	const struct home *home;
	struct roster roster;
	uint64_t limit;
	struct buf *out;
};

static const char *const columns[] = {
	"#job", "name",	  "status", "tasks", "pool",
	"submitted", "#total", "#run", "#recoveries", "details",
};

/* How many there are of each status, in words and as a bar. */
static void
counts(const struct overview *o)
{
	const struct roster *r = &o->roster;
	size_t count[STATUS_COUNT] = {0}, bad = 0;

	for (size_t i = 0; i < r->count; i++)
		if (r->list[i].bad)
			bad++;
		else
			count[r->list[i].status]++;
	buf_puts(o->out, "<div class=\"counts\">");
	for (int s = 0; s < STATUS_COUNT; s++)
		if (count[s]) {
			buf_printf(o->out, "<span><b>%zu</b> ", count[s]);
			html_status(o->out, (enum status)s);
			buf_puts(o->out, "</span>\n");
		}
	if (bad)
		buf_printf(o->out, "<span><b>%zu</b> <span class=\"chip "
				   "failed\">BAD</span></span>\n",
			   bad);
	buf_puts(o->out, "</div>\n<div class=\"bar\">");
	for (int s = 0; s < STATUS_COUNT; s++)
		if (count[s])
			buf_printf(o->out, "<i class=\"%s\" style=\"flex:%zu\">"
					   "</i>",
				   graph_look((enum status)s)->group, count[s]);
	buf_puts(o->out, "</div>\n");
}

static bool
in_timeline(const struct roster_job *j)
{
	return !j->bad && j->started_ms;
}

static void
add_row(struct timeline *t, const struct roster *r, const struct roster_job *j)
{
	char span[32];
	struct timeline_row *row;
	struct timeline_bar *b;

	text_span(j->run_ms, span, sizeof(span));
	row = timeline_row(t, mem_printf("%u %s", j->id, j->name),
			   mem_copy(span));
	b = timeline_bar(row, mem_printf("job %u %s: %s, %s", j->id, j->name,
					 status_name(j->status), span));
	b->wait_ms = j->submitted_ms;
	b->from_ms = j->started_ms;
	b->until_ms = j->final ? j->ended_ms : r->now_ms;
	b->group = graph_look(j->status)->group;
	if (!t->from_ms || j->submitted_ms < t->from_ms)
		t->from_ms = j->submitted_ms;
	if (b->until_ms > t->until_ms)
		t->until_ms = b->until_ms;
}

static void
timeline(const struct overview *o)
{
	const struct roster *r = &o->roster;
	struct timeline t = {0};

	for (size_t i = 0; i < r->count && t.count < BARS_MAX; i++)
		if (in_timeline(&r->list[i]))
			add_row(&t, r, &r->list[i]);
	if (t.count == 0)
		return;
	html_section(o->out, t.count < BARS_MAX ? "Timeline"
						: "Timeline of the newest");
	timeline_render(&t, o->out);
	html_section_end(o->out);
	timeline_release(&t);
}

static void
number(struct buf *out, const char *of, unsigned long n)
{
	report_cell(out, of, true);
	buf_printf(out, "%lu", n);
	report_cell_end(out);
}

static void
span(struct buf *out, const char *of, int64_t ms)
{
	report_cell(out, of, true);
	report_span(out, ms);
	report_cell_end(out);
}

static void
bad_row(struct buf *out, const struct roster_job *j)
{
	buf_puts(out, "<tr>");
	number(out, "job", j->id);
	buf_puts(out, "<td></td>");
	report_cell(out, "status", false);
	buf_puts(out, "<span class=\"chip failed\">BAD</span></td>");
	for (int i = 0; i < 6; i++)
		buf_puts(out, "<td></td>");
	report_cell_text(out, "details", j->why ? j->why : "");
	buf_puts(out, "</tr>\n");
}

static void
row(struct buf *out, const struct roster_job *j)
{
	if (j->bad) {
		bad_row(out, j);
		return;
	}
	buf_puts(out, "<tr>");
	number(out, "job", j->id);
	report_cell_text(out, "name", j->name);
	report_cell(out, "status", false);
	html_status(out, j->status);
	report_cell_end(out);
	report_cell(out, "tasks", false);
	buf_printf(out, "%zu/%zu", j->done, j->total);
	report_cell_end(out);
	report_cell_text(out, "pool", j->pool);
	report_cell(out, "submitted", false);
	report_time(out, j->submitted_ms);
	report_cell_end(out);
	span(out, "total", j->total_ms);
	span(out, "run", j->run_ms);
	number(out, "recoveries", j->recoveries);
	report_cell_text(out, "details", j->why ? j->why : "");
	buf_puts(out, "</tr>\n");
}

static void
table(const struct overview *o)
{
	html_section(o->out, "Jobs");
	report_table(o->out, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < o->roster.count; i++)
		row(o->out, &o->roster.list[i]);
	report_table_end(o->out);
	if (o->roster.more)
		buf_printf(o->out, "<p class=\"why\">These are the newest %zu; "
				   "there are more.</p>\n",
			   o->roster.count);
	html_section_end(o->out);
}

static void
put_page(const struct overview *o)
{
	html_begin(o->out, "mj: jobs");
	buf_puts(o->out, "<h1>Jobs</h1>\n<section>\n");
	counts(o);
	buf_printf(o->out, "<p class=\"why\">%zu job%s</p>\n", o->roster.count,
		   o->roster.count == 1 ? "" : "s");
	html_section_end(o->out);
	timeline(o);
	if (o->roster.count)
		table(o);
	report_footer(o->out, o->home->path, o->roster.now_ms);
	html_end(o->out);
}

int
report_all(const struct home *home, uint64_t limit, struct buf *out,
	   struct err *e)
{
	struct overview o = {.home = home, .roster = ROSTER_INIT,
			     .limit = limit, .out = out};
	struct roster_query q = {.all = true, .limit = limit};
	int done = roster_read(home, &q, &o.roster, e);

	if (done == 0)
		put_page(&o);
	roster_release(&o.roster);
	return done;
}
