/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many jobs at once.  Those that wait are taken by the hundred: the locks of all, all their
 * final records, one sync, and only then what came after them and their entries, as for a
 * single one.  Killed in between, records that say the end have entries left, with which the
 * next pass goes on.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "engine/cancel.h"
#include "engine/inactive.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/queue.h"

#define TAKEN_MAX 200 /* each is an open file */
#define FEW 3	      /* their own syncs cost less than one of all */

/* A waiting job whose lock we hold. */
struct taken {
	size_t at; /* among the jobs asked for */
	int lock;
};

struct many {
	struct home *home;
	const uint32_t *jobs;
	const struct cancel_note *note;
	struct cancel_teller *teller;
	struct taken *list;
	size_t count;
	bool *done; /* of the jobs asked for */
};

static void
tell(struct many *m, size_t at, int result, const struct err *e)
{
	m->done[at] = true;
	m->teller->tell(m->teller, m->jobs[at], result, e);
}

static bool
may_take(struct many *m, uint32_t job)
{
	autorecord struct record r = RECORD_INIT;
	struct early_end end = {
		.record = &r,
		.status = STATUS_CANCELLED,
		.reason = m->note->by[0] ? m->note->by : "cancelled",
	};
	enum queue_place place;

	if (jobs_record(m->home, job, &r, NULL) < 0 ||
	    jobs_final(m->home, job, &r))
		return false;
	jobs_request(job, &r, &end.request);
	place = queue_find(m->home, &end.request);
	return (place == QUEUE_HELD || place == QUEUE_WAITING) &&
	       jobs_cancel_put(m->home, job, NULL, m->note, NULL) == 0 &&
	       inactive_note_end(m->home, &end, false, NULL) == 0;
}

/* Take job number at, if it waits and nobody has it in hand. */
static void
take(struct many *m, size_t at)
{
	struct taken *t = &m->list[m->count];
	autofree char *path = jobs_path(m->jobs[at], "controller.pid");
	autoclose int lock = lock_try(m->home->fd, path, 0, NULL);

	if (lock < 0 || !may_take(m, m->jobs[at]))
		return;
	t->at = at;
	t->lock = sys_take(&lock);
	m->count++;
}

static void
end_taken(struct many *m)
{
	struct err e;
	bool durable = m->count == 0 || file_sync_all(m->home->fd, &e) == 0;

	for (size_t i = 0; i < m->count; i++)
		sys_close(&m->list[i].lock);
	for (size_t i = 0; i < m->count; i++) {
		size_t at = m->list[i].at;

		if (durable)
			inactive_finish(m->home, m->jobs[at]);
		tell(m, at, durable ? CANCEL_ENDED : -1, &e);
	}
	m->count = 0;
}

void
cancel_many(struct home *home, const uint32_t *jobs, size_t count,
	    const struct cancel_note *note, struct cancel_teller *teller)
{
	autofree struct taken *list = mem_new(TAKEN_MAX, sizeof(*list));
	autofree bool *done = mem_new(count + 1, sizeof(*done));
	struct many m = {home, jobs, note, teller, list, 0, done};
	struct err e;

	for (size_t i = 0; i < count && count > FEW; i++) {
		take(&m, i);
		if (m.count == TAKEN_MAX)
			end_taken(&m);
	}
	end_taken(&m);
	/* what runs comes last: the places it frees are not for those that waited */
	for (size_t i = 0; i < count; i++)
		if (!done[i]) {
			int result = cancel_job(home, jobs[i], NULL, note, &e);

			tell(&m, i, result, &e);
		}
}
