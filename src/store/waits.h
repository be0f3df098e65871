/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What queue/ owes, read in one go and judged as a pass would: where each job
 * is and why each request waits.  Writes nothing and takes no lock, so an entry
 * that moves meanwhile may be seen at both places, never at none.
 */
#ifndef MJ_WAITS_H
#define MJ_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/admit.h"
#include "os/file.h"
#include "store/home.h"
#include "store/queue.h"

enum owed_kind {
	OWED_HELD,
	OWED_REQUEST, /* in waiting/: the job's own (task NULL) or a task's */
	OWED_LAUNCHING,
	OWED_RUNNING,
	OWED_ALIVE,
};

/* An entry of queue/. */
struct owed {
	uint32_t job;
	enum owed_kind kind;
	char *task;	    /* owned; NULL: the job itself */
	const char *pool;   /* of a request and of what runs; else NULL */
	const char *reason; /* why a request waits; else NULL */
	enum admit_answer answer; /* the same; of others ADMIT_START */
	unsigned round;	    /* of a request */
	char shard[QUEUE_SHARD_SIZE]; /* the same: where it is */
	size_t array; /* 1 + the index of its array, with a request of a job; 0 none */
};

struct waits {
	struct owed *list; /* owned; by job, kind and task */
	size_t count, cap;
	struct admit_array *arrays; /* owned: those with a limit of their own */
	size_t array_count, array_cap;
	struct file_names pools;   /* what pool points to */
	struct file_names reasons; /* what reason points to */
};

#define WAITS_INIT                                                             \
	{                                                                      \
		.list = NULL                                                   \
	}

/* Where a job is, as the scheduler counts. */
enum schedule {
	SCHEDULE_INACTIVE,
	SCHEDULE_WAITING,
	SCHEDULE_LAUNCHING,
	SCHEDULE_ALIVE_WAITING,
	SCHEDULE_ALIVE_BACKOFF,
	SCHEDULE_ALIVE,
	SCHEDULE_DONE,
	SCHEDULE_COUNT
};

/* "INACTIVE" …, static text. */
const char *schedule_name(enum schedule s);

/*
 * Read all of queue/ into *w, which must be WAITS_INIT.  Return 0, or -1 with
 * *e.
 */
int waits_read(const struct home *home, struct waits *w, struct err *e);
void waits_release(struct waits *w);

/* The entries of a job, *count of them; NULL and 0 when it has none. */
const struct owed *waits_of(const struct waits *w, uint32_t job, size_t *count);

enum schedule waits_schedule(const struct waits *w, uint32_t job);

/* Why the job's request (task NULL) or a task's waits; NULL if it does not. */
const char *waits_reason(const struct waits *w, uint32_t job, const char *task);

#endif
