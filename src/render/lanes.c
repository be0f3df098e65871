/* SPDX-License-Identifier: Apache-2.0 */
#include "render/lanes.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"

#define FREE ((size_t)-1)
#define SINGLE 8 /* so many lanes are drawn each alone; of more, those that lead to the same are joined */

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, CROSS = 16, NODE = 32 };

static const char *const lines[16] = {
	[0] = " ",
	[UP] = "│",
	[DOWN] = "│",
	[UP | DOWN] = "│",
	[LEFT] = "─",
	[RIGHT] = "─",
	[LEFT | RIGHT] = "─",
	[UP | LEFT] = "╯",
	[UP | RIGHT] = "╰",
	[UP | LEFT | RIGHT] = "┴",
	[DOWN | LEFT] = "╮",
	[DOWN | RIGHT] = "╭",
	[DOWN | LEFT | RIGHT] = "┬",
	[UP | DOWN | LEFT] = "┤",
	[UP | DOWN | RIGHT] = "├",
	[UP | DOWN | LEFT | RIGHT] = "┼",
};

static const char *const plain_lines[16] = {
	[0] = " ",
	[UP] = "|",
	[DOWN] = "|",
	[UP | DOWN] = "|",
	[LEFT] = "-",
	[RIGHT] = "-",
	[LEFT | RIGHT] = "-",
	[UP | LEFT] = "'",
	[UP | RIGHT] = "`",
	[UP | LEFT | RIGHT] = "^",
	[DOWN | LEFT] = ".",
	[DOWN | RIGHT] = ".",
	[DOWN | LEFT | RIGHT] = "v",
	[UP | DOWN | LEFT] = "+",
	[UP | DOWN | RIGHT] = "+",
	[UP | DOWN | LEFT | RIGHT] = "+",
};

struct drawing {
	const struct graph *g;
	struct followers followers;
	bool ascii;
	size_t *lanes;	 /* owned: by column, from which node it leads; or FREE */
	unsigned *cells; /* owned: of the row in hand, by column */
	size_t columns, cap, cell_cap;
	size_t alive;	 /* lanes that are not free */
	size_t *missing; /* by node, dependencies that are not drawn */
	size_t *left;	 /* by node, followers that are not drawn */
	size_t *near;	 /* by node, the last row with a dependency; 0 none */
	size_t above;	 /* the column of the node in the row above; FREE none */
	struct lanes *out;
};

static int
by_index(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool
leads_to(const struct drawing *d, size_t from, size_t node)
{
	const struct followers *f = &d->followers;

	return bsearch(&node, f->list + f->start[from],
		       f->start[from + 1] - f->start[from], sizeof(node),
		       by_index) != NULL;
}

/* Of those that may come now the one whose dependency is nearest above. */
static size_t
choose(const struct drawing *d, const size_t *ready, size_t count)
{
	size_t best = 0;

	for (size_t i = 1; i < count; i++) {
		size_t mine = d->near[ready[i]], other = d->near[ready[best]];

		if (mine > other ||
		    (mine == other && ready[i] < ready[best]))
			best = i;
	}
	return best;
}

/* Make room for a column. */
static void
reach(struct drawing *d, size_t column)
{
	while (d->columns <= column) {
		d->lanes = mem_grow(d->lanes, d->columns, &d->cap,
				    sizeof(*d->lanes));
		d->cells = mem_grow(d->cells, d->columns, &d->cell_cap,
				    sizeof(*d->cells));
		d->lanes[d->columns++] = FREE;
	}
}

static size_t
free_column(struct drawing *d, size_t from)
{
	while (from < d->columns && d->lanes[from] != FREE)
		from++;
	reach(d, from);
	return from;
}

/* The row with no node and no turns: all lanes go down. */
static void
begin_row(struct drawing *d)
{
	for (size_t c = 0; c < d->columns; c++)
		d->cells[c] = d->lanes[c] == FREE ? 0 : UP | DOWN;
}

/* A line from column a to column b, which touches neither of the lanes between. */
static void
connect(struct drawing *d, size_t a, size_t b)
{
	size_t low = a < b ? a : b, high = a < b ? b : a;

	for (size_t c = low; c <= high; c++) {
		if (c > low)
			d->cells[c] |= LEFT;
		if (c < high)
			d->cells[c] |= RIGHT;
	}
}

/* What is above and below a lane that a line crosses stays one line. */
static const char *
glyph(const struct drawing *d, unsigned cell, size_t node)
{
	const char *const *set = d->ascii ? plain_lines : lines;

	if (cell & CROSS)
		return set[UP | DOWN];
	return cell & NODE ? graph_look(d->g->nodes[node].status)->mark
			   : set[cell];
}

static void
end_row(struct drawing *d, size_t node)
{
	struct lanes *l = d->out;
	autobuf struct buf text = BUF_INIT;
	size_t used = d->columns;

	while (used > 0 && !d->cells[used - 1])
		used--;
	for (size_t c = 0; c < used; c++) {
		if (d->ascii && d->cells[c] & NODE)
			buf_putc(&text,
				 graph_look(d->g->nodes[node].status)->ascii);
		else
			buf_puts(&text, glyph(d, d->cells[c], node));
		if (c + 1 < used)
			buf_puts(&text, !(d->cells[c] & RIGHT) ? " "
					: d->ascii	       ? "-"
							       : "─");
	}
	l->rows = mem_grow(l->rows, l->count, &l->cap, sizeof(*l->rows));
	l->rows[l->count++] = (struct lanes_row){
		.text = mem_copy(buf_text(&text)),
		.width = used ? 2 * used - 1 : 0,
		.node = node,
	};
	if (used && 2 * used - 1 > l->width)
		l->width = 2 * used - 1;
}

/*
 * The column a task goes to: that of the first lane that ends in it, else a free one
 * beside the first that leads to it.
 */
static size_t
place(struct drawing *d, size_t node)
{
	size_t first = FREE;

	for (size_t c = 0; c < d->columns; c++) {
		if (d->lanes[c] == FREE || !leads_to(d, d->lanes[c], node))
			continue;
		if (d->left[d->lanes[c]] == 1)
			return c;
		if (first == FREE)
			first = c;
	}
	return free_column(d, first == FREE ? 0 : first + 1);
}

/* The lanes that lead to the task turn to it; those with nobody left end there. */
static void
gather(struct drawing *d, size_t node, size_t column)
{
	size_t low = column, high = column;

	begin_row(d);
	for (size_t c = 0; c < d->columns; c++) {
		if (d->lanes[c] == FREE)
			continue;
		if (!leads_to(d, d->lanes[c], node)) {
			d->cells[c] |= CROSS;
			continue;
		}
		low = c < low ? c : low;
		high = c > high ? c : high;
	}
	connect(d, low, high);
	for (size_t c = 0; c < d->columns; c++) {
		if (d->lanes[c] == FREE || d->cells[c] & CROSS ||
		    d->left[d->lanes[c]] > 1)
			continue;
		d->cells[c] &= ~(unsigned)DOWN;
		d->lanes[c] = FREE;
		d->alive--;
	}
	d->cells[column] |= NODE;
}

/* A lane, another than column, that leads to just those that the task leads to. */
static size_t
same_lane(const struct drawing *d, size_t node, size_t column)
{
	const struct followers *f = &d->followers;

	for (size_t c = 0; c < d->columns; c++) {
		size_t from = d->lanes[c];
		bool same = c != column && from != FREE &&
			    d->left[from] == d->left[node];

		for (size_t i = f->start[node]; same && i < f->start[node + 1];
		     i++)
			same = leads_to(d, from, f->list[i]);
		if (same)
			return c;
	}
	return FREE;
}

/* A row that ends the lane of the task just drawn in another one. */
static void
join(struct drawing *d, size_t column, size_t into)
{
	begin_row(d);
	for (size_t c = 0; c < d->columns; c++)
		if (d->lanes[c] != FREE && c != column && c != into)
			d->cells[c] |= CROSS;
	connect(d, column, into);
	d->cells[column] &= ~(unsigned)DOWN;
	d->lanes[column] = FREE;
	d->alive--;
	end_row(d, LANES_NO_NODE);
}

static void
draw_node(struct drawing *d, size_t node)
{
	const struct graph_node *n = &d->g->nodes[node];
	size_t column = place(d, node), into;

	if (column == d->above && d->lanes[column] != FREE) {
		begin_row(d);
		end_row(d, LANES_NO_NODE);
	}
	gather(d, node, column);
	end_row(d, node);
	d->above = column;
	for (size_t k = 0; k < n->dep_count; k++)
		d->left[n->deps[k]]--;
	if (!d->left[node])
		return;
	d->lanes[column] = node;
	into = ++d->alive > SINGLE ? same_lane(d, node, column) : FREE;
	if (into != FREE)
		join(d, column, into);
}

static void
draw_all(struct drawing *d, size_t *ready, size_t count)
{
	const struct followers *f = &d->followers;

	while (count > 0) {
		size_t at = choose(d, ready, count), node = ready[at];

		ready[at] = ready[--count];
		draw_node(d, node);
		for (size_t i = f->start[node]; i < f->start[node + 1]; i++) {
			d->near[f->list[i]] = d->out->count;
			if (--d->missing[f->list[i]] == 0)
				ready[count++] = f->list[i];
		}
	}
}

void
lanes_draw(const struct graph *g, bool ascii, struct lanes *out)
{
	autofree size_t *missing = mem_new(g->count + 1, sizeof(*missing));
	autofree size_t *left = mem_new(g->count + 1, sizeof(*left));
	autofree size_t *near = mem_new(g->count + 1, sizeof(*near));
	autofree size_t *ready = mem_new(g->count + 1, sizeof(*ready));
	struct drawing d = {.g = g, .ascii = ascii, .missing = missing,
			    .left = left, .near = near, .above = FREE,
			    .out = out};
	size_t count = 0;

	followers_make(g, &d.followers);
	for (size_t i = 0; i < g->count; i++) {
		left[i] = d.followers.start[i + 1] - d.followers.start[i];
		missing[i] = g->nodes[i].dep_count;
		if (!missing[i])
			ready[count++] = i;
	}
	draw_all(&d, ready, count);
	followers_release(&d.followers);
	free(d.lanes);
	free(d.cells);
}

void
lanes_release(struct lanes *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->rows[i].text);
	free(l->rows);
	*l = (struct lanes){0};
}
