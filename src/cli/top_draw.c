/* SPDX-License-Identifier: Apache-2.0 */
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/board.h"
#include "cli/top_parts.h"
#include "cli/width.h"
#include "os/sys.h"

#define ROWS_ABOVE 2 /* counts and limits */

static const struct {
	short colour; /* -1: that of the terminal */
	attr_t attribute;
} inks[INK_COUNT] = {
	[INK_PLAIN] = {-1, A_NORMAL},	     [INK_TITLE] = {-1, A_BOLD},
	[INK_FAINT] = {-1, A_DIM},	     [INK_GOOD] = {COLOR_GREEN, A_NORMAL},
	[INK_BUSY] = {COLOR_CYAN, A_NORMAL}, [INK_WAIT] = {COLOR_BLUE, A_NORMAL},
	[INK_ODD] = {COLOR_YELLOW, A_NORMAL}, [INK_BAD] = {COLOR_RED, A_BOLD},
};

void
top_open_inks(const struct top *t)
{
	if (!t->order.colour || !has_colors())
		return;
	start_color();
	use_default_colors();
	for (short i = 0; i < INK_COUNT; i++)
		init_pair((short)(i + 1), inks[i].colour, -1);
}

static void
put(const char *text, enum ink ink, bool colour)
{
	attr_t now = inks[ink].attribute;

	if (colour)
		now |= (attr_t)COLOR_PAIR(ink + 1);
	attron(now);
	addstr(text);
	attroff(now);
}

/* The pen that writes on the screen. */
struct brush {
	struct pen pen;
	bool colour;
};

static void
put_piece(struct pen *pen, const char *text, enum ink ink)
{
	const struct brush *b = (const struct brush *)(void *)pen;

	put(text, ink, b->colour);
}

void
top_put_line(const struct top *t, int row, const char *text, enum ink ink)
{
	autobuf struct buf line = BUF_INIT, cut = BUF_INIT;

	buf_add(&line, text, strcspn(text, "\n"));
	width_add(&cut, buf_text(&line), t->screen.columns, t->screen.utf8);
	move(row, 0);
	put(buf_text(&cut), ink, t->order.colour);
}

static void
draw_above(const struct top *t)
{
	autobuf struct buf counts = BUF_INIT, limits = BUF_INIT;
	char now[TEXT_TIME_SIZE];
	size_t columns = t->screen.columns;

	buf_puts(&counts, "mj top  ");
	board_counts(&t->roster, &t->screen, &counts);
	top_put_line(t, 0, buf_text(&counts), INK_TITLE);
	text_time_local(t->roster.now_ms, now);
	if (columns > width_of(buf_text(&counts)) + 12) {
		move(0, (int)columns - 8);
		put(now + 11, INK_FAINT, t->order.colour);
	}
	board_limits(t->home, &t->roster, &limits);
	top_put_line(t, 1, buf_text(&limits), INK_FAINT);
}

/* The row of the table that has job i. */
static size_t
row_of(const struct roster *r, size_t i)
{
	size_t row = 0;

	for (size_t k = 0; k < i; k++)
		row += 1 + r->list[k].task_count;
	return row;
}

/* Let the bar be in sight, and no room be left below. */
static void
scroll_to(struct top *t, size_t row, size_t rows)
{
	if (t->first > row)
		t->first = row;
	if (row >= t->first + t->page)
		t->first = row - t->page + 1;
	if (t->first + t->page > rows)
		t->first = rows > t->page ? rows - t->page : 0;
}

static void
draw_rows(struct top *t, int above)
{
	struct brush brush = {{put_piece, t->screen.utf8}, t->order.colour};
	struct board b;
	struct fit fit;
	size_t rows, bar = row_of(&t->roster, t->at);

	board_fill(&b, &t->roster, &t->screen, t->order.utc);
	rows = table_rows(&b.table);
	table_fit(&b.table, t->screen.columns, &fit);
	t->page = t->screen.rows > (unsigned)above + 2
			  ? t->screen.rows - (unsigned)above - 2
			  : 1;
	scroll_to(t, bar, rows);
	move(above, 0);
	table_line(&b.table, &fit, -1, &brush.pen);
	mvchgat(above, 0, -1, A_BOLD | A_UNDERLINE, 0, NULL);
	for (size_t i = 0; i < t->page && t->first + i < rows; i++) {
		int y = above + 1 + (int)i;

		move(y, 0);
		table_line(&b.table, &fit, (long)(t->first + i), &brush.pen);
		if (t->first + i == bar)
			mvchgat(y, 0, -1, A_REVERSE, 0, NULL);
	}
	table_fit_release(&fit);
	board_release(&b);
}

static void
draw_below(const struct top *t)
{
	int row = (int)t->screen.rows - 1;
	autobuf struct buf line = BUF_INIT;
	const struct roster_job *job = top_job(t);

	if (t->mode == TOP_CONFIRM && job)
		buf_printf(&line, "%s job %u %s?  y: yes, any other key: no",
			   t->asked->command, job->id,
			   job->name ? job->name : "");
	else if (t->mode == TOP_FILTER)
		buf_printf(&line, "filter: %s_  (Enter: keep it, Esc: none)",
			   t->filter);
	else if (*t->message)
		buf_puts(&line, t->message);
	else
		for (size_t i = 0; i < top_key_count; i++)
			if (*top_keys[i].name)
				buf_printf(&line, "%s%s %s", line.len ? "  " : "",
					   top_keys[i].name, top_keys[i].what);
	top_put_line(t, row, buf_text(&line),
		 t->mode == TOP_CONFIRM ? INK_BAD
		 : t->mode == TOP_FILTER || *t->message ? INK_TITLE
							: INK_FAINT);
}

static void
draw_help(const struct top *t)
{
	static const char *const lines[] = {
		"up down, k j     move the bar        PgUp PgDn  by a screen",
		"Home End, g G    to the first, the last",
		"f, Enter         follow the output; ^C comes back",
		"i                show everything about the job; q, Esc come back",
		"c                cancel it, after y",
		"h                hold it, or release it, if it has not started",
		"r                retry it, if it has ended, after y",
		"/                only jobs with a text in number, name, pool,",
		"                 status or details; Esc shows all again",
		"a                also jobs that have ended, or not",
		"v                a row for each task, or not",
		"s                sort by number, run time, name, status",
		"q                quit",
	};
	int row = 0;

	top_put_line(t, row++, "mj top: the keys", INK_TITLE);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		top_put_line(t, ++row, lines[i], INK_PLAIN);
	top_put_line(t, row + 2, "any key goes back", INK_FAINT);
}

static const char *
nothing(const struct top *t)
{
	if (*t->filter)
		return "no job has that in it; Esc shows all";
	return t->order.query.all ? "no such jobs"
				  : "no active jobs; a shows those that have "
				    "ended, too";
}

void
top_draw(struct top *t)
{
	autobuf struct buf pauses = BUF_INIT;
	int above = ROWS_ABOVE;

	erase();
	if (t->mode == TOP_HELP) {
		draw_help(t);
		refresh();
		return;
	}
	if (t->mode == TOP_TEXT) {
		top_text_draw(t);
		refresh();
		return;
	}
	draw_above(t);
	board_pauses(t->home, &t->roster, &t->screen, &pauses);
	if (pauses.len)
		top_put_line(t, above++, buf_text(&pauses), INK_ODD);
	if (*t->filter && t->mode != TOP_FILTER) {
		autobuf struct buf line = BUF_INIT;

		buf_printf(&line, "only what has '%s' in it; Esc shows all",
			   t->filter);
		top_put_line(t, above++, buf_text(&line), INK_ODD);
	}
	if (t->roster.count)
		draw_rows(t, above);
	else
		top_put_line(t, above + 1, nothing(t), INK_PLAIN);
	draw_below(t);
	refresh();
}
