/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text as a terminal shows it: characters of no, one or two columns, and nothing that
 * moves its cursor, changes the direction of the text, or is no UTF-8: each such byte or
 * character is shown as '?'.
 */
#ifndef MJ_WIDTH_H
#define MJ_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

#define WIDTH_ALL ((size_t)-1)

/* A character of a text. */
struct glyph {
	const char *bytes; /* "?" for what must not be shown */
	size_t len;
	size_t columns;
};

/* The character at *text, which is not at its end; *text is moved behind it. */
struct glyph width_next(const char **text);

/* The columns that text takes. */
size_t width_of(const char *text);

/*
 * Append text, cut with an ellipsis to at most max columns; what is not ASCII only with
 * utf8.  Return the columns it took.
 */
size_t width_add(struct buf *out, const char *text, size_t max, bool utf8);

/*
 * Append a text of ours, which may have colours, broken into lines of at most columns (0: any)
 * after commas and semicolons, or where that is not enough between words; what follows the
 * first line is indented.
 */
void width_fold(const char *text, size_t columns, struct buf *out);

/* Append text without its control sequences: colours and the like. */
void width_strip(const char *text, struct buf *out);

#endif
