/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of texts in aligned columns. */
#ifndef MJ_TABLE_H
#define MJ_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct column {
	const char *title;
	bool right; /* aligned */
};

struct table {
	const struct column *columns; /* borrowed */
	size_t column_count;
	char **cells; /* owned; row by row */
	size_t count, cap;
};

/*
 * Add the next cell; NULL and "" are shown as "-", but "" in the last column.
 */
void table_cell(struct table *t, const char *text);

/*
 * Append the table with its titles to *out; the last column is cut so that
 * lines fit in width characters (0: as long as they are).  Bytes that move a
 * terminal's cursor become '?'.
 */
void table_render(const struct table *t, size_t width, struct buf *out);
void table_release(struct table *t);

/* The characters of a UTF-8 text. */
size_t table_width(const char *text);

#endif
