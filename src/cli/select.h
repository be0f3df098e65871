/* SPDX-License-Identifier: Apache-2.0 */
/* Jobs by pattern, and waiting for one. */
#ifndef MJ_SELECT_H
#define MJ_SELECT_H

#include "cli/cli.h"

/* Append the active jobs (whose name matches glob, if not NULL), ascending.  Return 0, or -1 with *e. */
int select_active(const struct home *home, const char *glob, struct ids *out,
		  struct err *e);

/*
 * Wait until the job has ended.  Who launched it is told at a ^C that it goes on, when a
 * task is tried again, and in the end unless it succeeded.  Return the exit status for its
 * end, or -1 with *e.
 */
int select_wait(const struct home *home, uint32_t job, bool launched,
		struct err *e);

/*
 * Wait until the job (task NULL) or a task of it has ended.  Return its status then, or -1
 * with *e.
 */
int select_end(const struct home *home, uint32_t job, const char *task,
	       struct err *e);

#endif
