/* SPDX-License-Identifier: Apache-2.0 */
#include "render/timeline.h"

#include <stdlib.h>

#include "base/mem.h"
#include "render/html.h"

enum {
	TOP = 22, /* what the axis takes, px */
	ROW = 38,
	BAR_TOP = 18, /* in its row */
	BAR = 13,
	MARKS_MAX = 5,
	LABEL_MAX = 34, /* characters */
};

struct timeline_row *
timeline_row(struct timeline *t, char *label, char *note)
{
	t->rows = mem_grow(t->rows, t->count, &t->cap, sizeof(*t->rows));
	t->rows[t->count] = (struct timeline_row){.label = label, .note = note};
	return &t->rows[t->count++];
}

struct timeline_bar *
timeline_bar(struct timeline_row *row, char *title)
{
	row->bars = mem_grow(row->bars, row->count, &row->cap,
			     sizeof(*row->bars));
	row->bars[row->count] = (struct timeline_bar){.title = title};
	return &row->bars[row->count++];
}

int64_t
timeline_step(int64_t whole_ms)
{
	static const int64_t steps[] = {
		10,	20,	 50,	   100,	     200,      500,
		1000,	2000,	 5000,	   10000,    15000,    30000,
		60000,	120000,	 300000,   600000,   900000,   1800000,
		3600000, 7200000, 10800000, 21600000, 43200000, 86400000,
	};
	size_t last = sizeof(steps) / sizeof(steps[0]) - 1;
	int64_t step;

	for (size_t i = 0; i < last; i++)
		if (whole_ms / steps[i] < MARKS_MAX)
			return steps[i];
	for (step = steps[last]; whole_ms / step >= MARKS_MAX;)
		step *= 2;
	return step;
}

/* Where a moment is, in percent of the whole. */
static void
put_percent(struct buf *out, const struct timeline *t, int64_t ms)
{
	int64_t whole = t->until_ms - t->from_ms, at = ms - t->from_ms;
	int64_t milli;

	at = at < 0 ? 0 : at > whole ? whole : at;
	milli = whole > 0 ? (int64_t)((double)at * 100000 / (double)whole) : 0;
	buf_printf(out, "%lld.%03lld%%", (long long)(milli / 1000),
		   (long long)(milli % 1000));
}

static void
put_span(struct buf *out, const char *name, const struct timeline *t,
	 int64_t ms)
{
	buf_printf(out, " %s=\"", name);
	put_percent(out, t, ms);
	buf_putc(out, '"');
}

/* x and width of what lasted from one moment to another. */
static void
put_extent(struct buf *out, const struct timeline *t, int64_t from,
	   int64_t until)
{
	until = until > t->until_ms ? t->until_ms : until;
	put_span(out, "x", t, from);
	put_span(out, "width", t, until > from ? t->from_ms + until - from
					       : t->from_ms);
}

/* A round span, without the parts that are 0. */
static void
put_round(struct buf *out, int64_t ms)
{
	static const struct {
		int64_t ms;
		char name;
	} units[] = {{86400000, 'd'}, {3600000, 'h'}, {60000, 'm'}};
	const char *gap = "";

	if (ms == 0)
		buf_puts(out, "0");
	for (int i = 0; i < 3; i++) {
		if (ms >= units[i].ms) {
			buf_printf(out, "%s%lld%c", gap,
				   (long long)(ms / units[i].ms),
				   units[i].name);
			gap = " ";
		}
		ms %= units[i].ms;
	}
	if (ms % 1000)
		buf_printf(out, "%s%lld.%02llds", gap, (long long)(ms / 1000),
			   (long long)(ms % 1000 / 10));
	else if (ms)
		buf_printf(out, "%s%llds", gap, (long long)(ms / 1000));
}

static void
put_mark(struct buf *out, const struct timeline *t, int64_t ms, size_t height)
{
	int64_t whole = t->until_ms - t->from_ms, at = ms - t->from_ms;

	buf_puts(out, "<line class=\"grid\"");
	put_span(out, "x1", t, ms);
	put_span(out, "x2", t, ms);
	buf_printf(out, " y1=\"%d\" y2=\"%zu\"/><text class=\"small\"", TOP - 6,
		   height);
	put_span(out, "x", t, ms);
	buf_printf(out, " y=\"11\" text-anchor=\"%s\">",
		   at == 0		     ? "start"
		   : at > whole - whole / 20 ? "end"
					     : "middle");
	put_round(out, at);
	buf_puts(out, "</text>\n");
}

static void
put_bar(struct buf *out, const struct timeline *t,
	const struct timeline_bar *b, size_t y)
{
	if (b->wait_ms && b->wait_ms < b->from_ms) {
		buf_puts(out, "<line class=\"wait\"");
		put_span(out, "x1", t, b->wait_ms);
		put_span(out, "x2", t, b->from_ms);
		buf_printf(out, " y1=\"%zu\" y2=\"%zu\"/>", y + BAR / 2,
			   y + BAR / 2);
	}
	buf_printf(out, "<g><title>");
	html_text(out, b->title);
	buf_printf(out, "</title><rect class=\"attempt %s\" rx=\"2\" y=\"%zu\""
			" height=\"%d\"",
		   b->group, y, BAR);
	put_extent(out, t, b->from_ms, b->until_ms);
	buf_puts(out, "/>");
	if (b->setup_ms > b->from_ms) {
		buf_printf(out, "<rect class=\"setup\" y=\"%zu\" height=\"%d\"",
			   y, BAR);
		put_extent(out, t, b->from_ms, b->setup_ms);
		buf_puts(out, "/>");
	}
	buf_puts(out, "</g>\n");
}

static void
put_row(struct buf *out, const struct timeline *t, const struct timeline_row *r,
	size_t y)
{
	buf_printf(out, "<text x=\"0\" y=\"%zu\">", y + 12);
	html_short(out, r->label, LABEL_MAX);
	buf_printf(out, "</text><text class=\"small\" x=\"100%%\" y=\"%zu\" "
			"text-anchor=\"end\">",
		   y + 12);
	html_text(out, r->note);
	buf_puts(out, "</text>\n");
	for (size_t i = 0; i < r->count; i++)
		put_bar(out, t, &r->bars[i], y + BAR_TOP);
}

void
timeline_render(const struct timeline *t, struct buf *out)
{
	size_t height = TOP + t->count * ROW;
	int64_t step = timeline_step(t->until_ms - t->from_ms);

	buf_printf(out, "<svg class=\"timeline\" role=\"img\" "
			"aria-label=\"timeline\" width=\"100%%\" "
			"height=\"%zu\">\n",
		   height);
	for (int64_t at = t->from_ms; at <= t->until_ms; at += step)
		put_mark(out, t, at, height);
	for (size_t i = 0; i < t->count; i++)
		put_row(out, t, &t->rows[i], TOP + i * ROW);
	buf_puts(out, "</svg>\n");
}

void
timeline_release(struct timeline *t)
{
	for (size_t i = 0; i < t->count; i++) {
		for (size_t k = 0; k < t->rows[i].count; k++)
			free(t->rows[i].bars[k].title);
		free(t->rows[i].bars);
		free(t->rows[i].label);
		free(t->rows[i].note);
	}
	free(t->rows);
	*t = (struct timeline){0};
}
