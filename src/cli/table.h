/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of texts in aligned columns, fitted to a width. */
#ifndef MJ_TABLE_H
#define MJ_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "cli/screen.h"

struct column {
	const char *title;
	bool right;    /* aligned */
	unsigned drop; /* where lines are too long, the lowest goes first; 0 stays */
};

struct cell {
	char *text;
	char *brief; /* what does where there is no room for text; NULL */
	enum ink ink;
};

struct table {
	const struct column *columns; /* borrowed */
	size_t column_count;
	struct cell *cells; /* owned; row by row */
	size_t count, cap;
};

/*
 * Add the next cell; NULL and "" are shown as "-", but "" in the last column.
 */
void table_cell(struct table *t, const char *text);
void table_ink(struct table *t, const char *text, enum ink ink);

/* Give the last cell a shorter text. */
void table_brief(struct table *t, const char *brief);

/* Widths that were found for a table. */
struct fit {
	size_t *widths; /* owned; a column that is left out has 0 */
	bool brief;
	size_t width; /* of a line; 0: it may be as long as it is */
};

/*
 * Fit the columns so that lines have at most width characters: by shorter texts, by
 * leaving out columns, at last by cutting.  0: lines are as long as they are.
 */
void table_fit(const struct table *t, size_t width, struct fit *fit);
void table_fit_release(struct fit *fit);

/* Who gets the pieces of a line, in order. */
struct pen {
	void (*put)(struct pen *p, const char *text, enum ink ink);
	bool utf8;
};

/* Give row i, or with -1 the titles, to the pen; no newline. */
void table_line(const struct table *t, const struct fit *fit, long i,
		struct pen *pen);

/* The rows there are. */
size_t table_rows(const struct table *t);

/* Append the titles and the first max rows as the screen shows them. */
void table_draw(const struct table *t, const struct screen *s, size_t max,
		struct buf *out);
void table_release(struct table *t);

#endif
