/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/advance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/grant.h"
#include "engine/holder.h"
#include "engine/refuse.h"
#include "engine/say.h"
#include "engine/suspend.h"
#include "engine/verdict.h"
#include "model/dag.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"

#define RETRY_MS 1000
#define CLOCK_STEP_MS 30000 /* the wall clock may be set, or the machine sleep */

static void
init_task(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct task_record *r = live_record(l, task);
	const struct task *spec = &l->spec.tasks[task];
	struct request request;
	size_t first;
	bool again;

	*t = (struct live_task){.watch = -1, .pipes = {{-1, -1}, {-1, -1}}, .lock = -1};
	if (r) {
		t->status = r->status;
		snprintf(t->reason, sizeof(t->reason), "%s", r->reason);
		t->attempt = r->attempt;
		t->recoveries = r->recoveries;
		t->tries = r->tries;
		t->place = r->place < spec->place_count ? r->place : 0;
		t->due_ms = r->due_ms;
		t->at_ms = r->at_ms;
		t->kept = status_final(r->status) && r->round < l->record.round;
	}
	t->asked = live_find_request(l, task, &request);
	first = t->place;
	t->granted = live_find_place(l, task);
	/* one that its last attempt had is to be given back, and says nothing of the next */
	again = t->tries.row && (t->status == STATUS_PENDING ||
				 t->status == STATUS_RECOVERING);
	if (again)
		t->place = first;
	/* who asked may have been killed before all pools were told */
	if (t->asked && spec->place_count > 1) {
		live_hint(l, task, &request);
		l->want_pass = true;
	}
	t->launching = queue_launching(l->home, l->job, spec->name);
	t->give_back = (status_final(t->status) &&
			(t->asked || t->granted || t->launching)) ||
		       (again && t->granted && !t->asked);
}

/* Ask a task that may have living processes to end, or end it at once. */
static void
cancel_task(struct live *l, size_t task, const char *by)
{
	struct live_task *t = &l->tasks[task];

	if (status_final(t->status))
		return;
	if (t->holder == HOLDER_NONE && t->status != STATUS_CANCELLING) {
		live_withdraw(l, task);
		verdict_cancelled(l, task, by);
		return;
	}
	if (t->status != STATUS_CANCELLING)
		live_move(l, task, EVENT_CANCEL, by);
	if (!t->told && live_flush(l) == 0)
		holder_cancel(l, task);
}

static void
see_job_cancel(struct live *l)
{
	struct cancel_note note;

	jobs_cancel_read(l->home, l->job, NULL, &note);
	l->unsure |= note.unsure;
	if (!note.asked || l->cancelled)
		return;
	l->cancelled = true;
	snprintf(l->cancel_by, sizeof(l->cancel_by), "%s",
		 note.by[0] ? note.by : "cancelled");
	say("%s", l->cancel_by);
}

static void
see_task_cancels(struct live *l)
{
	struct cancel_note note;

	for (size_t i = 0; i < l->spec.task_count; i++) {
		if (status_final(l->tasks[i].status))
			continue;
		l->tasks[i].told = false;
		jobs_cancel_read(l->home, l->job, l->spec.tasks[i].name, &note);
		l->unsure |= note.unsure;
		if (note.asked)
			cancel_task(l, i, note.by[0] ? note.by : "cancelled");
	}
}

void
advance_tidy(struct live *l)
{
	l->tasks = mem_new(l->spec.task_count, sizeof(l->tasks[0]));
	for (size_t i = 0; i < l->spec.task_count; i++)
		init_task(l, i);
}

void
advance_begin(struct live *l)
{
	advance_tidy(l);
	if (l->record.round == 1 && seq_cancelled_upto(l->home) >= l->job &&
	    !l->cancelled) {
		struct cancel_note note;

		jobs_cancel_all_note(&l->record, &note);
		jobs_cancel_write(l->home, l->job, NULL, &note, NULL);
	}
	see_job_cancel(l);
	for (size_t i = 0; i < l->spec.task_count; i++)
		holder_adopt(l, i);
	/* only now: a task whose holder is not known yet looks as if nothing of it ran */
	see_task_cancels(l);
	suspend_see(l);
}

/* The holder of an attempt looks for a note: one of ours, where nobody else wrote one. */
static void
cancel_with_note(struct live *l, size_t task, const char *by)
{
	struct cancel_note note = {.asked = true, .grace_ms = -1};
	const char *name = l->spec.tasks[task].name;
	autofree char *path = jobs_cancel_path(l->job, name);
	struct err e;

	snprintf(note.by, sizeof(note.by), "%s", by);
	if (l->tasks[task].holder != HOLDER_NONE &&
	    !file_exists(l->home->fd, path) &&
	    jobs_cancel_write(l->home, l->job, name, &note, &e) < 0) {
		say("%s; trying again", e.text);
		l->tasks[task].again_ms = sys_boot_ms() + RETRY_MS;
		return;
	}
	cancel_task(l, task, by);
}

static void
end_all(struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->doomed)
			cancel_with_note(l, i,
					 l->broken ? l->cancel_by
						   : "its controllers died "
						     "again and again");
		else
			cancel_task(l, i, l->cancel_by);
}

/* No pool can ever serve it.  Return whether that ended it. */
static bool
refuse(struct live *l, size_t task)
{
	const struct task *spec = &l->spec.tasks[task];
	char why[160];

	if (need_none(&spec->need) || l->tasks[task].granted ||
	    l->tasks[task].holder != HOLDER_NONE ||
	    !refuse_task(&l->home->config, spec, why, sizeof(why)))
		return false;
	/* by the settings of today, not those that the job began with */
	if (home_reload(l->home, NULL) < 0 ||
	    !refuse_task(&l->home->config, spec, why, sizeof(why)))
		return false;
	live_withdraw(l, task);
	return live_move(l, task, EVENT_NEVER, why);
}

/* The settings may have changed since it was asked for. */
static void
see_refusals(struct live *l)
{
	bool fresh = false;

	for (size_t i = 0; i < l->spec.task_count; i++) {
		if (!l->tasks[i].asked || need_none(&l->spec.tasks[i].need))
			continue;
		if (!fresh && home_reload(l->home, NULL) < 0)
			return;
		fresh = true;
		refuse(l, i);
	}
}

static void
name_cause(const struct live *l, const struct dag_verdict *v, char *out,
	   size_t size)
{
	const char *name;

	if (v->cause == DAG_GROUP) {
		snprintf(out, size, "the primary tasks have ended");
		return;
	}
	name = l->spec.tasks[v->cause].name;
	if (v->below)
		snprintf(out, size, "because of task %s, on which it depends",
			 name);
	else
		snprintf(out, size, "because of task %s (on_failure: %s)", name,
			 on_failure_name(l->spec.on_failure));
}

/* Carry one verdict out.  Return whether it changed a status. */
static bool
carry_out(struct live *l, size_t task, const struct dag_verdict *v)
{
	struct live_task *t = &l->tasks[task];
	char why[160];

	switch (v->move) {
	case DAG_NONE:
		return false;
	case DAG_READY:
		if (refuse(l, task))
			return true;
		grant_ask(l, task);
		return false;
	case DAG_SKIP:
		name_cause(l, v, why, sizeof(why));
		live_withdraw(l, task);
		return live_move(l, task, EVENT_SKIP, why);
	case DAG_CANCEL:
		name_cause(l, v, why, sizeof(why));
		if (t->status != STATUS_CANCELLING || !t->told)
			cancel_with_note(l, task, why);
		return status_final(t->status);
	}
	return false;
}

/*
 * The status that counts for what is due.  A failure of an earlier round, which a retry
 * left as it is, is no failure of this one; what depends on it cannot run all the same.
 */
static enum status
standing(const struct live *l, size_t task)
{
	enum status status = l->tasks[task].status;

	if (!l->tasks[task].kept || status == STATUS_SUCCEEDED ||
	    (status_failed(status) && l->spec.tasks[task].allow_failure))
		return status;
	return STATUS_SKIPPED;
}

static struct dag_task
where_is(const struct live *l, size_t task, int64_t now_ms)
{
	const struct live_task *t = &l->tasks[task];
	struct dag_task where = {.status = standing(l, task), .wait = DAG_IDLE};

	if (t->asked || t->granted)
		where.wait = DAG_ASKED;
	else if (t->due_ms > now_ms || t->suspend)
		where.wait = DAG_LATER;
	where.outlived = t->outlive_ms && t->outlive_ms <= now_ms;
	return where;
}

/* From the end of the last primary task on, the others have their delay. */
static void
set_outlive(struct live *l)
{
	int64_t end_ms = 0;

	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->spec.tasks[i].primary && l->tasks[i].at_ms > end_ms)
			end_ms = l->tasks[i].at_ms;
	for (size_t i = 0; i < l->spec.task_count; i++) {
		int64_t delay = l->spec.tasks[i].termination_ms;

		if (job_is_auxiliary(&l->spec, i))
			l->tasks[i].outlive_ms =
				end_ms + (delay >= 0 ? delay
						     : l->spec.termination_ms);
	}
}

/* Decide until nothing changes any more: a skip may free a place for another. */
static void
decide(struct live *l)
{
	size_t count = l->spec.task_count;
	autofree struct dag_task *tasks = mem_new(count, sizeof(*tasks));
	autofree struct dag_verdict *verdict = mem_new(count, sizeof(*verdict));
	int64_t now_ms;
	bool changed = true;

	live_see_clock(l);
	now_ms = sys_wall_ms();
	l->decided_ms = now_ms;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < count; i++)
			tasks[i] = where_is(l, i, now_ms);
		if (dag_group_over(&l->spec, tasks)) {
			set_outlive(l);
			for (size_t i = 0; i < count; i++)
				tasks[i] = where_is(l, i, now_ms);
		}
		dag_decide(&l->spec, tasks, verdict);
		for (size_t i = 0; i < count; i++)
			changed |= carry_out(l, i, &verdict[i]);
	}
}

/* Begin an attempt: its number is durable before anything of it runs. */
static void
begin(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	if (!t->granted || t->give_back || t->suspend ||
	    t->holder != HOLDER_NONE ||
	    (t->status != STATUS_PENDING && t->status != STATUS_RECOVERING))
		return;
	t->attempt++;
	t->setup_done = false;
	live_move(l, task, EVENT_START, "");
}

/* A holder that could not be told to end (it was just being forked) is told now. */
static void
tell_again(struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->tasks[i].status == STATUS_CANCELLING) {
			if (l->tasks[i].told)
				holder_unstick(l, i);
			else
				holder_cancel(l, i);
		}
}

/* What is over and written gives its place back. */
static void
give_back(struct live *l)
{
	if (live_flush(l) < 0)
		return;
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->tasks[i].give_back)
			live_withdraw(l, i);
}

static void
start_begun(struct live *l)
{
	if (live_flush(l) < 0)
		return;
	for (size_t i = 0; i < l->spec.task_count; i++) {
		struct live_task *t = &l->tasks[i];

		if (t->status == STATUS_STARTING && t->holder == HOLDER_NONE &&
		    !t->suspend && sys_boot_ms() >= t->again_ms)
			holder_start(l, i);
	}
}

static bool
all_over(const struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (!status_final(l->tasks[i].status))
			return false;
	return true;
}

/* ms until the wall clock says at_ms; -1 if that was past when it was decided. */
static int64_t
left_of(const struct live *l, int64_t at_ms)
{
	int64_t left = at_ms - sys_wall_ms();

	if (at_ms <= l->decided_ms)
		return -1;
	return left > CLOCK_STEP_MS ? CLOCK_STEP_MS : left < 0 ? 0 : left;
}

void
advance_poked(struct live *l)
{
	see_job_cancel(l);
	see_task_cancels(l);
	suspend_see(l);
	see_refusals(l);
	for (size_t i = 0; i < l->spec.task_count; i++)
		grant_see(l, i); /* whatever launching/ has: hands may have been at it */
}

int64_t
advance_due_ms(const struct live *l)
{
	int64_t least = -1;

	for (size_t i = 0; i < l->spec.task_count; i++) {
		const struct live_task *t = &l->tasks[i];

		if (t->status == STATUS_PENDING ||
		    t->status == STATUS_RECOVERING)
			least = attempt_sooner(least,
					       left_of(l, t->due_ms));
		if (t->status == STATUS_STARTING ||
		    t->status == STATUS_RUNNING)
			least = attempt_sooner(
				least, left_of(l, t->outlive_ms));
	}
	return least;
}

bool
advance(struct live *l)
{
	live_flush(l);
	for (size_t i = 0; i < l->spec.task_count; i++)
		holder_look(l, i);
	if (l->cancelled || l->doomed)
		end_all(l);
	tell_again(l);
	suspend_tell(l);
	if (all_over(l))
		return true; /* the last notes go with the job's own */
	give_back(l);
	grant_see_all(l);
	if (!l->cancelled && !l->doomed) {
		decide(l);
		for (size_t i = 0; i < l->spec.task_count; i++)
			begin(l, i);
	}
	start_begun(l);
	if (all_over(l))
		return true;
	give_back(l);
	return false;
}
