/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/verdict.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/say.h"
#include "store/queue.h"

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
	t->launching = false;
	queue_launch_end(l->home, l->job, l->spec.tasks[task].name);
	l->want_pass |= queue_launch_wanted(l->home);
}

void
verdict_running(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);

	if (!run || !run->running_ms)
		return;
	if (l->tasks[task].status == STATUS_STARTING)
		live_move(l, task, EVENT_RUN, "");
	give_launch_back(l, task);
}

/* The words for an end, as people read them in queue and show. */
static void
describe(const struct run *run, char *out, size_t size)
{
	char span[32];

	if (run->error[0])
		snprintf(out, size, "%s", run->error);
	else if (!strcmp(run->cause, "timeout"))
		snprintf(out, size, "timeout after %s",
			 text_span(run->wall_ms, span, sizeof(span)));
	else if (run->signal)
		snprintf(out, size, "signal %d (%s)%s", run->signal,
			 strsignal(run->signal),
			 run->core ? ", core dumped" : "");
	else
		snprintf(out, size, "exit %d", run->exit_code);
}

static bool
ended_well(const struct run *run)
{
	return !strcmp(run->cause, "exit") && run->exit_code == 0;
}

/* An end by itself, also while it was to be cancelled. */
static void
end_by_itself(struct live *l, size_t task, const struct run *run)
{
	char why[200] = "";

	/* A task may be setup alone; what could not start never ran. */
	if (l->tasks[task].status == STATUS_STARTING &&
	    (ended_well(run) || run->running_ms))
		live_move(l, task, EVENT_RUN, "");
	if (ended_well(run)) {
		live_move(l, task, EVENT_OK, "");
		return;
	}
	describe(run, why, sizeof(why));
	live_move(l, task,
		  strcmp(run->step, "setup") ? EVENT_BAD : EVENT_SETUP_BAD,
		  why);
}

/* Why it was cancelled: as noted when the cancel began. */
static const char *
cancel_reason(const struct live *l, size_t task)
{
	const struct live_task *t = &l->tasks[task];

	if (t->status == STATUS_CANCELLING)
		return t->reason;
	return l->cancel_by[0] ? l->cancel_by : "cancelled";
}

void
verdict_end(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);

	if (!strcmp(run->cause, "cancel")) {
		verdict_cancelled(l, task, cancel_reason(l, task));
	} else if (!strcmp(run->cause, "lost")) {
		verdict_lost(l, task, run->error);
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

	if (l->doomed || t->status == STATUS_CANCELLING || l->cancelled) {
		verdict_cancelled(l, task, cancel_reason(l, task));
		return;
	}
	/* what says that it ran may be lost, and what it did then be there */
	if ((run && run->pid) || t->status == STATUS_RUNNING)
		t->recoveries++;
	live_move(l, task, t->recoveries ? EVENT_LOST : EVENT_BACK, why);
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
