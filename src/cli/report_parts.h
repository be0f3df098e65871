/* SPDX-License-Identifier: Apache-2.0 */
/* What pages are made of. */
#ifndef MJ_REPORT_PARTS_H
#define MJ_REPORT_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* An entry of a list of facts; nothing for no text. */
void report_fact(struct buf *out, const char *name, const char *text, bool wide);
void report_fact_time(struct buf *out, const char *name, int64_t wall_ms);
void report_fact_span(struct buf *out, const char *name, int64_t ms);

/* A <time> as people read it, local or UTC; nothing for 0. */
void report_time(struct buf *out, int64_t wall_ms);

/* A span, nothing below 0. */
void report_span(struct buf *out, int64_t ms);

/* Begin and end a cell; of is the column's title, which narrow pages show beside it. */
void report_cell(struct buf *out, const char *of, bool number);
void report_cell_end(struct buf *out);

/* A whole cell of text. */
void report_cell_text(struct buf *out, const char *of, const char *text);

/*
 * The head of a table with these columns, of which those with '#' before them are numbers;
 * and its end.
 */
void report_table(struct buf *out, const char *const *titles, size_t count);
void report_table_end(struct buf *out);

/* When it was made, of which home, by which version. */
void report_footer(struct buf *out, const char *home, int64_t now_ms);

#endif
