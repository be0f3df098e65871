/* SPDX-License-Identifier: Apache-2.0 */
/* What a command printed, on the screen, to be read up and down. */
#include <curses.h>
#include <string.h>

#include "base/mem.h"
#include "cli/top_parts.h"
#include "cli/width.h"

#define ESCAPE 27

/* The bytes of a line (len of them) that one row takes. */
static size_t
row_length(const char *line, size_t len, size_t columns)
{
	const char *at = line;
	size_t used = 0;

	while (at < line + len) {
		const char *next = at;

		used += width_next(&next).columns;
		if (used > columns && at > line)
			break;
		at = next;
	}
	return (size_t)(at - line);
}

/* Draw the rows that are in sight.  Return how many there are at all. */
static size_t
draw_rows(const struct top *t, size_t room)
{
	const char *at = buf_text(&t->text);
	size_t row = 0, first = t->text_first;

	for (; *at; row++) {
		size_t line = strcspn(at, "\n");
		size_t len = row_length(at, line, t->screen.columns);
		autofree char *text = mem_copy_n(at, len);

		if (row >= first && row < first + room)
			top_put_line(t, (int)(row - first), text, INK_PLAIN);
		at += len + (len == line && at[len] == '\n');
	}
	return row;
}

void
top_text_draw(struct top *t)
{
	size_t room = t->screen.rows > 2 ? t->screen.rows - 2 : 1;
	size_t rows = draw_rows(t, room);

	t->page = room;
	if (t->text_first + room > rows && t->text_first) {
		t->text_first = rows > room ? rows - room : 0;
		erase();
		draw_rows(t, room);
	}
	top_put_line(t, (int)t->screen.rows - 1,
		     rows > room ? "q, Esc, Enter go back; up, down, PgUp, PgDn, "
				   "Home, End move"
				 : "q, Esc, Enter go back",
		     INK_FAINT);
}

void
top_text_key(struct top *t, int key)
{
	size_t first = t->text_first;

	switch (key) {
	case KEY_UP:
	case 'k':
		t->text_first = first ? first - 1 : 0;
		break;
	case KEY_DOWN:
	case 'j':
		t->text_first++;
		break;
	case KEY_PPAGE:
	case 'b':
		t->text_first = first > t->page ? first - t->page : 0;
		break;
	case KEY_NPAGE:
	case ' ':
		t->text_first += t->page;
		break;
	case KEY_HOME:
	case 'g':
		t->text_first = 0;
		break;
	case KEY_END:
	case 'G':
		t->text_first = t->text.len; /* no more rows than bytes */
		break;
	case ESCAPE:
	case KEY_ENTER:
	case '\n':
	case 'i':
	case 'q':
		t->mode = TOP_LIST;
		break;
	}
}

void
top_text_open(struct top *t, const char *command, uint32_t job)
{
	t->text_first = 0;
	top_ask(t, command, job, &t->text);
	while (t->text.len && t->text.data[t->text.len - 1] == '\n')
		t->text.data[--t->text.len] = '\0';
	t->mode = TOP_TEXT;
}
