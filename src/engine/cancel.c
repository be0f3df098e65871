/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/cancel.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "engine/inactive.h"
#include "os/lock.h"
#include "os/proc.h"
#include "os/sys.h"
#include "store/queue.h"

#define LOCK_TRIES 500 /* of LOCK_WAIT_MS: a pass or client holds it for a moment only */
#define LOCK_WAIT_MS 2

static int
read_job(const struct home *home, uint32_t job, struct record *r, struct err *e)
{
	if (jobs_record(home, job, r, e) == 0)
		return 0;
	if (e->code == ERR_MISSING)
		err_set(e, ERR_MISSING, "no job %u", job);
	return -1;
}

int
cancel_waiting(const struct home *home, uint32_t job,
	       const struct record *record, const char *by, struct err *e)
{
	struct cancel_note all;
	const char *why = by;

	if (!why) {
		jobs_cancel_all_note(record, &all);
		why = all.by;
	}
	return inactive_end(home, job, record, STATUS_CANCELLED,
			    why[0] ? why : "cancelled", e);
}

int
cancel_never(const struct home *home, uint32_t job,
	     const struct record *record, const char *why, struct err *e)
{
	return inactive_end(home, job, record, STATUS_FAILED_PRECHECKS, why,
			    e);
}

/* Under the job lock.  Return the result, or -1; 2 passes: not here, not alive, look again. */
static int
cancel_locked(const struct home *home, uint32_t job,
	      const struct cancel_note *note, struct err *e)
{
	struct record r = RECORD_INIT;
	struct request request;
	int result = CANCEL_ASKED;
	enum queue_place place;

	if (read_job(home, job, &r, e) < 0)
		return -1;
	jobs_request(job, &r, &request);
	place = queue_find(home, &request);
	if (place == QUEUE_HELD || place == QUEUE_WAITING)
		result = cancel_waiting(home, job, &r, note->by, e) < 0
				 ? -1
				 : CANCEL_ENDED;
	else if (place == QUEUE_NONE)
		result = CANCEL_WAS_FINAL;
	else if (place == QUEUE_UNKNOWN)
		result = err_sys(e, "look for the entry of job %u", job);
	/* QUEUE_ALIVE: a free lock does not mean that nothing was started */
	record_release(&r);
	return result;
}

/* Take the job lock or find the job alive, whichever comes first. */
static int
reach(struct home *home, uint32_t job, const struct cancel_note *note,
      struct err *e)
{
	autofree char *path = jobs_path(job, "controller.pid");
	struct err own = {0};

	for (int i = 0; i < LOCK_TRIES; i++) {
		autoclose int lock = lock_try(home->fd, path, 0, &own);

		if (lock >= 0)
			return cancel_locked(home, job, note, e);
		if (own.code == ERR_MISSING && !queue_alive(home, job))
			return CANCEL_WAS_FINAL; /* it left while we looked */
		if (queue_alive(home, job))
			return CANCEL_ASKED;
		sys_sleep_ms(LOCK_WAIT_MS);
	}
	return CANCEL_ASKED; /* the note stands: who claims it ends it */
}

/* Somebody stopped the controller: it cannot hear of the request. */
static void
continue_controller(const struct home *home, uint32_t job)
{
	autofree char *path = jobs_path(job, "controller.pid");
	struct proc_stat stat;
	struct proc p;
	autoclose int fd = -1;

	if (jobs_pid_read(home, path, &p, NULL) < 0)
		return;
	fd = proc_open(&p, home->boot);
	if (fd >= 0 && proc_stat(p.pid, &stat) == 0 && stat.state == 'T')
		proc_signal(fd, SIGCONT);
}

int
cancel_job(struct home *home, uint32_t job, const char *task,
	   const struct cancel_note *note, struct err *e)
{
	struct record r = RECORD_INIT;
	bool final;
	int result;

	if (read_job(home, job, &r, e) < 0)
		return -1;
	final = jobs_final(home, job, &r);
	record_release(&r);
	if (final)
		return CANCEL_WAS_FINAL;
	if (jobs_cancel_write(home, job, task, note, e) < 0)
		return -1;
	result = task ? CANCEL_ASKED : reach(home, job, note, e);
	if (result == CANCEL_ASKED && !jobs_poke(home, job, POKE_LOOK))
		home_wake(home, WAKE_SWEEP);
	if (result == CANCEL_ASKED)
		continue_controller(home, job);
	return result;
}

int
cancel_need(const struct home *home, const struct record *record,
	    struct request *r, struct err *e)
{
	struct job spec = JOB_INIT;
	long root;

	if (jobs_spec(home, r->job, record, &spec, e) < 0)
		return -1;
	root = job_find(&spec, record->root);
	if (root >= 0)
		r->need = spec.tasks[root].need;
	job_release(&spec);
	return 0;
}

void
cancel_hint(const struct home *home, const struct record *record,
	    const struct request *r)
{
	struct job spec = JOB_INIT;
	struct request wanted = *r;
	long root;

	if (jobs_spec(home, r->job, record, &spec, NULL) < 0)
		return;
	root = job_find(&spec, record->root);
	if (root >= 0) {
		wanted.need = spec.tasks[root].need;
		queue_hint(home, &wanted, 1, spec.tasks[root].places,
			   spec.tasks[root].place_count);
	}
	job_release(&spec);
}
