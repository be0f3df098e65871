/* SPDX-License-Identifier: Apache-2.0 */
/* mj top: the jobs on a whole screen, and keys for what is done with them. */
#ifndef MJ_TOP_H
#define MJ_TOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/roster.h"
#include "store/home.h"

struct top_order {
	const char *mj; /* the program that commands are given to */
	struct roster_query query;
	bool colour, utc;
	int64_t interval_ms; /* between two looks */
};

/*
 * Show the jobs until q or a signal ends it; the terminal is as it was then.  It only
 * reads; what keys ask for is done by commands of their own.  Return the exit status.
 */
int top_run(struct home *home, const struct top_order *order);

#endif
