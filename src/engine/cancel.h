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

/*
 * End a waiting or held job whose lock the caller holds, CANCELLED.  Return 0, or -1 with
 * *e.
 */
int cancel_waiting(const struct home *home, uint32_t job,
		   const struct record *record, const char *by, struct err *e);


/* A job that is back in the queue is also wanted in the other pools of its first task. */
void cancel_hint(const struct home *home, const struct record *record,
		 const struct request *r);

#endif
