/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/width.h"

#define GAP 2
#define LAST_MIN 24   /* what the last column should have at least */
#define SQUEEZE_MIN 8 /* of another one that must be cut */

void
table_ink(struct table *t, const char *text, enum ink ink)
{
	bool last = t->count % t->column_count == t->column_count - 1;

	t->cells = mem_grow(t->cells, t->count, &t->cap, sizeof(*t->cells));
	t->cells[t->count++] = (struct cell){
		.text = mem_copy(text && *text ? text : last ? "" : "-"),
		.ink = text && *text ? ink : INK_FAINT,
	};
}

void
table_cell(struct table *t, const char *text)
{
	table_ink(t, text, INK_PLAIN);
}

void
table_brief(struct table *t, const char *brief)
{
	struct cell *cell = &t->cells[t->count - 1];

	free(cell->brief);
	cell->brief = mem_copy(brief);
}

size_t
table_rows(const struct table *t)
{
	return t->count / t->column_count;
}

static const struct cell *
cell_at(const struct table *t, size_t row, size_t column)
{
	return &t->cells[row * t->column_count + column];
}

static const char *
shown(const struct cell *cell, bool brief)
{
	return brief && cell->brief ? cell->brief : cell->text;
}

/* Whether the column tells nothing. */
static bool
is_empty(const struct table *t, size_t column)
{
	for (size_t i = 0; i < table_rows(t); i++)
		if (strcmp(cell_at(t, i, column)->text, "-"))
			return false;
	return true;
}

static void
measure(const struct table *t, struct fit *fit, size_t column)
{
	size_t *most = &fit->widths[column];

	*most = width_of(t->columns[column].title);
	for (size_t i = 0; i < table_rows(t); i++) {
		size_t n = width_of(shown(cell_at(t, i, column), fit->brief));

		if (n > *most)
			*most = n;
	}
}

/* What stands before the last column. */
static size_t
used(const struct table *t, const struct fit *fit)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < t->column_count; i++)
		n += fit->widths[i] ? fit->widths[i] + GAP : 0;
	return n;
}

static void
use_briefs(const struct table *t, struct fit *fit)
{
	fit->brief = true;
	for (size_t i = 0; i + 1 < t->column_count; i++)
		if (fit->widths[i])
			measure(t, fit, i);
}

/* Leave out a column: one that tells nothing, or the first to go. */
static bool
leave_out(const struct table *t, struct fit *fit, bool empty)
{
	size_t found = t->column_count;

	for (size_t i = 0; i + 1 < t->column_count; i++) {
		if (!fit->widths[i] || !t->columns[i].drop ||
		    (empty && !is_empty(t, i)))
			continue;
		if (found == t->column_count ||
		    t->columns[i].drop < t->columns[found].drop)
			found = i;
	}
	if (found == t->column_count)
		return false;
	fit->widths[found] = 0;
	return true;
}

/* Cut the widest of what is left by what is too much. */
static bool
squeeze(const struct table *t, struct fit *fit, size_t much)
{
	size_t widest = 0, *width;

	for (size_t i = 0; i + 1 < t->column_count; i++)
		if (fit->widths[i] > fit->widths[widest])
			widest = i;
	width = &fit->widths[widest];
	if (*width <= SQUEEZE_MIN)
		return false;
	*width = *width > SQUEEZE_MIN + much ? *width - much : SQUEEZE_MIN;
	return true;
}

/* Make the columns give way as long as the last has less than it should. */
static void
give_way(const struct table *t, struct fit *fit, size_t want)
{
	while (used(t, fit) + want > fit->width)
		if (!leave_out(t, fit, false) &&
		    !squeeze(t, fit, used(t, fit) + want - fit->width))
			return;
}

void
table_fit(const struct table *t, size_t width, struct fit *fit)
{
	size_t last = t->column_count - 1, want;

	*fit = (struct fit){.width = width,
			    .widths = mem_new(t->column_count,
					      sizeof(*fit->widths))};
	for (size_t i = 0; i < t->column_count; i++)
		measure(t, fit, i);
	if (!width)
		return;
	want = fit->widths[last];
	while (used(t, fit) + want > width && leave_out(t, fit, true))
		continue;
	if (used(t, fit) + want > width)
		use_briefs(t, fit);
	give_way(t, fit, want < LAST_MIN ? want : LAST_MIN);
	fit->widths[last] = width > used(t, fit) ? width - used(t, fit) : 0;
}

void
table_fit_release(struct fit *fit)
{
	free(fit->widths);
	fit->widths = NULL;
}

static void
put_spaces(struct pen *pen, size_t n)
{
	static const char spaces[] = "                ";

	for (; n >= sizeof(spaces); n -= sizeof(spaces) - 1)
		pen->put(pen, spaces, INK_PLAIN);
	if (n > 0)
		pen->put(pen, spaces + sizeof(spaces) - 1 - n, INK_PLAIN);
}

void
table_line(const struct table *t, const struct fit *fit, long row,
	   struct pen *pen)
{
	size_t last = t->column_count - 1, owed = 0, room = fit->width;

	for (size_t i = 0; i <= last; i++) {
		autobuf struct buf text = BUF_INIT;
		size_t width = fit->widths[i], taken;
		bool right = t->columns[i].right && i < last;
		const struct cell *cell =
			row < 0 ? NULL : cell_at(t, (size_t)row, i);

		if (!width)
			continue;
		if (fit->width && width > room - owed)
			width = room - owed;
		taken = width_add(&text,
				  cell ? shown(cell, fit->brief)
				       : t->columns[i].title,
				  fit->width ? width : WIDTH_ALL, pen->utf8);
		owed += right ? width - taken : 0;
		if (taken > 0) {
			put_spaces(pen, owed);
			pen->put(pen, buf_text(&text),
				 cell ? cell->ink : INK_TITLE);
			room -= fit->width ? owed + taken : 0;
			owed = 0;
		}
		owed += GAP + (right ? 0 : width - taken);
		if (fit->width && owed >= room)
			break;
	}
}

/* The pen that writes control sequences. */
struct ansi {
	struct pen pen;
	const struct screen *screen;
	struct buf *out;
};

static void
put_ansi(struct pen *pen, const char *text, enum ink ink)
{
	struct ansi *a = (struct ansi *)(void *)pen;

	screen_put(a->screen, text, ink, a->out);
}

void
table_draw(const struct table *t, const struct screen *s, size_t max,
	   struct buf *out)
{
	size_t rows = table_rows(t) < max ? table_rows(t) : max;
	struct ansi a = {{put_ansi, s->utf8}, s, out};
	struct fit fit;

	table_fit(t, s->columns, &fit);
	for (long i = -1; i < (long)rows; i++) {
		table_line(t, &fit, i, &a.pen);
		buf_putc(out, '\n');
	}
	table_fit_release(&fit);
}

void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->cells[i].text);
		free(t->cells[i].brief);
	}
	free(t->cells);
	t->cells = NULL;
	t->count = t->cap = 0;
}
