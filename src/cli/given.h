/* SPDX-License-Identifier: Apache-2.0 */
/* Variables given on the command line, or in files that it names. */
#ifndef MJ_GIVEN_H
#define MJ_GIVEN_H

#include "base/err.h"
#include "model/job.h"
#include "store/capture.h"

/*
 * Put K=V, or K as it is in our own environment, into a list; option is named in errors.
 * Return 0, or -1 with *e.
 */
int given_put(struct env_list *to, const char *option, const char *text,
	      struct err *e);

/* Put what a file says, a line K=V each; empty ones and those with '#' say nothing. */
int given_read(struct env_list *to, const char *file, struct err *e);

/* Return 0 if each variable of a task has a value, in its spec or given, or -1 with *e. */
int given_check(const struct capture *capture, const struct task *t,
		struct err *e);

#endif
