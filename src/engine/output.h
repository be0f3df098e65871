/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a pipe into a log: what the command prints, or its errors with `log = split`.
 * Both the runner and its controller have both ends of each pipe, so that either may die.
 */
#ifndef MJ_OUTPUT_H
#define MJ_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "store/home.h"
#include "store/logs.h"

struct output {
	const struct home *home; /* borrowed */
	uint32_t job;
	int pipe[2];	    /* owned; -1: the errors go with the output */
	char *path;	    /* owned: the log's; NULL without a pipe */
	int log;	    /* owned; -1: could not be opened yet */
	uint64_t max;	    /* bytes of the disk it may take; 0: no limit */
	uint64_t hole_end;  /* of what was freed after its head; LOG_HEAD: nothing was */
	bool full;	    /* at its limit where holes cannot be made, and that was said */
	uint64_t lost;	    /* bytes dropped and not told of yet */
};

/* An output that has no pipe. */
#define OUTPUT_NONE {.pipe = {-1, -1}, .log = -1}

/*
 * The pipes of an attempt, that of its errors only if split, else -1; as long as enough
 * descriptors stay for locks and notes.  Return 0, or -1 with errno.
 */
int output_pipes(int (*pipes)[2], bool split);
void output_close(int (*pipes)[2]);

/* Open the log for the first time. */
void output_open(struct output *o);

/* Move what the pipe holds into the log; never blocks on the pipe. */
void output_pump(struct output *o);

/* Close and free what it owns. */
void output_release(struct output *o);

#endif
