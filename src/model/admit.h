/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Admission: may this request start now, and if not, why.  Pure.
 *
 * The caller counts what exists into a struct admission, then asks about one
 * request after another in the order of service; each START is counted in.
 *
 * The first request of a pool for which it has a slot and not all else that is needed has
 * what it needs reserved: of what is free, only what is left then goes to those behind it,
 * so that they cannot delay it.  They are looked at up to ADMIT_BEHIND_MAX refusals.
 */
#ifndef MJ_ADMIT_H
#define MJ_ADMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/need.h"

#define ADMIT_BEHIND_MAX 100

/* An array of jobs, of which only so many may have a controller at a time. */
struct admit_array {
	uint32_t first, count; /* its numbers */
	unsigned max;
	unsigned alive;
};

struct admit_pool {
	const char *name; /* borrowed */
	unsigned slots;
	unsigned running; /* tasks that occupy it */
	bool paused;
	struct stock stock;
	uint32_t first; /* the job that has something reserved, 0 none */
	struct need kept; /* what that is */
	unsigned refused; /* since the walk began, of what was needed */
};

struct admission {
	unsigned max_alive;
	unsigned alive; /* jobs that have a controller */
	unsigned max_launching;
	unsigned launching; /* tasks being launched */
	bool paused;	    /* nothing new starts anywhere */
	struct admit_pool *pools; /* borrowed */
	size_t pool_count;
	struct admit_array *array; /* borrowed: of the job that is asked about; NULL none */
	/* Of the request that is asked about: */
	struct need *need; /* borrowed; NULL: a slot alone.  On START its ids are set */
	uint32_t job;	   /* whom it may be reserved for; 0: for nobody */
};

enum admit_answer {
	ADMIT_START,
	ADMIT_PAUSED,
	ADMIT_NO_POOL, /* the settings name no such pool */
	ADMIT_POOL_PAUSED,
	ADMIT_POOL_FULL,
	ADMIT_ARRAY_FULL,     /* too many controllers of one array: only its jobs wait */
	ADMIT_ALIVE_FULL,     /* too many controllers: only new jobs wait for that */
	ADMIT_NEVER,	      /* it needs more than the pool has */
	ADMIT_LACKING,	      /* it needs more than is free: others may fit */
	ADMIT_KEPT,	      /* what is free is kept for another: others may fit */
	ADMIT_BEHIND,	      /* too many before it fit no more: nobody looks */
	ADMIT_LAUNCHING_FULL, /* too many launches at once */
	ADMIT_ANSWER_COUNT
};

/* The index of the pool called name, or pool_count. */
size_t admit_find(const struct admission *a, const char *name);

/* The requests of a pool are asked about from the first on. */
void admit_walk(struct admission *a, size_t pool);

/* What was refused last in pool waits no longer: it was no obstacle. */
void admit_forget(struct admission *a, size_t pool);

/*
 * Decide a request for pool (an index; pool_count: no such pool).  is_job: a new
 * job, which needs a controller as well; else a task of a live job.  On START the
 * counts of *a go up.  The first obstacle in the order of the enum is the answer.
 */
enum admit_answer admit_decide(struct admission *a, size_t pool, bool is_job);

/* Take a START back that came to nothing: what it counted in is free again. */
void admit_undo(struct admission *a, size_t pool, bool is_job);

/*
 * The words people read for an answer, such as "pool local is full (2 of 2)", in
 * out (size bytes); pool_name is used where pool is no index.  START gives "about to start".
 */
const char *admit_reason(const struct admission *a, size_t pool,
			 const char *pool_name, enum admit_answer answer,
			 char *out, size_t size);

#endif
