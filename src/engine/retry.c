/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/retry.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "engine/cancel.h"
#include "engine/refuse.h"
#include "model/block.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/unique.h"
#include "store/view.h"

#define LOCK_TRIES 500 /* of LOCK_WAIT_MS: a pass or client holds it for a moment only */
#define LOCK_WAIT_MS 2

static int
lock_job(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *path = jobs_path(job, "controller.pid");
	int lock = -1;

	for (int i = 0; i < LOCK_TRIES && lock < 0; i++) {
		if (i > 0)
			sys_sleep_ms(LOCK_WAIT_MS);
		/* it went with the job's end */
		lock = lock_try(home->fd, path, 1, e);
		if (lock < 0 && e->code != ERR_BUSY)
			return -1;
	}
	return lock;
}

static int
check_final(const struct view *v, struct err *e)
{
	if (v->final)
		return 0;
	return err_set(e, ERR_REFUSED,
		       "job %u has not ended: wait for it, or cancel it first",
		       v->id);
}

/* Mark what is run again with the named task: it, and what is below it. */
static void
mark_below(const struct view *v, size_t first, bool all, bool *again)
{
	const struct job *job = &v->job;
	autofree bool *below = mem_new(job->task_count, sizeof(*below));

	below[first] = again[first] = true;
	for (size_t i = 0; i < job->task_count; i++) {
		size_t task = job->order[i];
		const struct task *t = &job->tasks[task];

		for (size_t d = 0; d < t->dep_count; d++)
			below[task] |= below[t->deps[d]];
		again[task] |= below[task] &&
			       (all ||
				v->tasks[task].status != STATUS_SUCCEEDED);
	}
}

/* A task that needs one that failed would only be skipped. */
static int
check_needs(const struct view *v, size_t task, struct err *e)
{
	const struct task *t = &v->job.tasks[task];

	for (size_t d = 0; d < t->dep_count; d++) {
		const struct task *dep = &v->job.tasks[t->deps[d]];
		enum status status = v->tasks[t->deps[d]].status;

		if (status == STATUS_SUCCEEDED ||
		    (status_failed(status) && dep->allow_failure))
			continue;
		return err_set(e, ERR_REFUSED,
			       "job %u: task %s needs %s, which is %s: retry "
			       "that one, or the whole job",
			       v->id, t->name, dep->name, status_name(status));
	}
	return 0;
}

static void
plan_task(struct block *b, const char *task, unsigned round, enum status to)
{
	block_begin(b, "retry", task);
	block_int(b, "round", round);
	block_text(b, "to", status_name(to));
	block_end(b);
}

/* Only what differs from the usual, which is: all that did not succeed. */
static int
plan_all(const struct view *v, const struct retry_order *how, unsigned round,
	 struct block *b, bool *again, struct err *e)
{
	bool any = false;

	for (size_t i = 0; i < v->task_count; i++) {
		again[i] = how->all || v->tasks[i].status != STATUS_SUCCEEDED;
		any |= v->tasks[i].status != STATUS_SUCCEEDED &&
		       !job_is_auxiliary(&v->job, i);
		if (how->all && v->tasks[i].status == STATUS_SUCCEEDED)
			plan_task(b, v->tasks[i].name, round, STATUS_PENDING);
	}
	if (any || how->all || v->status != STATUS_SUCCEEDED)
		return 0;
	return err_set(e, ERR_REFUSED,
		       "job %u: all its tasks succeeded: --all-tasks runs them "
		       "again",
		       v->id);
}

static int
plan_one(const struct view *v, const struct retry_order *how, unsigned round,
	 struct block *b, bool *again, struct err *e)
{
	long task = job_find(&v->job, how->task);

	if (task < 0)
		return err_set(e, ERR_MISSING, "job %u has no task %s", v->id,
			       how->task);
	if (check_needs(v, (size_t)task, e) < 0)
		return -1;
	if (job_is_auxiliary(&v->job, (size_t)task))
		return err_set(e, ERR_REFUSED,
			       "job %u: task %s goes with the primary tasks: "
			       "retry one of them",
			       v->id, how->task);
	mark_below(v, (size_t)task, how->all, again);
	for (size_t i = 0; i < v->task_count; i++)
		plan_task(b, v->tasks[i].name, round,
			  again[i] ? STATUS_PENDING : v->tasks[i].status);
	return 0;
}

/* The first task of the round that needs none of it; NULL none. */
static const struct task *
first_of(const struct view *v, const bool *again)
{
	for (size_t i = 0; i < v->job.task_count; i++) {
		const struct task *t = &v->job.tasks[i];
		bool waits = false;

		for (size_t d = 0; d < t->dep_count; d++)
			waits |= again[t->deps[d]];
		if (again[i] && !waits)
			return t;
	}
	return NULL;
}

/* The job is filed and admitted with what will run first: one that succeeded needs no place. */
static void
plan_root(const struct home *home, struct view *v, const bool *again,
	  struct block *b)
{
	struct record *r = &v->record;
	const struct task *root = first_of(v, again);

	if (!root || !strcmp(root->name, r->root))
		return;
	snprintf(r->root, sizeof(r->root), "%s", root->name);
	snprintf(r->pool, sizeof(r->pool), "%s",
		 root->places[refuse_places(&home->config, root, 0, 0)]);
	block_begin(b, "job", NULL);
	block_time(b, "at", sys_wall_ms());
	block_text(b, "root", r->root);
	block_text(b, "pool", r->pool);
	block_end(b);
}

/*
 * What the round will run, for the record: it holds once the round is opened; with what it
 * begins, at once, as that means nothing to a job that has ended.
 */
static int
plan(const struct home *home, struct view *v, const struct retry_order *how,
     struct block *b, struct err *e)
{
	autofree bool *again = mem_new(v->task_count + 1, sizeof(*again));
	unsigned round = v->record.round + 1;

	block_begin(b, "retry", NULL);
	block_int(b, "round", round);
	block_time(b, "at", sys_wall_ms());
	block_text(b, "by", how->by);
	block_end(b);
	if ((how->task ? plan_one(v, how, round, b, again, e)
		       : plan_all(v, how, round, b, again, e)) < 0)
		return -1;
	plan_root(home, v, again, b);
	return 0;
}

/* cancel, suspend, continue, of the job or of a task. */
static bool
is_old_request(const char *name)
{
	static const char *const words[] = {"cancel", "suspend", "continue"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);

		if (!strncmp(name, words[i], len) &&
		    (!name[len] || name[len] == '.'))
			return true;
	}
	return false;
}

/* What was asked of it was asked of the round that is over; durable. */
static int
forget_requests(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *dir = jobs_path(job, NULL);
	autonames struct file_names names = FILE_NAMES_INIT;

	if (file_list(home->fd, dir, &names, e) < 0)
		return -1;
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.names[i];
		autofree char *path = jobs_path(job, name);

		if (is_old_request(name) &&
		    file_unlink(home->fd, path, e) < 0)
			return -1;
	}
	return file_sync_dir(home->fd, dir, e);
}

/* The entry is the commit; nobody takes it while we have the lock.  Hints as in a submit. */
static int
commit(const struct home *home, const struct view *v, unsigned round,
       struct err *e)
{
	struct request r;

	jobs_request(v->id, &v->record, &r);
	r.round = round;
	if (cancel_need(home, &v->record, &r, e) < 0)
		return -1;
	cancel_hint(home, &v->record, &r);
	if (queue_file(home, &r, true, e) == 0) {
		cancel_hint(home, &v->record, &r);
		return 0;
	}
	queue_withdraw(home, &r, NULL);
	return -1;
}

/* Under the job lock.  What a killed retry leaves here changes nothing. */
static int
open_again(const struct home *home, const struct view *v, int lock,
	   const struct block *b, struct err *e)
{
	autofree char *ctl = jobs_path(v->id, "ctl");
	unsigned round = v->record.round + 1;

	if (jobs_append(home, v->id, b, true, e) < 0)
		return -1;
	/* a controller before the end is none before the next one */
	file_cut(lock, 0);
	if (!file_exists(home->fd, ctl) && file_mkfifo(home->fd, ctl, e) < 0)
		return -1;
	if (forget_requests(home, v->id, e) < 0)
		return -1;
	return commit(home, v, round, e);
}

static int
retry_locked(const struct home *home, uint32_t job, const int locks[2],
	     const struct retry_order *how, struct err *e)
{
	autoview struct view v = VIEW_INIT;
	struct block b = BLOCK_INIT;
	int done = -1;

	if (view_read(home, job, true, &v, e) < 0 ||
	    check_final(&v, e) < 0)
		return -1;
	if (plan(home, &v, how, &b, e) == 0 &&
	    (locks[1] < 0 || unique_give(home, locks[1], job, e) == 0))
		done = open_again(home, &v, locks[0], &b, e);
	if (done < 0)
		jobs_drop_ctl(home, job);
	block_release(&b);
	return done;
}

/* Another job may have its key by now.  *key stays -1 if it has none. */
static int
take_key(const struct home *home, const struct view *v, int *key,
	 struct err *e)
{
	const char *name = v->record.unique;
	uint32_t live;
	int taken = *name ? unique_take(home, name, key, &live, e) : 0;

	if (taken <= 0)
		return taken;
	return err_set(e, ERR_REFUSED,
		       "job %u: its key %s is with job %u, which has not ended",
		       v->id, name, live);
}

int
retry_job(struct home *home, uint32_t job, const struct retry_order *how,
	  struct err *e)
{
	autoview struct view v = VIEW_INIT;
	autoclose int lock = -1, key = -1;

	if (view_read(home, job, false, &v, e) < 0 ||
	    check_final(&v, e) < 0 || take_key(home, &v, &key, e) < 0)
		return -1;
	lock = lock_job(home, job, e);
	if (lock < 0)
		return -1;
	return retry_locked(home, job, (const int[]){lock, key}, how, e);
}
