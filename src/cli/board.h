/* SPDX-License-Identifier: Apache-2.0 */
/* A roster as a table, and what it comes to. */
#ifndef MJ_BOARD_H
#define MJ_BOARD_H

#include <stdbool.h>

#include "cli/roster.h"
#include "cli/screen.h"
#include "cli/table.h"
#include "store/home.h"

enum board_column {
	BOARD_ID,
	BOARD_TASK,
	BOARD_NAME,
	BOARD_STATUS,
	BOARD_POOL,
	BOARD_SUBMITTED,
	BOARD_TOTAL,
	BOARD_RUN,
	BOARD_RECOVERIES,
	BOARD_PROGRESS,
	BOARD_DETAILS,
	BOARD_COLUMNS
};

struct board {
	struct table table;
	struct column columns[BOARD_COLUMNS];
};

/* Fill *b, for the screen; utc says that times are in UTC.  board_release is due. */
void board_fill(struct board *b, const struct roster *r,
		const struct screen *s, bool utc);
void board_release(struct board *b);

/* Append a line on how many jobs there are of each status. */
void board_counts(const struct roster *r, const struct screen *s,
		  struct buf *out);

/* Append a line on the limits in force, and how much of them is in use. */
void board_limits(const struct home *home, const struct roster *r,
		  struct buf *out);

/* Append a line for each thing that is paused. */
void board_pauses(const struct home *home, const struct roster *r,
		  const struct screen *s, struct buf *out);

#endif
