/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress_block.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"
#include "cli/width.h"
#include "os/sys.h"
#include "render/graph.h"

#define BAR_WIDTH 16
#define ROWS_MAX 40  /* of a terminal that is higher, or does not say */
#define TAIL_SHOWN 4  /* lines of a task that is at work */
#define RESULTS_MAX 3
#define UTF8_MOST 4  /* bytes of a column, of text without marks */
#define FAILED_MAX 5 /* tasks that failed and have a line each */

/* Lines being made. */
struct page {
	const struct progress *progress;
	size_t left; /* columns of the line at hand */
	struct buf *out;
};

static void
begin(struct page *p)
{
	unsigned columns = p->progress->screen.columns;

	p->left = columns > 1 ? columns - 1 : 79;
}

static void
put(struct page *p, const char *text, enum ink ink)
{
	autobuf struct buf cut = BUF_INIT;

	p->left -= width_add(&cut, text, p->left, p->progress->screen.utf8);
	screen_put(&p->progress->screen, buf_text(&cut), ink, p->out);
}

static void
end(struct page *p)
{
	buf_putc(p->out, '\n');
	begin(p);
}

static void
put_mark(struct page *p, enum status status)
{
	const struct graph_look *look = graph_look(status);
	const char ascii[] = {look->ascii, '\0'};

	put(p, p->progress->screen.utf8 ? look->mark : ascii,
	    ink_of_status(status));
	put(p, " ", INK_PLAIN);
}

/* In whole seconds, or nothing would ever stand still. */
static void
put_span(struct page *p, int64_t ms)
{
	char text[32], seconds[8];

	if (ms < 0)
		return;
	snprintf(seconds, sizeof(seconds), "%ds", (int)(ms / 1000 % 10));
	put(p, "  ", INK_PLAIN);
	put(p, ms < 10000 ? seconds : text_span(ms, text, sizeof(text)),
	    INK_PLAIN);
}

static bool
is_active(enum status s)
{
	return !status_final(s) && s != STATUS_PENDING;
}

static size_t
count(const struct progress *l, bool (*is)(enum status))
{
	size_t n = 0;

	for (size_t i = 0; i < l->view.task_count; i++)
		n += is(l->view.tasks[i].status);
	return n;
}

static void
head(struct page *p)
{
	const struct progress *l = p->progress;
	const struct view *v = &l->view;
	size_t active = count(l, is_active);
	const size_t parts[3] = {v->done, active, v->total - v->done - active};
	int64_t end_ms = v->record.final ? v->record.ended_ms : sys_wall_ms();
	autobuf struct buf text = BUF_INIT, bar = BUF_INIT, why = BUF_INIT;

	buf_printf(&text, "job %u %s  ", v->id, v->record.name);
	put(p, buf_text(&text), INK_TITLE);
	put(p, status_name(v->status), ink_of_status(v->status));
	screen_bar(&l->screen, BAR_WIDTH, parts, &bar);
	put(p, "  ", INK_PLAIN);
	put(p, buf_text(&bar), ink_of_status(v->status));
	buf_clear(&text);
	buf_printf(&text, " %zu/%zu", v->done, v->total);
	put(p, buf_text(&text), INK_PLAIN);
	put_span(p, end_ms - v->record.submitted_ms);
	if (v->place != QUEUE_ALIVE || v->suspended_ms)
		explain_job(v, &l->waits, &why);
	if (why.len && !v->final) {
		put(p, "  ", INK_PLAIN);
		put(p, buf_text(&why), INK_FAINT);
	}
	end(p);
}

/* All tasks of a status in one line. */
static void
fold(struct page *p, enum status status)
{
	const struct progress *l = p->progress;
	const char *before = ": ";
	autobuf struct buf text = BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < l->view.task_count; i++)
		n += l->view.tasks[i].status == status;
	if (!n)
		return;
	put(p, "  ", INK_PLAIN);
	put_mark(p, status);
	buf_printf(&text, "%zu %s", n, status_name(status));
	/* what is behind the edge is seen by nobody */
	for (size_t i = 0;
	     i < l->view.task_count && text.len <= p->left * UTF8_MOST; i++) {
		const struct task_view *t = &l->view.tasks[i];
		autobuf struct buf why = BUF_INIT;

		if (t->status != status)
			continue;
		buf_printf(&text, "%s%s", before, t->name);
		before = ", ";
		if (status == STATUS_PENDING)
			explain_task(&l->view, t, &l->waits, &why);
		if (why.len)
			buf_printf(&text, " (%s)", buf_text(&why));
	}
	put(p, buf_text(&text), INK_FAINT);
	end(p);
}

static void
tail_line(struct page *p, const char *text)
{
	autobuf struct buf plain = BUF_INIT;

	width_strip(text, &plain);
	put(p, "      ", INK_PLAIN);
	put(p, buf_text(&plain), INK_FAINT);
	end(p);
}

/* The last lines, and the one that is being written: a bar at work. */
static void
tail(struct page *p, const char *task, size_t lines)
{
	const struct progress_tail *t = progress_tail_of(p->progress, task);
	autofree char *part = NULL;

	if (!t || !lines)
		return;
	part = mem_copy_n(t->part.data ? t->part.data : "",
			  t->part.len ? strcspn(t->part.data, "\r") : 0);
	for (size_t i = TAIL_KEPT - lines + (*part != 0); i < TAIL_KEPT; i++)
		if (t->lines[i])
			tail_line(p, t->lines[i]);
	if (*part)
		tail_line(p, part);
}

static void
task_line(struct page *p, const struct task_view *t, size_t lines)
{
	autobuf struct buf why = BUF_INIT;

	put(p, "  ", INK_PLAIN);
	put_mark(p, t->status);
	put(p, t->name, INK_PLAIN);
	put(p, "  ", INK_PLAIN);
	put(p, status_name(t->status), ink_of_status(t->status));
	put_span(p, t->run ? view_run_ms(t->run, sys_wall_ms()) : -1);
	if (t->record && t->record->attempt > 1)
		buf_printf(&why, "  attempt %u", t->record->attempt);
	buf_puts(&why, "  ");
	explain_task(&p->progress->view, t, &p->progress->waits, &why);
	put(p, buf_text(&why), INK_FAINT);
	end(p);
	tail(p, t->name, lines);
}

/* A line each for at most max tasks that are so, with their last lines. */
static void
list(struct page *p, bool (*is)(enum status), size_t max, size_t lines)
{
	const struct view *v = &p->progress->view;
	size_t all = count(p->progress, is), shown = 0;
	autobuf struct buf more = BUF_INIT;

	if (all > max && max > 0)
		max--;
	for (size_t i = 0; i < v->task_count && shown < max; i++)
		if (is(v->tasks[i].status)) {
			task_line(p, &v->tasks[i], lines);
			shown++;
		}
	if (all == shown)
		return;
	buf_printf(&more, "  and %zu more", all - shown);
	put(p, buf_text(&more), INK_FAINT);
	end(p);
}

/* Whether no other task comes after task i. */
static bool
is_last(const struct view *v, size_t i)
{
	for (size_t k = 0; v->has_spec && k < v->job.task_count; k++)
		for (size_t d = 0; d < v->job.tasks[k].dep_count; d++)
			if (v->job.tasks[k].deps[d] == i)
				return false;
	return v->has_spec;
}

/* What the job was for is mostly what its last tasks printed. */
static void
results(struct page *p)
{
	const struct view *v = &p->progress->view;
	autobuf struct buf hint = BUF_INIT;
	size_t shown = 0;

	for (size_t i = 0; i < v->task_count && shown < RESULTS_MAX; i++) {
		const struct task_view *t = &v->tasks[i];

		if (t->status != STATUS_SUCCEEDED || !is_last(v, i) ||
		    !progress_tail_of(p->progress, t->name))
			continue;
		task_line(p, t, TAIL_KEPT);
		shown++;
	}
	if (p->progress->logs || !v->final)
		return;
	buf_printf(&hint, "  mj logs %u prints all that they printed", v->id);
	put(p, buf_text(&hint), INK_FAINT);
	end(p);
}

void
progress_block(const struct progress *l, bool over, struct buf *out)
{
	struct page p = {.progress = l, .out = out};
	size_t rows = l->screen.rows > 1 && l->screen.rows <= ROWS_MAX
			      ? l->screen.rows - 1
			      : ROWS_MAX;
	size_t failed = count(l, status_failed), active = count(l, is_active);
	size_t room, lines;

	begin(&p);
	if (failed > FAILED_MAX)
		failed = FAILED_MAX;
	/* the head, and a line each for what is folded */
	room = rows > failed + 5 ? rows - failed - 5 : 1;
	if (active > room)
		active = room;
	lines = active ? room / active - 1 : 0;
	if (lines > TAIL_SHOWN)
		lines = TAIL_SHOWN;
	head(&p);
	fold(&p, STATUS_SUCCEEDED);
	fold(&p, STATUS_SKIPPED);
	fold(&p, STATUS_CANCELLED);
	list(&p, status_failed, failed, over ? TAIL_KEPT : 0);
	list(&p, is_active, active, over ? 0 : lines);
	fold(&p, STATUS_PENDING);
	if (over)
		results(&p);
}
