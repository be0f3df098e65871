/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A job as a reader sees it: its record, where its entry is, its tasks in
 * order. Readers write nothing and take no lock.
 */
#ifndef MJ_VIEW_H
#define MJ_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/job.h"
#include "model/record.h"
#include "store/home.h"
#include "store/queue.h"

struct task_view {
	char name[TASK_NAME_MAX + 1];
	char pool[JOB_NAME_MAX + 1]; /* "" unknown */
	enum status status;
	const struct task_record *record; /* the view's; NULL: none */
	const struct run *run;		  /* its last attempt; NULL none */
	int64_t suspended_ms; /* since when it is to stand still; 0: it is not */
};

struct view {
	uint32_t id;
	struct record record;
	size_t offset; /* of the record, up to which it is folded */
	enum queue_place place;
	bool ahead; /* its next round waits: the record was opened for it here */
	bool final; /* ended, and nothing is owed any more */
	enum status status;
	bool has_spec;
	struct job job; /* with has_spec */
	struct task_view
		*tasks; /* owned; of the spec with has_spec, else noted ones */
	size_t task_count;
	size_t done;	     /* tasks that are final */
	size_t total;	     /* tasks of the job */
	unsigned recoveries; /* of all tasks */
	int64_t started_ms;  /* the first attempt's start, wall clock; 0 none */
	int64_t suspended_ms; /* since when all of it is to stand still; 0: it is not */
};

#define VIEW_INIT                                                              \
	{                                                                      \
		.record = RECORD_INIT                                          \
	}

/*
 * Look at a job; with_spec reads its spec as well, which takes longer.  *v must
 * be VIEW_INIT.  Return 0, or -1 with *e: ERR_MISSING when there is no such job
 * (one that is just being submitted is none yet), ERR_CORRUPT when it cannot be
 * read or was set aside in bad/.
 */
int view_read(const struct home *home, uint32_t job, bool with_spec,
	      struct view *v, struct err *e);

/*
 * The same with its spec; where that does not read, without, and *spec (NULL: nowhere) says why;
 * else its code is ERR_NONE.
 */
int view_read_most(const struct home *home, uint32_t job, struct view *v,
		   struct err *spec, struct err *e);

/* Look again; only what was appended is read.  Return as view_read. */
int view_refresh(const struct home *home, struct view *v, struct err *e);
void view_release(struct view *v);
#define autoview __attribute__((cleanup(view_release)))

/* The row of a task, or NULL. */
const struct task_view *view_task(const struct view *v, const char *name);

/* The first task, in order, that made the job end as it did; NULL none. */
const struct task_view *view_culprit(const struct view *v);

/* Whether there is such a job to a reader, or one set aside. */
bool view_exists(const struct home *home, uint32_t job);

/* Why a job was set aside in bad/, appended to *why; false if it was not. */
bool view_aside(const struct home *home, uint32_t job, struct buf *why);

/* Whether a task is suspended and none of its processes runs. */
bool view_stands_still(const struct task_view *t);

/* How long an attempt was suspended in all, ms; now is the wall clock. */
int64_t view_suspended_ms(const struct run *run, int64_t now_ms);

/*
 * How long an attempt has run so far, ms; now is the wall clock.  -1 unknown.
 */
int64_t view_run_ms(const struct run *run, int64_t now_ms);

#endif
