/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/verdict.h"

#include <stdio.h>
#include <string.h>

#include "engine/say.h"
#include "model/cause.h"
#include "os/sys.h"
#include "store/queue.h"

/* Where nobody else could note the end of the attempt, what we know of it is noted here. */
static void
note_end(struct live *l, size_t task, const char *cause, const char *why)
{
	const struct run *run = live_run(l, task);

	if (run && run->ended_ms)
		return;
	block_begin(&l->out, "run", l->spec.tasks[task].name);
	block_int(&l->out, "attempt", l->tasks[task].attempt);
	block_time(&l->out, "ended", sys_wall_ms());
	block_text(&l->out, "cause", cause);
	block_text(&l->out, "error", why);
	block_end(&l->out);
}

/* The task's place goes once the record says it is over. */
static void
over(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	t->holder = HOLDER_NONE;
	t->again_ms = 0;
	t->told = false;
	t->give_back = true;
}

static void
give_launch_back(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	if (!t->launching)
		return;
	if (queue_launch_end(l->home, l->job, l->spec.tasks[task].name) < 0) {
		l->failed = true; /* again after a while */
		return;
	}
	t->launching = false;
	l->want_pass |= queue_launch_wanted(l->home);
}

void
verdict_running(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);

	if (!run || (!run->running_ms && !run->remote[0]))
		return;
	if (run->running_ms && l->tasks[task].status == STATUS_STARTING)
		live_move(l, task, EVENT_RUN, "");
	give_launch_back(l, task); /* also when another place has it: it may wait there for long */
}

void
verdict_pending(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);
	enum status status = l->tasks[task].status;
	const char *why;

	if (!run || !run->pending[0] || run->ended_ms ||
	    (status == STATUS_CANCELLING && !strcmp(run->pending, "-")))
		return;
	why = strcmp(run->pending, "-") ? run->pending : "";
	if (strcmp(l->tasks[task].reason, why) != 0)
		live_reason(l, task, why);
}

/* The words for an end, as people read them in queue and show. */
static void
describe(const struct run *run, int64_t limit_ms, char *out, size_t size)
{
	const char *step = strcmp(run->step, "setup") ? "" : "setup: ";
	char text[160], span[32];

	/* the limit, not when its end was over */
	if (!strcmp(run->cause, "timeout") && !run->error[0] && limit_ms)
		snprintf(text, sizeof(text), "timeout after %s",
			 text_span(limit_ms, span, sizeof(span)));
	else
		cause_text(run, text, sizeof(text));
	snprintf(out, size, "%s%s", step, text);
}

static bool
ended_well(const struct run *run)
{
	return !strcmp(run->cause, "exit") && run->exit_code == 0;
}

/* Whether the task's command has run in any of its attempts. */
static bool
has_run(const struct live *l, size_t task)
{
	const struct task_record *t = live_record(l, task);

	for (size_t i = 0; t && i < t->run_count; i++)
		if (t->runs[i].running_ms)
			return true;
	return l->tasks[task].recoveries > 0;
}

static int64_t
ran_ms(const struct run *run)
{
	if (!run || !run->started_ms)
		return 0;
	return (run->ended_ms ? run->ended_ms : sys_wall_ms()) -
	       run->started_ms;
}

/* Decide whether, when and where a task is tried again; its counts and times follow. */
static bool
try_again(struct live *l, size_t task, enum trouble trouble, int exit_code)
{
	struct live_task *t = &l->tasks[task];
	const struct task *spec = &l->spec.tasks[task];
	const struct recovery *recovery = &spec->recovery;
	struct backoff backoff =
		backoff_over(&recovery->backoff, &l->home->config.backoff);
	uint64_t seed = ((uint64_t)l->job << 32 | task) * 1000 +
			(uint64_t)t->attempt * 7 + t->tries.row;
	struct retry retry = recovery_decide(recovery, &backoff, trouble,
					     exit_code, ran_ms(live_run(l, task)),
					     seed, &t->tries);

	if (!retry.again)
		return false;
	t->place = recovery_place(recovery, trouble, t->place,
				  spec->place_count);
	t->due_ms = sys_wall_ms() + retry.wait_ms;
	return true;
}

/* The attempt failed, and the spec allows another. */
static void
restart(struct live *l, size_t task, const char *why)
{
	bool ran = has_run(l, task);

	l->tasks[task].recoveries += ran;
	live_move(l, task, ran ? EVENT_LOST : EVENT_BACK, why);
}

/* A shell elsewhere told of its end: it has one number for a signal and for that status. */
static int
exit_status(const struct run *run)
{
	bool told = run->pool[0] && run->exit_code < 0 && run->signal;

	return told ? 128 + run->signal : run->exit_code;
}

/* An end by itself, also while it was to be cancelled. */
static void
end_by_itself(struct live *l, size_t task, const struct run *run)
{
	bool wanted = l->tasks[task].status != STATUS_CANCELLING &&
		      !l->cancelled && !l->doomed;
	char why[200] = "";

	/* A task may be setup alone; what could not start never ran. */
	if (l->tasks[task].status == STATUS_STARTING &&
	    (ended_well(run) || run->running_ms))
		live_move(l, task, EVENT_RUN, "");
	if (ended_well(run)) {
		live_move(l, task, EVENT_OK, "");
		return;
	}
	describe(run, l->spec.tasks[task].timeout_ms, why, sizeof(why));
	if (wanted && try_again(l, task, TROUBLE_ERROR, exit_status(run))) {
		restart(l, task, why);
		return;
	}
	live_move(l, task,
		  strcmp(run->step, "setup") ? EVENT_BAD : EVENT_SETUP_BAD,
		  why);
}

/* Why it was cancelled: as noted when the cancel began. */
static const char *
cancel_reason(const struct live *l, size_t task)
{
	const struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);

	if (run && run->by[0])
		return run->by; /* the reason it had may be why it took long */
	if (t->status == STATUS_CANCELLING)
		return t->reason;
	return l->cancel_by[0] ? l->cancel_by : "cancelled";
}

static bool
has_other_place(const struct live *l, size_t task)
{
	size_t count = l->spec.tasks[task].place_count;

	for (size_t i = 0; i < count && i < 64; i++)
		if (!live_refused(l, task, i))
			return true;
	return count > 64;
}

/* The pool it was handed to will never take it on: where else, or nowhere. */
static void
refused(struct live *l, size_t task, const char *why)
{
	struct live_task *t = &l->tasks[task];
	bool before = live_refused(l, task, t->place); /* no other can serve it */

	if (l->doomed || t->status == STATUS_CANCELLING || l->cancelled) {
		verdict_cancelled(l, task, cancel_reason(l, task));
		return;
	}
	if (t->place < 64)
		t->refused |= UINT64_C(1) << t->place;
	if (!before && has_other_place(l, task))
		live_move(l, task, has_run(l, task) ? EVENT_LOST : EVENT_BACK,
			  why);
	else
		live_move(l, task, EVENT_NEVER, why);
	over(l, task);
}

void
verdict_end(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);

	if (!strcmp(run->cause, "cancel")) {
		verdict_cancelled(l, task, cancel_reason(l, task));
	} else if (!strcmp(run->cause, "lost")) {
		verdict_lost(l, task, run->error);
	} else if (!strcmp(run->cause, "refused")) {
		refused(l, task, run->error);
	} else if (!strcmp(run->cause, "launch")) {
		verdict_no_capacity(l, task, run->error);
	} else {
		end_by_itself(l, task, run);
		over(l, task);
	}
}

void
verdict_lost(struct live *l, size_t task, const char *why)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);
	char last[160];

	note_end(l, task, "lost", why);
	if (l->doomed || t->status == STATUS_CANCELLING || l->cancelled) {
		verdict_cancelled(l, task, cancel_reason(l, task));
		return;
	}
	if (!try_again(l, task, TROUBLE_LOST, -1)) {
		snprintf(last, sizeof(last),
			 "%.100s (max_recoveries is reached: %u)", why,
			 l->spec.tasks[task].recovery.max_recoveries);
		live_move(l, task, EVENT_BAD, last);
		over(l, task);
		return;
	}
	/* what says that it ran may be lost, and what it did then be there */
	if ((run && (run->pid || run->pool[0])) || t->status == STATUS_RUNNING)
		t->recoveries++;
	live_move(l, task, t->recoveries ? EVENT_LOST : EVENT_BACK, why);
	over(l, task);
}

void
verdict_no_capacity(struct live *l, size_t task, const char *why)
{
	char last[160];

	note_end(l, task, "launch", why);
	if (try_again(l, task, TROUBLE_LAUNCH, -1)) {
		live_move(l, task,
			  has_run(l, task) ? EVENT_LOST : EVENT_BACK, why);
	} else {
		snprintf(last, sizeof(last),
			 "%.100s (max_launch_retries is reached: %u)", why,
			 l->spec.tasks[task].recovery.max_launch_retries);
		live_move(l, task, EVENT_NO_RESOURCE, last);
	}
	over(l, task);
}

void
verdict_cancelled(struct live *l, size_t task, const char *by)
{
	enum event event = l->doomed ? EVENT_NO_CONTROLLER : EVENT_GONE;

	if (event == EVENT_GONE &&
	    (l->tasks[task].status == STATUS_STARTING ||
	     l->tasks[task].status == STATUS_RUNNING))
		live_move(l, task, EVENT_CANCEL, by);
	live_move(l, task, event, by);
	over(l, task);
}
