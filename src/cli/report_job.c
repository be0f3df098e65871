/* SPDX-License-Identifier: Apache-2.0 */
/* The page about a job. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/chart.h"
#include "cli/explain.h"
#include "cli/report.h"
#include "cli/report_parts.h"
#include "cli/story.h"
#include "os/file.h"
#include "os/sys.h"
#include "render/diagram.h"
#include "render/html.h"
#include "render/timeline.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"

#define TAIL_BYTES 8192
#define TAIL_LINES 40
#define TAILS_MAX 100 /* tasks whose logs are shown */

struct page {
	const struct home *home;
	struct chart chart;
	struct capture capture;
	struct cancel_note cancel;
	const char *logs; /* directory */
	struct buf *out;
};

/* What an attempt came to, for colours: that of the task if it is its last. */
static enum status
attempt_status(const struct task_view *t, const struct run *run)
{
	if (run == t->run && (status_final(t->status) || !run->ended_ms))
		return t->status;
	if (run->exit_code == 0)
		return STATUS_SUCCEEDED;
	if (!strcmp(run->cause, "cancel"))
		return STATUS_CANCELLED;
	return strcmp(run->cause, "lost") ? STATUS_FAILED : STATUS_RECOVERING;
}

static void
head(const struct page *p)
{
	const struct view *v = &p->chart.view;
	autobuf struct buf why = BUF_INIT;

	buf_printf(p->out, "<h1><small>job %u</small> <span>", v->id);
	html_text(p->out, v->record.name);
	buf_puts(p->out, "</span> ");
	html_status(p->out, v->status);
	buf_puts(p->out, "</h1>\n");
	explain_job(v, &p->chart.waits, &why);
	if (why.len) {
		buf_puts(p->out, "<p class=\"why\">");
		html_text(p->out, why.data);
		buf_puts(p->out, "</p>\n");
	}
}

/* How many of the tasks have ended, and how, unless all went well. */
static void
fact_tasks(const struct page *p)
{
	const struct view *v = &p->chart.view;
	size_t counts[STATUS_COUNT] = {0};
	autobuf struct buf text = BUF_INIT;
	const char *before = ": ";

	buf_printf(&text, "%zu of %zu ended", v->done, v->total);
	for (size_t i = 0; i < v->task_count; i++)
		counts[v->tasks[i].status]++;
	for (int s = 0; s < STATUS_COUNT && counts[STATUS_SUCCEEDED] < v->done;
	     s++)
		if (counts[s] && status_final((enum status)s)) {
			buf_printf(&text, "%s%zu %s", before, counts[s],
				   status_name((enum status)s));
			before = ", ";
		}
	report_fact(p->out, "tasks", buf_text(&text), false);
}

static void
facts(const struct page *p)
{
	const struct view *v = &p->chart.view;
	const struct record *r = &v->record;
	int64_t end = r->final ? r->ended_ms : p->chart.now;
	char text[48];

	buf_puts(p->out, "<section>\n<dl class=\"facts\">\n");
	report_fact_time(p->out, "submitted", r->submitted_ms);
	report_fact_time(p->out, "started", v->started_ms);
	report_fact_time(p->out, "ended", r->final ? r->ended_ms : 0);
	report_fact_span(p->out, "waited",
			 (v->started_ms ? v->started_ms : end) -
				 r->submitted_ms);
	report_fact_span(p->out, "ran", v->started_ms ? end - v->started_ms : -1);
	fact_tasks(p);
	snprintf(text, sizeof(text), "%u", v->recoveries);
	report_fact(p->out, "recoveries", v->recoveries ? text : "", false);
	snprintf(text, sizeof(text), "%d", r->priority);
	report_fact(p->out, "priority", r->priority ? text : "", false);
	report_fact(p->out, "user", r->user, false);
	report_fact(p->out, "pool", r->pool, false);
	snprintf(text, sizeof(text), "%u", r->round);
	report_fact(p->out, "round", r->round > 1 ? text : "", false);
	report_fact(p->out, "cancelled",
		    !p->cancel.asked	? ""
		    : *p->cancel.by ? p->cancel.by
				    : "yes",
		    false);
	report_fact(p->out, "directory", p->capture.cwd, true);
	buf_puts(p->out, "</dl>\n");
	html_section_end(p->out);
}

/* Also an attempt that was begun and never started has no bar. */
static void
add_bars(const struct page *p, size_t task, struct timeline_row *row)
{
	const struct view *v = &p->chart.view;
	const struct task_view *t = &v->tasks[task];
	char why[200], span[32];

	for (size_t i = 0; t->record && i < t->record->run_count; i++) {
		const struct run *run = &t->record->runs[i];
		struct timeline_bar *b;

		if (!run->started_ms)
			continue;
		explain_cause(v, t->name, run, why, sizeof(why));
		text_span(view_run_ms(run, p->chart.now), span, sizeof(span));
		b = timeline_bar(row, mem_printf("%s, attempt %u: %s%s%s",
						 t->name, run->attempt, span,
						 *why ? ", " : "", why));
		b->wait_ms = story_wanted(v, task, i);
		b->from_ms = run->started_ms;
		b->until_ms = run->ended_ms ? run->ended_ms : p->chart.now;
		b->setup_ms = run->running_ms;
		b->group = graph_look(attempt_status(t, run))->group;
	}
}

static void
timeline(const struct page *p)
{
	const struct chart *c = &p->chart;
	const struct record *r = &c->view.record;
	struct timeline line = {
		.from_ms = r->submitted_ms,
		.until_ms = r->final ? r->ended_ms : c->now,
	};

	for (size_t i = 0; i < c->graph.count; i++) {
		const struct graph_node *n = &c->graph.nodes[i];
		struct timeline_row *row = timeline_row(
			&line, mem_copy(n->name),
			mem_copy(*n->note ? n->note : status_name(n->status)));

		add_bars(p, i, row);
	}
	html_section(p->out, "Timeline");
	timeline_render(&line, p->out);
	html_section_end(p->out);
	timeline_release(&line);
}

static void
diagram(const struct page *p)
{
	if (p->chart.graph.count < 2)
		return;
	html_section(p->out, "Graph");
	diagram_render(&p->chart.graph, p->out);
	html_section_end(p->out);
}

static const char *const columns[] = {
	"task", "#attempt", "status", "started", "#run",
	"#CPU", "#memory",  "end",
};

static void
attempt_cells(const struct page *p, const char *task, const struct run *run)
{
	char text[200];

	report_cell(p->out, "started", false);
	report_time(p->out, run->started_ms);
	report_cell_end(p->out);
	report_cell(p->out, "run", true);
	report_span(p->out, view_run_ms(run, p->chart.now));
	report_cell_end(p->out);
	report_cell(p->out, "CPU", true);
	report_span(p->out, run->ended_ms ? run->cpu_ms : -1);
	report_cell_end(p->out);
	report_cell(p->out, "memory", true);
	if (run->ended_ms && run->rss_kib >= 0)
		buf_puts(p->out, text_bytes((uint64_t)run->rss_kib << 10, text,
					    sizeof(text)));
	report_cell_end(p->out);
	report_cell_text(p->out, "end",
			 explain_cause(&p->chart.view, task, run, text,
				       sizeof(text)));
}

static void
attempt_row(const struct page *p, size_t task, const struct run *run)
{
	const struct task_view *t = &p->chart.view.tasks[task];

	if (run == t->record->runs)
		buf_printf(p->out, "<tr id=\"task-%zu\">", task);
	else
		buf_puts(p->out, "<tr>");
	report_cell_text(p->out, "task", t->name);
	report_cell(p->out, "attempt", true);
	buf_printf(p->out, "%u", run->attempt);
	report_cell_end(p->out);
	report_cell(p->out, "status", false);
	html_status(p->out, attempt_status(t, run));
	report_cell_end(p->out);
	attempt_cells(p, t->name, run);
	buf_puts(p->out, "</tr>\n");
}

/* A task that no attempt was made of: why. */
static void
idle_row(const struct page *p, size_t task)
{
	const struct chart *c = &p->chart;
	const struct task_view *t = &c->view.tasks[task];
	autobuf struct buf why = BUF_INIT;

	explain_task(&c->view, t, &c->waits, &why);
	buf_printf(p->out, "<tr id=\"task-%zu\">", task);
	report_cell_text(p->out, "task", t->name);
	buf_puts(p->out, "<td></td>");
	report_cell(p->out, "status", false);
	html_status(p->out, t->status);
	buf_puts(p->out, "</td><td></td><td></td><td></td><td></td>");
	report_cell_text(p->out, "end", buf_text(&why));
	buf_puts(p->out, "</tr>\n");
}

static void
attempts(const struct page *p)
{
	const struct view *v = &p->chart.view;

	html_section(p->out, "Tasks");
	report_table(p->out, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_record *r = v->tasks[i].record;

		for (size_t k = 0; r && k < r->run_count; k++)
			attempt_row(p, i, &r->runs[k]);
		if (!r || r->run_count == 0)
			idle_row(p, i);
	}
	report_table_end(p->out);
	html_section_end(p->out);
}

static void
story(const struct page *p)
{
	struct story s = {.list = NULL};

	story_tell(&p->chart.view, &p->cancel, &s);
	html_section(p->out, "Story");
	buf_puts(p->out, "<ol class=\"story\">\n");
	for (size_t i = 0; i < s.count; i++) {
		buf_puts(p->out, "<li>");
		report_time(p->out, s.list[i].at_ms);
		buf_puts(p->out, "<span>");
		html_text(p->out, s.list[i].task);
		if (*s.list[i].task)
			buf_puts(p->out, ": ");
		html_text(p->out, s.list[i].text);
		buf_puts(p->out, "</span></li>\n");
	}
	buf_puts(p->out, "</ol>\n");
	html_section_end(p->out);
	story_release(&s);
}

/* Where the last lines of these bytes begin. */
static size_t
last_lines(const char *bytes, size_t len)
{
	size_t at = len, lines = 0;

	while (at > 0 && (at == len || bytes[at - 1] != '\n' ||
			  ++lines < TAIL_LINES))
		at--;
	return at;
}

/* The end of a log; a line that begins before it is left out, if there are others. */
static void
read_tail(const char *path, struct buf *tail, bool *cut)
{
	autoclose int fd = sys_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
	struct file_info info;
	uint64_t from;
	ssize_t got;
	size_t skip;
	char *bytes;

	if (fd < 0 || file_info_fd(fd, &info) < 0)
		return;
	from = info.size > TAIL_BYTES ? info.size - TAIL_BYTES : 0;
	bytes = buf_room(tail, TAIL_BYTES);
	got = sys_read_at(fd, bytes, TAIL_BYTES, from);
	if (got <= 0)
		return;
	skip = last_lines(bytes, (size_t)got);
	if (from > 0 && skip == 0) {
		const char *line = memchr(bytes, '\n', (size_t)got - 1);

		skip = line ? (size_t)(line + 1 - bytes) : 0;
	}
	*cut = from > 0 || skip > 0;
	tail->len = (size_t)got - skip;
	memmove(bytes, bytes + skip, tail->len);
}

static void
put_tail(const struct page *p, const struct task_view *t, enum log_kind kind)
{
	autofree char *path =
		logs_kind_path(p->logs, p->chart.view.id, t->name,
			       t->run->attempt, kind);
	autobuf struct buf tail = BUF_INIT;
	bool cut = false;

	read_tail(path, &tail, &cut);
	if (kind == LOG_ERRORS && !tail.len)
		return;
	buf_printf(p->out, "<details%s><summary><b>",
		   status_failed(t->status) || p->chart.view.task_count == 1
			   ? " open"
			   : "");
	html_text(p->out, t->name);
	buf_printf(p->out, "</b>, attempt %u%s%s<br><code class=\"dim\">",
		   t->run->attempt, kind == LOG_ERRORS ? ", errors" : "",
		   cut ? ", its end" : "");
	html_text(p->out, path);
	buf_puts(p->out, "</code></summary><pre>");
	if (tail.len)
		html_log(p->out, tail.data, tail.len);
	else
		buf_puts(p->out, "(nothing)");
	buf_puts(p->out, "</pre></details>\n");
}

/* Of the last attempt of each task; those that failed are open. */
static void
log_tails(const struct page *p)
{
	const struct view *v = &p->chart.view;
	size_t shown = 0;

	html_section(p->out, "Logs");
	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_view *t = &v->tasks[i];

		if (!t->run || shown++ >= TAILS_MAX)
			continue;
		put_tail(p, t, LOG_OUTPUT);
		if (t->run->errors_pipe)
			put_tail(p, t, LOG_ERRORS);
	}
	if (shown > TAILS_MAX)
		buf_printf(p->out, "<p class=\"why\">and those of %zu more "
				"tasks: mj logs %u TASK</p>\n",
			   shown - TAILS_MAX, v->id);
	if (!shown)
		buf_puts(p->out, "<p class=\"why\">Nothing was started.</p>\n");
	html_section_end(p->out);
}

static void
put_page(const struct page *p)
{
	html_begin(p->out, p->chart.title);
	head(p);
	facts(p);
	timeline(p);
	diagram(p);
	attempts(p);
	story(p);
	log_tails(p);
	report_footer(p->out, p->home->path, p->chart.now);
	html_end(p->out);
}

int
report_job(const struct home *home, uint32_t job, struct buf *out,
	   struct err *e)
{
	struct page p = {.home = home,
			 .chart = CHART_INIT,
			 .capture = CAPTURE_INIT,
			 .out = out};
	int done = chart_read(home, job, &p.chart, e);

	if (done == 0) {
		capture_read(home, job, &p.capture, NULL);
		p.logs = p.capture.logs ? p.capture.logs : home->logs;
		jobs_cancel_read(home, job, NULL, &p.cancel);
		put_page(&p);
	}
	capture_release(&p.capture);
	chart_release(&p.chart);
	return done;
}
