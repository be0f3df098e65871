/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A graph as lines of text: a task a line, from top to bottom, and to the left of them
 * lanes that lead from each task to those that come after it.
 *
 *	● fetch
 *	├─● train
 *	● │ test
 *	│ │
 *	●─╯ publish
 *
 * A lane ends in the task that it turns to.  A line that crosses one (─│─) does not touch
 * it.  Tasks that stand on each other are connected only if there is a line between them.
 */
#ifndef MJ_LANES_H
#define MJ_LANES_H

#include <stdbool.h>
#include <stddef.h>

#include "render/graph.h"

#define LANES_NO_NODE ((size_t)-1)

struct lanes_row {
	char *text;   /* owned: the lanes, without blanks at its end */
	size_t width; /* its characters */
	size_t node;  /* whose line it is, LANES_NO_NODE: it only connects */
};

struct lanes {
	struct lanes_row *rows; /* owned */
	size_t count, cap;
	size_t width; /* of the widest row */
};

/*
 * Draw g into *out, which is empty; ascii: with no other characters.  Each task comes
 * after those it depends on, and close to them.
 */
void lanes_draw(const struct graph *g, bool ascii, struct lanes *out);
void lanes_release(struct lanes *l);

#endif
