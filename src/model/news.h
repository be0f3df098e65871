/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What people are told of a job's tasks: the events that callbacks get, as the blocks of
 * its record give them, in that order.  Equal bytes give equal events, whoever reads them.
 */
#ifndef MJ_NEWS_H
#define MJ_NEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/job.h"
#include "model/record.h"

enum news_kind {
	NEWS_SUBMITTED, /* the job's first controller has begun */
	NEWS_STARTING,	/* the first attempt begins */
	NEWS_STARTED,	/* its command runs */
	NEWS_RECOVERING, /* an attempt came to nothing, another one follows */
	NEWS_RECOVERED,	 /* the command of that one runs */
	NEWS_SUCCEEDED,
	NEWS_FAILED, /* FAILED or one of the FAILED_… */
	NEWS_CANCELLING,
	NEWS_CANCELLED,
	NEWS_COUNT
};

/* "SUBMITTED" …, static text. */
const char *news_name(enum news_kind kind);

struct news_item {
	uint64_t seq; /* its place among the events of the job, from 1 */
	enum news_kind kind;
	char task[TASK_NAME_MAX + 1];
	unsigned attempt, recoveries;
};

struct news {
	const struct job *spec; /* borrowed */
	struct record record;	/* as far as it was read */
	struct news_item *list; /* owned: those the record does not say were told */
	size_t count, cap;
	uint64_t made;	    /* the seq of the last */
	unsigned submitted; /* the round whose SUBMITTED were made */
	bool *recovering;   /* owned: by index into record.tasks */
	size_t recovering_cap;
};

#define NEWS_INIT                                                              \
	{                                                                      \
		.record = RECORD_INIT                                          \
	}

/*
 * Read more bytes of the record; what was told so far leaves the list.  Return how many
 * bytes are done with, as record_fold does.
 */
size_t news_read(struct news *n, const char *bytes, size_t len);

/* The job's status, as far as it was read. */
enum status news_job_status(const struct news *n);

void news_release(struct news *n);

#endif
