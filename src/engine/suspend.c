/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/suspend.h"

#include <string.h>

#include "engine/holder.h"
#include "engine/say.h"
#include "store/jobs.h"
#include "store/suspended.h"

static void
see_task(struct live *l, size_t task, bool all)
{
	struct live_task *t = &l->tasks[task];
	const char *name = l->spec.tasks[task].name;
	const struct run *run = live_run(l, task);
	bool noted = run && run->suspended_since;
	bool before = t->suspend;

	t->suspend = all || suspended_since(l->home, l->job, name);
	if (t->suspend != before)
		say("task %s: %s", name,
		    t->suspend ? "is suspended" : "is to go on");
	if (t->suspend != before || t->suspend != noted)
		t->suspend_told = false;
	/* without a holder: what was asked for, or granted and not yet begun */
	if (t->suspend && t->holder == HOLDER_NONE &&
	    (t->status == STATUS_PENDING || t->status == STATUS_RECOVERING) &&
	    (t->asked || t->granted))
		live_withdraw(l, task);
}

void
suspend_see(struct live *l)
{
	bool all;

	suspended_told(l->home, l->job);
	all = suspended_since(l->home, l->job, NULL);

	for (size_t i = 0; i < l->spec.task_count; i++)
		if (!status_final(l->tasks[i].status))
			see_task(l, i, all);
}

void
suspend_tell(struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->tasks[i].holder != HOLDER_NONE &&
		    !l->tasks[i].suspend_told)
			holder_suspend(l, i);
}

/* Return 0 if the job has begun and not ended, else -1 with *e. */
static int
check_begun(const struct home *home, uint32_t job, const struct record *r,
	    struct err *e)
{
	struct request request;

	jobs_request(job, r, &request);
	switch (queue_find(home, &request)) {
	case QUEUE_ALIVE:
		if (!r->final)
			return 0;
		break;
	case QUEUE_NONE:
		break;
	case QUEUE_UNKNOWN:
		return err_sys(e, "look for the entry of job %u", job);
	case QUEUE_HELD:
		return err_set(e, ERR_REFUSED, "job %u is on hold already",
			       job);
	case QUEUE_WAITING:
		return err_set(e, ERR_REFUSED,
			       "job %u waits to be started: mj hold %u", job,
			       job);
	}
	return err_set(e, ERR_REFUSED, "job %u has ended", job);
}

static int
check_task(const struct home *home, uint32_t job, const struct record *r,
	   const char *task, struct err *e)
{
	const struct task_record *t = record_task(r, task);
	struct job spec = JOB_INIT;
	int done = 0;

	if (t && status_final(t->status))
		return err_set(e, ERR_REFUSED, "task %s of job %u has ended",
			       task, job);
	if (jobs_spec(home, job, r, &spec, e) < 0)
		return -1;
	if (job_find(&spec, task) < 0)
		done = err_set(e, ERR_MISSING, "job %u has no task %s", job,
			       task);
	job_release(&spec);
	return done;
}

/* The pool that a task's attempt has gone to, NULL: it has gone to none. */
static const char *
away(const struct task_record *t)
{
	const struct run *run = record_run(t, t->attempt);

	return run && run->pool[0] && !run->ended_ms ? run->pool : NULL;
}

/* What runs in another place goes on: say so where that is all there is. */
static int
check_place(uint32_t job, const struct record *r, const char *task,
	    struct err *e)
{
	const char *pool = NULL;
	size_t others = 0;

	for (size_t i = 0; i < r->task_count; i++) {
		const struct task_record *t = &r->tasks[i];

		if (task ? strcmp(t->name, task) != 0 : status_final(t->status))
			continue;
		if (away(t))
			pool = away(t);
		else
			others++;
	}
	if (!pool || others || (!task && r->task_count < r->task_total))
		return 0;
	return err_set(e, ERR_REFUSED,
		       "%s%s%sjob %u runs in pool %s, where nothing can be "
		       "suspended: mj cancel %u",
		       task ? "task " : "", task ? task : "",
		       task ? " of " : "", job, pool, job);
}

static int
check(const struct home *home, uint32_t job, const char *task, struct err *e)
{
	struct record r = RECORD_INIT;
	int done = jobs_record(home, job, &r, e);

	if (done == 0)
		done = check_begun(home, job, &r, e);
	if (done == 0 && task)
		done = check_task(home, job, &r, task, e);
	if (done == 0)
		done = check_place(job, &r, task, e);
	record_release(&r);
	return done;
}

static void
tell(struct home *home, uint32_t job)
{
	if (!jobs_poke(home, job, POKE_LOOK))
		home_wake(home, WAKE_SWEEP);
}

int
suspend_job(struct home *home, uint32_t job, const char *task, struct err *e)
{
	if (check(home, job, task, e) < 0 ||
	    suspended_ask(home, job, task, e) < 0)
		return -1;
	/* it may have ended meanwhile: then nobody would take it away */
	if (check(home, job, task, e) < 0) {
		suspended_end(home, job, task, NULL);
		suspended_told(home, job);
		return -1;
	}
	tell(home, job);
	return 0;
}

int
suspend_continue(struct home *home, uint32_t job, const char *task,
		 struct err *e)
{
	int done;

	if (task && suspended_since(home, job, NULL))
		return err_set(e, ERR_REFUSED,
			       "job %u is suspended as a whole: mj continue %u",
			       job, job);
	done = suspended_end(home, job, task, e);
	if (done >= 0)
		tell(home, job); /* also for one who was killed before he could */
	return done;
}
