/* SPDX-License-Identifier: Apache-2.0 */
/* What a task's setup and run are started with: words, environment, directory, limits. */
#ifndef MJ_COMMAND_H
#define MJ_COMMAND_H

#include "base/err.h"
#include "engine/attempt.h"
#include "store/capture.h"

struct command {
	const struct attempt_order *order; /* borrowed */
	const struct capture *capture;	  /* borrowed */
	struct env_list env;		  /* the task's environment */
	char *dir;			  /* its working directory */
	char *shell;
};

/*
 * Read the captured environment into *capture and make the command's from it, which
 * borrows it.  Return 0, or -1 with *e.
 */
int command_prepare(struct command *c, const struct attempt_order *order,
		    struct capture *capture, struct err *e);

void command_release(struct command *c);

/*
 * Take on the captured niceness and limits, as far as the hard ones in force allow; what
 * was cut is said to out.
 */
void command_settings(const struct capture *capture, int out);

/*
 * Start step ("setup" or "run") for the attempt a: a->main and a->started_boot_ms are
 * set.  The new process notes itself in the record, then execs.  Return 0 once it has
 * exec'ed, else the errno of what failed, and that in *e; no process is left then.
 */
int command_start(struct command *c, const char *step, struct attempt *a,
		  struct err *e);

#endif
