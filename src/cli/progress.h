/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What becomes of a job, on a terminal, while somebody looks on: lines at the end of what
 * was printed that are drawn anew when something changes.  The cursor stays below them, so
 * there is nothing to put in order when we are killed.
 */
#ifndef MJ_PROGRESS_H
#define MJ_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/screen.h"
#include "store/home.h"
#include "store/view.h"
#include "store/waits.h"

struct progress_tail;

struct progress {
	const struct home *home;
	struct screen screen;
	struct view view; /* with its spec, if that can be read */
	struct waits waits;
	int64_t waits_at_ms;	 /* CLOCK_BOOTTIME when they were read; 0 never */
	bool logs;		 /* output is printed above, not kept */
	struct progress_tail *tails; /* owned: the last lines of each task */
	size_t tail_count, tail_cap;
	struct buf output; /* to be printed above */
	bool open_line;	   /* what was printed last did not end its line */
	struct buf drawn;  /* the lines on the terminal */
	bool anew;	   /* what is there is not to be drawn over any more */
};

/*
 * Begin, if stdout is a terminal and the job has several tasks.  Return whether it has;
 * progress_end is due then.  logs: everything the tasks print is shown, above.
 */
bool progress_begin(struct progress *l, const struct home *home, uint32_t job,
		bool logs);

/* With NULL in the place of *l these do nothing, and progress_keep returns false. */

/* Keep what a task printed, a piece of a line.  Return false with logs: print it. */
bool progress_keep(struct progress *l, const char *task, const char *bytes, size_t len);

/* Print above the lines. */
void progress_print(struct progress *l, const char *bytes, size_t len);

/* Look at the job and draw what changed. */
void progress_draw(struct progress *l);

/* Leave what it came to on the terminal. */
void progress_end(struct progress *l);

#endif
