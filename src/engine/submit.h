/* SPDX-License-Identifier: Apache-2.0 */
/* Submitting: jobs are built aside, renamed in, and committed by their entry in queue/. */
#ifndef MJ_SUBMIT_H
#define MJ_SUBMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/after.h"
#include "model/job.h"
#include "store/capture.h"
#include "store/home.h"

struct submission {
	const char *text; /* the spec's bytes, or the words of a command, NUL after each */
	size_t text_len;
	bool is_argv;
	const struct job *spec;
	const struct capture *capture;
	const char *name;
	int priority;
	const char *only_pool; /* --pool, or NULL */
	int64_t timeout_ms;    /* --timeout, 0 none */
	int max_restarts;	/* --max-restarts; -1 not given */
	const char *recover_on; /* --recover-on, or NULL */
	struct need need;	/* --cpus, --memory, --gpus; its spec has it, too */
	bool held;
	int64_t begin_ms;      /* not before, wall clock; 0 at once */
	struct after *afters;  /* borrowed; what is wanted of other jobs */
	size_t after_count;
	const char *unique; /* a key that one job has at a time, not for an array; NULL none */
	uint32_t count; /* how many jobs alike; more than one is an array */
	uint32_t max_parallel; /* so many of the array at a time; 0 no limit */
};

/*
 * Commit the jobs: all or none.  When it returns 0 they are durable and their numbers are
 * *first … *first + count - 1; when it returns -1 with *e none of them ever runs; 1 says
 * that nothing was done, as the job *first has the key and has not ended.  The
 * caller blocks signals around it, then calls inactive_settle for each (it may be that it
 * need not wait, or never can start) and runs a pass.  Does not wait for the pass lock.
 */
int submit(struct home *home, const struct submission *s, uint32_t *first,
	   struct err *e);

/*
 * After a commit or any change that may let something start: mark, then start a pass, or,
 * inside a task of this home (MJ_TAG), let that task's controller start it.  Return 0, or
 * -1 with errno when no process could be forked.
 */
int submit_wake(struct home *home);

#endif
