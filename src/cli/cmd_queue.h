/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of mj queue share. */
#ifndef MJ_CMD_QUEUE_H
#define MJ_CMD_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/roster.h"
#include "cli/screen.h"
#include "store/home.h"

struct queue {
	struct home home;
	struct roster_query query;
	struct roster roster;
	struct screen screen;
	enum colour colour;
	bool json, utc, watch;
	int64_t interval_ms; /* between two looks, with watch */
};

/*
 * Append what is paused, the rows, and on a terminal what they come to; of all that so much
 * that it has at most height lines (0: any), and how many rows are left out.
 */
void queue_frame(const struct queue *q, unsigned height, struct buf *out);

/* Print an object for each row. */
void queue_json(const struct queue *q);

/*
 * Show the rows again and again until ^C, q or another signal to end; the terminal is as
 * it was then.  Return the exit status.
 */
int queue_watch(struct queue *q);

#endif
