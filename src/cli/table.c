/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define GAP 2

static bool
starts_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

size_t
table_width(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += starts_character(*text);
	return n;
}

void
table_cell(struct table *t, const char *text)
{
	bool last = t->count % t->column_count == t->column_count - 1;
	char *cell = mem_copy(text && *text ? text : last ? "" : "-");

	for (char *c = cell; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	t->cells = mem_grow(t->cells, t->count, &t->cap, sizeof(char *));
	t->cells[t->count++] = cell;
}

static void
pad(struct buf *out, size_t n)
{
	while (n-- > 0)
		buf_putc(out, ' ');
}

/* The first max characters of text. */
static void
add_cut(struct buf *out, const char *text, size_t max)
{
	size_t n = 0;

	for (; *text; text++) {
		n += starts_character(*text);
		if (n > max)
			return;
		buf_putc(out, *text);
	}
}

static void
render_row(const struct table *t, char *const *row, const size_t *widths,
	   size_t width, struct buf *out)
{
	size_t used = 0, last = t->column_count - 1;

	for (size_t i = 0; i < last; i++) {
		const char *text = row ? row[i] : t->columns[i].title;
		size_t room = widths[i] - table_width(text);

		pad(out, t->columns[i].right ? room : 0);
		buf_puts(out, text);
		pad(out, (t->columns[i].right ? 0 : room) + GAP);
		used += widths[i] + GAP;
	}
	/* Where nothing sensible is left, a terminal may as well wrap. */
	add_cut(out, row ? row[last] : t->columns[last].title,
		width > used + 10 ? width - used : (size_t)-1);
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_putc(out, '\n');
}

void
table_render(const struct table *t, size_t width, struct buf *out)
{
	autofree size_t *widths = mem_new(t->column_count, sizeof(*widths));

	for (size_t i = 0; i < t->column_count; i++)
		widths[i] = table_width(t->columns[i].title);
	for (size_t i = 0; i < t->count; i++) {
		size_t len = table_width(t->cells[i]);
		size_t *most = &widths[i % t->column_count];

		if (len > *most)
			*most = len;
	}
	render_row(t, NULL, widths, width, out);
	for (size_t i = 0; i + t->column_count <= t->count;
	     i += t->column_count)
		render_row(t, &t->cells[i], widths, width, out);
}

void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->cells[i]);
	free(t->cells);
	t->cells = NULL;
	t->count = t->cap = 0;
}
