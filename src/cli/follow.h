/* SPDX-License-Identifier: Apache-2.0 */
/* Writing the output of a job to stdout, as it comes. */
#ifndef MJ_FOLLOW_H
#define MJ_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

struct follow {
	const char *task; /* NULL: all of them, with prefixes if several */
	unsigned attempt; /* 0: the last one, and those that come */
	int64_t tail;	  /* lines to begin with; -1: all */
	bool only_output; /* of logs that are split */
	bool only_errors;
	bool controller;  /* the controller's log instead of the tasks' */
	bool launch;	  /* what the programs of its pool printed, instead */
	bool launched;	  /* by this very command */
	bool progress;	  /* of several tasks, on a terminal: what they do (see progress.h) … */
	bool logs;	  /* … and all of their output */
	bool once;	  /* what there is now, without waiting for the end */
};

#define FOLLOW_INIT                                                            \
	{                                                                      \
		.tail = -1                                                     \
	}

/*
 * Write the job's output to stdout until nothing more can come; stderr tells why it waits
 * for long, and how it ended unless it succeeded.  Return the exit status: that of `mj wait`,
 * 0 with once, CLI_ERROR if stdout cannot be written (with launched again that of `mj wait`:
 * the job is submitted); or -1 with *e.
 */
int follow_job(const struct home *home, uint32_t job,
	       const struct follow *options, struct err *e);

#endif
