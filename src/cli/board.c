/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/board.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/moment.h"
#include "store/pause.h"

#define BAR_WIDTH 8

static const struct column columns[BOARD_COLUMNS] = {
	[BOARD_ID] = {"ID", true, 0},
	[BOARD_TASK] = {"TASK", true, 3},
	[BOARD_NAME] = {"NAME", false, 0},
	[BOARD_STATUS] = {"STATUS", false, 0},
	[BOARD_POOL] = {"POOL", false, 4},
	[BOARD_SUBMITTED] = {"SUBMITTED", false, 2},
	[BOARD_TOTAL] = {"TOTAL", true, 5},
	[BOARD_RUN] = {"RUN", true, 7},
	[BOARD_RECOVERIES] = {"#RECOVERIES", true, 1},
	[BOARD_PROGRESS] = {"PROGRESS", false, 6},
	[BOARD_DETAILS] = {"DETAILS", false, 0},
};

static void __attribute__((format(printf, 2, 3)))
cell_format(struct table *t, const char *fmt, ...)
{
	char text[64];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	table_cell(t, text);
}

static void
cell_span(struct table *t, int64_t ms)
{
	char text[32];

	table_cell(t, ms < 0 ? "" : text_span(ms, text, sizeof(text)));
}

static void
cell_progress(struct table *t, const struct roster_job *j,
	      const struct screen *s)
{
	autobuf struct buf text = BUF_INIT;
	char digits[24];
	size_t left = j->total - j->done, busy = j->busy < left ? j->busy : left;
	const size_t parts[3] = {j->done, busy, left - busy};

	if (j->total < 2) {
		table_cell(t, "");
		return;
	}
	buf_printf(&text, "%zu/%zu ", j->done, j->total);
	snprintf(digits, sizeof(digits), "%zu/%zu", j->done, j->total);
	screen_bar(s, BAR_WIDTH, parts, &text);
	table_cell(t, buf_text(&text));
	table_brief(t, digits);
}

/* Attempts that followed lost ones are worth a look. */
static void
cell_recoveries(struct table *t, unsigned n)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", n);
	table_ink(t, text, n ? INK_ODD : INK_PLAIN);
}

static void
job_row(struct table *t, const struct roster *r, const struct roster_job *j,
	const struct screen *s)
{
	char when[TEXT_TIME_SIZE];

	cell_format(t, "%u", j->id);
	table_cell(t, "");
	table_cell(t, j->name);
	table_ink(t, status_name(j->status), ink_of_status(j->status));
	table_cell(t, j->pool);
	table_cell(t, text_time_local(j->submitted_ms, when));
	table_brief(t, moment_brief(j->submitted_ms, r->now_ms, when));
	cell_span(t, j->total_ms);
	cell_span(t, j->run_ms);
	cell_recoveries(t, j->recoveries);
	cell_progress(t, j, s);
	table_ink(t, j->why, status_failed(j->status) ? INK_PLAIN : INK_FAINT);
}

static void
bad_row(struct table *t, const struct roster_job *j)
{
	cell_format(t, "%u", j->id);
	table_cell(t, "");
	table_cell(t, "");
	table_ink(t, "BAD", INK_BAD);
	for (int i = BOARD_STATUS + 1; i < BOARD_DETAILS; i++)
		table_cell(t, "");
	table_cell(t, j->why);
}

static void
task_row(struct table *t, const struct roster_job *j, size_t i,
	 const struct screen *s)
{
	const struct roster_task *task = &j->tasks[i];

	table_ink(t, s->utf8 ? "↳" : "\\_", INK_FAINT);
	cell_format(t, "%zu", i);
	table_cell(t, task->name);
	table_ink(t, status_name(task->status), ink_of_status(task->status));
	table_cell(t, task->pool);
	table_cell(t, "");
	table_cell(t, "");
	cell_span(t, task->run_ms);
	cell_recoveries(t, task->recoveries);
	table_cell(t, "");
	table_ink(t, task->why, INK_FAINT);
}

void
board_fill(struct board *b, const struct roster *r, const struct screen *s,
	   bool utc)
{
	memcpy(b->columns, columns, sizeof(columns));
	if (utc)
		b->columns[BOARD_SUBMITTED].title = "SUBMITTED (UTC)";
	b->table = (struct table){.columns = b->columns,
				  .column_count = BOARD_COLUMNS};
	for (size_t i = 0; i < r->count; i++) {
		const struct roster_job *j = &r->list[i];

		if (j->bad)
			bad_row(&b->table, j);
		else
			job_row(&b->table, r, j, s);
		for (size_t k = 0; k < j->task_count; k++)
			task_row(&b->table, j, k, s);
	}
}

void
board_release(struct board *b)
{
	table_release(&b->table);
}

/* In small letters: who looks for RUNNING finds rows. */
static void
put_count(const struct screen *s, size_t n, enum status status,
	  struct buf *out)
{
	char text[64];
	const char *name = status_name(status);
	int used = snprintf(text, sizeof(text), "%zu ", n);

	for (; *name && (size_t)used + 1 < sizeof(text); name++)
		text[used++] = (char)(*name == '_'
					      ? ' '
					      : tolower((unsigned char)*name));
	text[used] = '\0';
	screen_put(s, text, ink_of_status(status), out);
}

void
board_counts(const struct roster *r, const struct screen *s, struct buf *out)
{
	size_t counts[STATUS_COUNT] = {0}, bad = 0;
	const char *before = ": ";

	for (size_t i = 0; i < r->count; i++)
		if (r->list[i].bad)
			bad++;
		else
			counts[r->list[i].status]++;
	buf_printf(out, "%zu job%s", r->count, r->count == 1 ? "" : "s");
	for (int i = 0; i < STATUS_COUNT; i++) {
		if (!counts[i])
			continue;
		buf_puts(out, before);
		put_count(s, counts[i], (enum status)i, out);
		before = ", ";
	}
	if (bad)
		buf_printf(out, "%s%zu unreadable", before, bad);
	buf_puts(out, r->more ? "; there are more\n" : "\n");
}

/* How many entries of a kind there are, in the pool or (NULL) at all. */
static size_t
count_owed(const struct waits *w, enum owed_kind kind, const char *pool)
{
	size_t n = 0;

	for (size_t i = 0; i < w->count; i++)
		n += w->list[i].kind == kind &&
		     (!pool ||
		      (w->list[i].pool && !strcmp(w->list[i].pool, pool)));
	return n;
}

void
board_limits(const struct home *home, const struct roster *r, struct buf *out)
{
	const struct config *c = &home->config;
	const struct waits *w = &r->waits;

	buf_puts(out, "pools in use: ");
	for (size_t i = 0; i < c->pool_count; i++)
		buf_printf(out, "%s%s %zu of %u", i ? ", " : "",
			   c->pools[i].name,
			   count_owed(w, OWED_RUNNING, c->pools[i].name),
			   c->pools[i].slots);
	buf_printf(out, "; being started: %zu of %u; jobs under way: %zu of %u\n",
		   count_owed(w, OWED_LAUNCHING, NULL), c->max_launching,
		   count_owed(w, OWED_ALIVE, NULL), c->max_alive);
}

void
board_pauses(const struct home *home, const struct roster *r,
	     const struct screen *s, struct buf *out)
{
	char when[TEXT_TIME_SIZE];
	int64_t since;

	for (size_t i = 0; i <= r->waits.pools.count; i++) {
		const char *pool = i ? r->waits.pools.names[i - 1] : NULL;
		autofree char *line = NULL;

		since = pause_since(home, pool);
		if (!since)
			continue;
		text_time_local(since, when);
		line = pool ? mem_printf("pool %s is paused since %s: mj "
					 "resume %s",
					 pool, when, pool)
			    : mem_printf("everything is paused since %s: mj "
					 "resume",
					 when);
		screen_put(s, line, INK_ODD, out);
		buf_putc(out, '\n');
	}
}
