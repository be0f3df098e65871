/* SPDX-License-Identifier: Apache-2.0 */
/* Variables for tasks, as words and files of the command line give them. */
#ifndef MJ_VARIABLES_H
#define MJ_VARIABLES_H

#include "base/err.h"
#include "store/capture.h"

/*
 * Add `K=V`, or `K` as it is in our own environment; option names it in messages.  Return
 * 0, or -1 with *e.
 */
int variables_put(struct env_list *to, const char *option, const char *text,
		  struct err *e);

/* Add what a file says, a line `K=V` or `K` each; empty ones and # are passed over. */
int variables_read(struct env_list *to, const char *file, struct err *e);

#endif
