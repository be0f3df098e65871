/* SPDX-License-Identifier: Apache-2.0 */
#include "store/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "store/jobs.h"
#include "store/suspended.h"

#define REASON_MAX 4096

/* What a task that the record of an ended job never mentions came to. */
static enum status
unmentioned(const struct record *r)
{
	if (!r->final)
		return STATUS_PENDING;
	if (r->status == STATUS_CANCELLED ||
	    r->status == STATUS_FAILED_CONTROLLER ||
	    r->status == STATUS_FAILED_PRECHECKS)
		return r->status;
	return STATUS_SKIPPED;
}

static void
fill_task(struct view *v, struct task_view *t, const char *name,
	  const char *pool)
{
	*t = (struct task_view){.status = unmentioned(&v->record)};
	snprintf(t->name, sizeof(t->name), "%s", name);
	snprintf(t->pool, sizeof(t->pool), "%s", pool);
	t->record = record_task(&v->record, name);
	if (!t->record)
		return;
	if (t->record->pool[0])
		snprintf(t->pool, sizeof(t->pool), "%s", t->record->pool);
	/* Also one that was noted, but not in the end. */
	if (!v->record.final || status_final(t->record->status))
		t->status = t->record->status;
	if (t->record->run_count > 0)
		t->run = &t->record->runs[t->record->run_count - 1];
}

static void
fill_tasks(struct view *v)
{
	const struct record *r = &v->record;
	const char *only = r->task_total == 1 ? r->pool : r->only_pool;

	v->task_count = v->has_spec ? v->job.task_count : r->task_count;
	v->tasks = mem_resize(v->tasks, v->task_count + 1, sizeof(*v->tasks));
	for (size_t i = 0; i < v->task_count; i++)
		if (v->has_spec)
			fill_task(v, &v->tasks[i], v->job.tasks[i].name,
				  v->job.tasks[i].places[0]);
		else
			fill_task(v, &v->tasks[i], r->tasks[i].name, only);
}

static void
sum_up(struct view *v)
{
	v->done = v->recoveries = 0;
	v->started_ms = 0;
	v->total = v->record.task_total;
	if (v->total < v->task_count)
		v->total = v->task_count;
	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_record *t = v->tasks[i].record;

		v->done += status_final(v->tasks[i].status);
		if (!t)
			continue;
		v->recoveries += t->recoveries;
		for (size_t k = 0; k < t->run_count; k++) {
			int64_t at = t->runs[k].started_ms;

			if (at && (!v->started_ms || at < v->started_ms))
				v->started_ms = at;
		}
	}
	if (v->record.final)
		v->done = v->total;
}

static void
see_suspended(const struct home *home, struct view *v)
{
	bool live = v->place == QUEUE_ALIVE && !v->record.final;

	v->suspended_ms = live ? suspended_since(home, v->id, NULL) : 0;
	for (size_t i = 0; live && i < v->task_count; i++) {
		struct task_view *t = &v->tasks[i];

		if (status_final(t->status))
			continue;
		t->suspended_ms = v->suspended_ms;
		if (!t->suspended_ms)
			t->suspended_ms =
				suspended_since(home, v->id, t->name);
	}
}

/*
 * A job whose tasks are all over is at work until its record says that it
 * ended.
 */
static enum status
unfinished_status(const struct view *v)
{
	struct job shape = {.task_count = v->total};
	autofree enum status *list = mem_new(v->total + 1, sizeof(*list));

	if (v->done == v->total && v->total > 0)
		return STATUS_RUNNING;
	for (size_t i = 0; i < v->total; i++)
		list[i] =
			i < v->task_count ? v->tasks[i].status : STATUS_PENDING;
	return job_status(&shape, list, false);
}

static int
missing(uint32_t job, struct err *e)
{
	return err_set(e, ERR_MISSING, "no such job: %u", job);
}

bool
view_aside(const struct home *home, uint32_t job, struct buf *why)
{
	autofree char *dir = mem_printf("bad/%010u", job);
	autofree char *path = mem_printf("%s/reason", dir);
	size_t before = why->len;

	if (!file_exists(home->fd, dir))
		return false;
	if (file_read(home->fd, path, 0, REASON_MAX, why, NULL) < 0 ||
	    why->len == before)
		buf_puts(why, "no reason was noted");
	while (why->len > before && why->data[why->len - 1] == '\n')
		why->data[--why->len] = '\0';
	return true;
}

/* There is no record: the job was set aside, is damaged, or never was. */
static int
no_record(const struct home *home, uint32_t job, struct err *e)
{
	autobuf struct buf why = BUF_INIT;
	autofree char *dir = jobs_path(job, NULL);

	if (view_aside(home, job, &why))
		return err_set(e, ERR_CORRUPT,
			       "job %u is set aside in %s/bad/%010u: %s", job,
			       home->path, job, buf_text(&why));
	if (file_exists(home->fd, dir))
		return err_set(e, ERR_CORRUPT, "job %u has no record", job);
	return missing(job, e);
}

static int
fold(const struct home *home, struct view *v, struct err *e)
{
	struct err own;

	if (jobs_refresh(home, v->id, &v->record, &v->offset, &own) == 0)
		return 0;
	if (own.code == ERR_MISSING)
		return no_record(home, v->id, e);
	if (e)
		*e = own;
	return -1;
}

/* The record, then where the entry is. */
static int
look(const struct home *home, struct view *v, struct err *e)
{
	struct request request;

	if (fold(home, v, e) < 0)
		return -1;
	if (!v->record.submitted)
		return err_set(e, ERR_CORRUPT, "job %u: its record is damaged",
			       v->id);
	jobs_request(v->id, &v->record, &request);
	v->place = queue_find(home, &request);
	if (v->place == QUEUE_UNKNOWN)
		return err_sys(e, "look for the entry of job %u", v->id);
	/*
	 * Without an entry all is said, and a job with a controller is not in a
	 * round that has ended: what was noted between the two looks counts.
	 */
	if (v->place == QUEUE_NONE ||
	    (v->place == QUEUE_ALIVE && v->record.final))
		return fold(home, v, e);
	return 0;
}

int
view_refresh(const struct home *home, struct view *v, struct err *e)
{
	if (look(home, v, e) < 0)
		return -1;
	/* A retry that was taken back: as if it had never been. */
	if (v->ahead && v->place == QUEUE_NONE && !v->record.final) {
		record_release(&v->record);
		v->offset = 0;
		v->ahead = false;
		if (look(home, v, e) < 0)
			return -1;
	}
	if (v->record.final && v->record.next_round > v->record.round &&
	    (v->place == QUEUE_HELD || v->place == QUEUE_WAITING)) {
		record_open(&v->record, v->record.next_round);
		v->ahead = true;
	}
	if (v->place == QUEUE_NONE && v->record.blocks <= 1)
		return missing(v->id, e);
	v->final = v->record.final && v->place == QUEUE_NONE;
	fill_tasks(v);
	sum_up(v);
	see_suspended(home, v);
	v->status = v->record.final ? v->record.status : unfinished_status(v);
	return 0;
}

int
view_read(const struct home *home, uint32_t job, bool with_spec, struct view *v,
	  struct err *e)
{
	v->id = job;
	if (view_refresh(home, v, e) < 0)
		return -1;
	if (!with_spec)
		return 0;
	if (jobs_spec(home, job, &v->record, &v->job, e) < 0)
		return err_wrap(e, "job %u", job);
	v->has_spec = true;
	return view_refresh(home, v, e);
}

int
view_read_most(const struct home *home, uint32_t job, struct view *v,
	       struct err *spec, struct err *e)
{
	struct err own;

	spec = spec ? spec : &own;
	*spec = (struct err){0};
	if (view_read(home, job, true, v, spec) == 0)
		return 0;
	view_release(v);
	return view_read(home, job, false, v, e);
}

void
view_release(struct view *v)
{
	record_release(&v->record);
	job_release(&v->job);
	free(v->tasks);
	*v = (struct view)VIEW_INIT;
}

const struct task_view *
view_task(const struct view *v, const char *name)
{
	for (size_t i = 0; i < v->task_count; i++)
		if (!strcmp(v->tasks[i].name, name))
			return &v->tasks[i];
	return NULL;
}

const struct task_view *
view_culprit(const struct view *v)
{
	const struct task_view *first = NULL;

	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_view *t = &v->tasks[i];

		if (v->has_spec && v->job.tasks[i].allow_failure)
			continue;
		if (t->status == v->status &&
		    (status_failed(t->status) || t->status == STATUS_CANCELLED))
			return t;
		if (status_failed(t->status) && !first)
			first = t;
	}
	return v->status == STATUS_SUCCEEDED ? NULL : first;
}

bool
view_exists(const struct home *home, uint32_t job)
{
	autoview struct view v = VIEW_INIT;
	struct err e;

	return view_read(home, job, false, &v, &e) == 0 ||
	       e.code != ERR_MISSING;
}

bool
view_stands_still(const struct task_view *t)
{
	if (!t->suspended_ms)
		return false;
	if (t->status != STATUS_STARTING && t->status != STATUS_RUNNING)
		return t->status != STATUS_CANCELLING;
	/* before its first step there is nothing to stop */
	return !t->run || !t->run->pid ||
	       (t->run->suspended_since && t->run->stopped);
}

int64_t
view_suspended_ms(const struct run *run, int64_t now_ms)
{
	int64_t ms = run->suspended_for;

	if (run->suspended_since && !run->ended_ms &&
	    now_ms > run->suspended_ms)
		ms += now_ms - run->suspended_ms;
	return ms;
}

int64_t
view_run_ms(const struct run *run, int64_t now_ms)
{
	int64_t ms = -1;

	if (run->wall_ms >= 0 && run->ended_ms)
		return run->wall_ms;
	if (run->started_ms)
		ms = (run->ended_ms ? run->ended_ms : now_ms) - run->started_ms;
	return ms < 0 && run->started_ms ? 0 : ms;
}
