/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Removing what ended long ago: a job's directory goes to gone/ by one rename under its
 * lock, then its logs are removed, then the rest.  Whoever dies in between leaves it in
 * gone/, where the next gc or pass of a timer goes on.
 */
#ifndef MJ_GC_H
#define MJ_GC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/state.h"
#include "store/home.h"

/* A job that is removed, or would be. */
struct gc_job {
	uint32_t job;
	const char *name;   /* borrowed; "" when it was set aside in bad/ */
	enum status status; /* of one with a name */
	int64_t ended_ms;   /* wall clock */
	uint64_t bytes;	    /* of the disk, logs included */
};

struct gc {
	struct home *home;  /* borrowed */
	int64_t keep_ms;    /* what ended longer ago goes; -1: nothing for its age */
	int64_t keep_bytes; /* the oldest go until all jobs take no more; -1: no limit */
	bool bad;	    /* what was set aside in bad/, too */
	bool dry_run;
	int64_t until_boot_ms; /* CLOCK_BOOTTIME when to leave the rest; 0: never */
	void (*tell)(void *arg, const struct gc_job *job); /* of each; NULL: no */
	void *arg;
	/* What was done: */
	uint64_t jobs, bytes;
	bool left;    /* the time was up before all was done */
	bool in_vain; /* a lock was taken and nothing removed: a pass must be run */
};

/*
 * Remove jobs that are final to a reader, the oldest end first; none that another one
 * waits for, none whose lock is held, and not the one with the highest number, which
 * keeps `seq` from giving it again.  Return 0, or -1 with *e.
 */
int gc_run(struct gc *g, struct err *e);

/* Remove what is in gone/. */
void gc_clear(const struct home *home);

/*
 * What the timer's pass does when it has let its lock go: gone/, then, every ten minutes,
 * as the settings say, for two seconds at most.  A line for what was removed is added to
 * report.  Return whether a pass must be run.
 */
bool gc_sweep(struct home *home, struct buf *report);

#endif
