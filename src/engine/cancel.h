/* SPDX-License-Identifier: Apache-2.0 */
/* Cancelling from outside, holding and releasing: what is done to a job that has no controller. */
#ifndef MJ_CANCEL_H
#define MJ_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/starter.h"
#include "model/record.h"
#include "store/jobs.h"

enum cancel_result {
	CANCEL_WAS_FINAL, /* nothing to do */
	CANCEL_ENDED,	  /* it waited; it is CANCELLED now */
	CANCEL_ASKED,	  /* its controller has been told */
};

/*
 * Cancel a job, or one task of it (task not NULL): the note first, durable; then a job
 * that waits is ended here, and one that lives is told.  A pass must be run afterwards.
 * Return the result, or -1 with *e (ERR_MISSING: no such job).
 */
int cancel_job(struct home *home, uint32_t job, const char *task,
	       const struct cancel_note *note, struct err *e);

/* Who is told what became of each job: the result of cancel_job, with -1 *e. */
struct cancel_teller {
	void (*tell)(struct cancel_teller *t, uint32_t job, int result,
		     const struct err *e);
};

/*
 * cancel_job for many jobs, those that wait first and with a sync for hundreds of them.  The
 * teller hears of each job once, in any order.
 */
void cancel_many(struct home *home, const uint32_t *jobs, size_t count,
		 const struct cancel_note *note, struct cancel_teller *teller);

/*
 * End a waiting or held job whose lock the caller holds, CANCELLED.  by NULL: `cancel -a`
 * covers it.  Return 0, or -1 with *e.
 */
int cancel_waiting(const struct home *home, uint32_t job,
		   const struct record *record, const char *by, struct err *e);


/* The same for one that no pool can ever serve, which is FAILED_PRECHECKS because of why. */
int cancel_never(const struct home *home, uint32_t job,
		 const struct record *record, const char *why, struct err *e);

/*
 * What its first task needs, for a request that is filed anew.  Return 0, or -1 with *e:
 * what cannot be read is not taken for nothing.
 */
int cancel_need(const struct home *home, const struct record *record,
		struct request *r, struct err *e);

/* A job that is back in the queue is also wanted in the other pools of its first task. */
void cancel_hint(const struct home *home, const struct record *record,
		 const struct request *r);

#endif
