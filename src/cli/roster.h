/* SPDX-License-Identifier: Apache-2.0 */
/* The jobs that somebody asked to see, in the order they asked for. */
#ifndef MJ_ROSTER_H
#define MJ_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/state.h"
#include "store/home.h"
#include "store/waits.h"

struct roster_task {
	char *name, *pool, *why; /* owned */
	enum status status;
	int64_t run_ms; /* -1 unknown */
	unsigned recoveries;
};

struct roster_job {
	uint32_t id;
	bool bad;   /* it cannot be read: why says more, nothing else counts */
	bool final;
	bool standing; /* suspended, or being suspended */
	bool held;
	char *name, *pool, *why; /* owned */
	enum status status;
	enum schedule schedule;
	int64_t submitted_ms, started_ms, ended_ms, suspended_ms; /* 0 unknown */
	int64_t total_ms, run_ms; /* so far; run_ms -1: never started */
	unsigned recoveries;
	size_t done, busy, total;   /* of its tasks */
	struct roster_task *tasks; /* owned; with tasks of the query */
	size_t task_count;
};

/* A way to sort; a negative one goes down. */
#define ROSTER_SORTS_MAX 4

struct roster_query {
	bool all; /* also what has ended */
	bool tasks;
	bool by_status;
	bool statuses[STATUS_COUNT]; /* with by_status */
	const char *glob;	     /* of names; NULL any */
	const char *find;	     /* in the number, the name, the status or the reason; NULL */
	int64_t since_ms;	     /* ended since then, or not ended; 0 any */
	uint64_t limit;
	int sorts[ROSTER_SORTS_MAX]; /* as roster_parse_sort gives them; 0 the end */
};

struct roster {
	struct roster_job *list; /* owned */
	size_t count, cap;
	bool more;	    /* the limit left some out */
	struct waits waits; /* as of the same moment */
	int64_t now_ms;
};

#define ROSTER_INIT                                                            \
	{                                                                      \
		.waits = WAITS_INIT                                            \
	}

/*
 * Mark the statuses that a list of patterns means, such as "running, failed*", in any case.
 * A final one means all.  Return 0, or -1 with *e.
 */
int roster_parse_statuses(struct roster_query *q, const char *list,
			  struct err *e);

/* Read "run", "-total,id"; without any the newest job is first.  Return 0, or -1 with *e. */
int roster_parse_sort(struct roster_query *q, const char *list, struct err *e);

/*
 * Read what the query asks for into *r, over what it had; a home that is missing has no
 * jobs.  Return 0, or -1 with *e.
 */
int roster_read(const struct home *home, const struct roster_query *q,
		struct roster *r, struct err *e);
void roster_release(struct roster *r);

#endif
