/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs that stand in held/: on hold, not yet due, or after other jobs.  Why a job does is
 * in its record; here it is decided what becomes of it.
 *
 * The order that loses nothing: who files such a job publishes its notices, then the entry,
 * then looks once; who ends a job writes its final record, then looks for dependents, then
 * removes its entry.  Either sees the other.  Who is killed half way is finished by whoever
 * finishes for him: the entry still stands.  Who finds a job's lock taken leaves the notice
 * that the next pass reads, and whoever had the lock runs that pass.
 */
#ifndef MJ_INACTIVE_H
#define MJ_INACTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/record.h"
#include "store/home.h"
#include "store/queue.h"

enum settled {
	SETTLED_ELSEWHERE, /* it does not stand in held/ */
	SETTLED_LEFT,	   /* something keeps it */
	SETTLED_RELEASED,  /* it waits for a place now; the wake mark is set */
	SETTLED_SKIPPED,   /* it can never start: SKIPPED, and what came after it was looked at */
	SETTLED_BUSY,	   /* not now; the next pass is told */
};

/*
 * Decide about one job: takes its lock for a moment (the caller has not got it).  What was
 * done is added to report, a line each (NULL: nobody wants to know).
 */
enum settled inactive_settle(const struct home *home, uint32_t job,
			     struct buf *report);

/*
 * The same by those who made the notice for the next pass (notices_begin of 0) before they
 * changed something: it is no longer needed then.
 */
enum settled inactive_look(const struct home *home, uint32_t job,
			   struct buf *report);

/* Decide about all jobs that come after one that has just ended, or is gone. */
void inactive_ended(const struct home *home, uint32_t job, struct buf *report);

/* What every pass does: decide about those that are due. */
void inactive_due(const struct home *home, struct buf *report);

/* Decide about all, mend their notices, and remove those that nobody needs. */
void inactive_sweep(const struct home *home, struct buf *report);

/* The same of a job that waited or was held, and then its entry and notices go, too. */
void inactive_finish(const struct home *home, uint32_t job);

/* The end of a job that waits or is held. */
struct early_end {
	const struct record *record;
	struct request request; /* its own */
	enum status status;
	const char *reason;
};

/*
 * Only its final record, by who holds its lock; inactive_finish is due once that is durable
 * and the lock given back.  Return 0, or -1 with *e.
 */
int inactive_note_end(const struct home *home, const struct early_end *end,
		      bool durable, struct err *e);

/*
 * End a waiting or held job whose lock the caller holds: final record, durable, then its
 * dependents, then its entry and its notices.  Return 0, or -1 with *e.
 */
int inactive_end(const struct home *home, uint32_t job,
		 const struct record *record, enum status status,
		 const char *reason, struct err *e);

/* Whether nothing keeps the job now.  *why is what never lets it start, "" if nothing does. */
bool inactive_free(const struct home *home, const struct record *r, char *why,
		   size_t size);

/* What keeps it besides a hold, for people, added to out: "after job 5 (ok)". */
void inactive_reason(const struct record *r, int64_t now_ms, struct buf *out);

#endif
