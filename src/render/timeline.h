/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happened when, as a picture for a page: a row a task (or a job), a bar an attempt.
 * It is as wide as the page gives it room for.
 */
#ifndef MJ_TIMELINE_H
#define MJ_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct timeline_bar {
	int64_t wait_ms;  /* since when it was waited for, a dotted line; 0 no */
	int64_t from_ms, until_ms;
	int64_t setup_ms; /* until when it was set up, paler; 0 never */
	const char *group; /* how it looks, see graph_look */
	char *title;	   /* owned: what it is, for who points at it */
};

struct timeline_row {
	char *label, *note; /* owned: to the left and to the right above the bars */
	struct timeline_bar *bars; /* owned */
	size_t count, cap;
};

struct timeline {
	int64_t from_ms, until_ms; /* all bars are in between */
	struct timeline_row *rows; /* owned */
	size_t count, cap;
};

/* A new last row, and a new last bar of a row; the texts are taken. */
struct timeline_row *timeline_row(struct timeline *t, char *label, char *note);
struct timeline_bar *timeline_bar(struct timeline_row *row, char *title);

/* Append the picture, an <svg> with a <rect class="attempt …"> for each bar. */
void timeline_render(const struct timeline *t, struct buf *out);
void timeline_release(struct timeline *t);

/* The step between the marks of an axis that is whole_ms long: a round one, at most 5 of them. */
int64_t timeline_step(int64_t whole_ms);

#endif
