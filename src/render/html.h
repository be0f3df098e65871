/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pages: everything in one file, nothing loaded, no scripts; light or dark as the reader
 * has it.  What is not ours is escaped, and bytes that are no text become U+FFFD.
 */
#ifndef MJ_HTML_H
#define MJ_HTML_H

#include <stddef.h>

#include "base/buf.h"
#include "model/state.h"

/* The page up to where its content begins, and from where it ends. */
void html_begin(struct buf *out, const char *title);
void html_end(struct buf *out);

/* Append text, harmless in an element or in an attribute within double quotes. */
void html_text(struct buf *out, const char *text);

/* The same, cut with an ellipsis to at most max characters. */
void html_short(struct buf *out, const char *text, size_t max);

/*
 * The bytes of a log as a terminal would leave them: colours are dropped, and of a line
 * that a carriage return began anew the last text is left.
 */
void html_log(struct buf *out, const char *bytes, size_t len);

/* The name of a status in its colour. */
void html_status(struct buf *out, enum status status);

/* A section with its heading, and its end. */
void html_section(struct buf *out, const char *heading);
void html_section_end(struct buf *out);

#endif
