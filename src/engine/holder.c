/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/holder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "engine/holder_parts.h"
#include "engine/say.h"
#include "engine/verdict.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/jobs.h"

#define RETRY_MS 1000	  /* no process or no room: again after this */
#define START_TRIES 5	  /* then the place is given back */
#define RETRY_LOCK_MS 10 /* a lock whose holder is just going */

static bool
begun(enum status s)
{
	return s == STATUS_STARTING || s == STATUS_RUNNING ||
	       s == STATUS_CANCELLING;
}

/*
 * No process to be had, which mostly is over in a moment; else the place is of no use to us
 * now.  An attempt of which something ran already is not given up for that.
 */
static void
cannot_start(struct live *l, size_t task, const char *why)
{
	struct live_task *t = &l->tasks[task];

	if (++t->start_tries < START_TRIES || t->setup_done) {
		say("task %s: %s; trying again", l->spec.tasks[task].name, why);
		live_again(t, RETRY_MS);
		return;
	}
	t->start_tries = 0;
	if (t->holder == HOLDER_AWAY) {
		live_again(t, RETRY_MS);
		return;
	}
	output_close(t->pipes);
	verdict_no_capacity(l, task, why);
}

/* What a task's log may take: as its spec says, else the settings. */
static uint64_t
log_max(const struct live *l, size_t task)
{
	const struct task *spec = &l->spec.tasks[task];

	return spec->log_max ? spec->log_max : l->home->config.log_max;
}

static bool
is_split(const struct live *l, size_t task)
{
	enum log_mode mode = l->spec.tasks[task].log;

	if (mode == LOG_AS_SET)
		mode = l->home->config.log;
	return mode == LOG_SPLIT;
}

static void
start_runner(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	struct attempt_order order = {
		.home = l->home,
		.job = l->job,
		.spec = &l->spec,
		.record = &l->record,
		.task = task,
		.attempt = t->attempt,
		.recoveries = t->recoveries,
		.after_setup = t->setup_done,
		.log_max = log_max(l, task),
		.logs = l->logs,
		.pass = l->pass,
	};
	struct need granted = {.ids = 0};
	struct err e;
	int pid;

	memcpy(order.pipes, t->pipes, sizeof(order.pipes));
	if (queue_granted(l->home, l->spec.tasks[task].places[t->occupied],
			  l->job, l->spec.tasks[task].name, &granted, &e) < 0 &&
	    (t->holder != HOLDER_AWAY || e.code != ERR_MISSING)) {
		say("%s; trying again", e.text);
		live_again(t, RETRY_MS);
		return;
	}
	order.gpus = granted.ids;
	order.pool = live_pool(l, task);
	pid = runner_start(&order, &e);
	if (pid < 0) {
		cannot_start(l, task, e.text);
		return;
	}
	t->start_tries = 0;
	t->holder = HOLDER_RUNNER;
	t->runner = pid;
	t->own = true;
	t->runner_gone = t->told = false;
	t->suspend_told = true; /* it looks by itself first */
	t->again_ms = 0;
}

void
holder_start(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	if (t->pipes[LOG_OUTPUT][0] < 0 &&
	    output_pipes(t->pipes, is_split(l, task)) < 0) {
		say("pipe: %s; trying again", err_words(errno));
		live_again(t, RETRY_MS);
		return;
	}
	start_runner(l, task);
}

/* Try the task lock: 1 and *fd if it was free, 0 if a holder lives. */
static int
try_lock(const struct live *l, size_t task, int *fd)
{
	autofree char *path =
		jobs_runner_path(l->job, l->spec.tasks[task].name);

	*fd = lock_try(l->home->fd, path, 1, NULL);
	return *fd >= 0;
}

/* Watch a runner that another controller forked. */
static void
watch_runner(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	autofree char *path =
		jobs_runner_path(l->job, l->spec.tasks[task].name);
	struct proc p;

	t->holder = HOLDER_RUNNER;
	t->own = false;
	if (jobs_pid_read(l->home, path, &p, NULL) == 0)
		t->watch = proc_open(&p, l->home->boot);
	/* without a name it was just forked, or is just going: its lock tells which */
	t->runner_gone = t->watch < 0;
	if (t->runner_gone) {
		live_again(t, RETRY_LOCK_MS);
		return;
	}
	t->runner = p.pid;
	say("task %s: runner %d adopted", l->spec.tasks[task].name,
	    (int)p.pid);
}

/* It goes on elsewhere, whoever of us died and whatever became of this machine. */
static bool
runs_away(const struct run *run)
{
	return run && run->pool[0] && !run->ended_ms;
}

static void
fetch(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	say("task %s: attempt %u in pool %s is looked for again",
	    l->spec.tasks[task].name, t->attempt, live_run(l, task)->pool);
	t->holder = HOLDER_AWAY;
	live_again(t, 0);
}

void
holder_adopt(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run;
	autoclose int lock = -1;

	if (!begun(t->status) || !t->attempt)
		return;
	if (!try_lock(l, task, &lock)) {
		watch_runner(l, task);
		return;
	}
	/* What a runner wrote last may have come after our first fold. */
	live_flush(l);
	run = live_run(l, task);
	if (run && run->ended_ms)
		holder_over(l, task);
	else if (runs_away(run))
		fetch(l, task);
	else if (run || !l->same_boot || t->status == STATUS_CANCELLING)
		holder_hunt(l, task);
	/* else: begun, but no runner ever was: the same attempt starts */
}

/* Whether programs of its pool, or what they detached, may have come to us. */
static bool
has_left(const struct live *l, size_t task)
{
	const struct task_record *t = live_record(l, task);

	for (size_t i = 0; t && i < t->run_count; i++)
		if (t->runs[i].pool[0])
			return true;
	return false;
}

/* Whether another task's processes may be among our children. */
static bool
other_orphans(const struct live *l, size_t task)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (i != task && (l->tasks[i].holder == HOLDER_SELF ||
				  has_left(l, i) ||
				  (l->tasks[i].own && l->tasks[i].runner_gone)))
			return true;
	return false;
}

/* The runner we forked was killed: its command is our child now. */
static void
take_over(struct live *l, size_t task, const struct run *run)
{
	struct live_task *t = &l->tasks[task];
	struct attempt *a = mem_new(1, sizeof(*a));

	*a = (struct attempt){
		.home = l->home,
		.job = l->job,
		.task = l->spec.tasks[task].name,
		.logs = l->logs,
		.number = t->attempt,
		.timeout_ms = l->spec.tasks[task].timeout_ms,
		.outputs = {OUTPUT_NONE, OUTPUT_NONE},
		.in_setup = !strcmp(run->step, "setup"),
		.main = run->pid,
		.started_boot_ms = run->since_ms,
		.outside = run->outside_stop,
		.lock = -1,
	};
	attempt_tag(l->home, l->job, a->task, a->number, a->tag,
		    sizeof(a->tag));
	snprintf(a->fence.path, sizeof(a->fence.path), "%s", run->cgroup);
	attempt_open(a, (const int(*)[2])t->pipes, log_max(l, task));
	memset(t->pipes, 0xff, sizeof(t->pipes)); /* -1: they are its now */
	t->mine = a;
	t->holder = HOLDER_SELF;
	live_again(t, 0);
	say("task %s: runner %d died; its command %d goes on under this "
	    "process",
	    a->task, (int)t->runner, run->pid);
	attempt_adopt_halt(a, run);
	attempt_see_suspend(a);
	if (t->status == STATUS_CANCELLING)
		attempt_cancel(a);
}

/* The runner is gone and its lock is ours: what became of the attempt? */
static void
judge(struct live *l, size_t task, int *lock)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);
	struct spawn_end end;

	t->runner_gone = false;
	sys_close(&t->watch);
	if (run && run->ended_ms) {
		output_close(t->pipes);
		t->holder = HOLDER_NONE;
		holder_over(l, task);
	} else if (runs_away(run)) {
		fetch(l, task);
	} else if (run && run->pid && t->own && spawn_peek(run->pid, &end) >= 0) {
		t->lock = sys_take(lock);
		take_over(l, task, run);
	} else if (!run && t->own && t->status != STATUS_CANCELLING) {
		/* it died before it started anything: the same attempt again */
		t->holder = HOLDER_NONE;
	} else {
		output_close(t->pipes);
		holder_hunt(l, task);
	}
}

static void
look_for_runner(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);
	autoclose int lock = -1;

	/* One that pumps what its command left behind has given its lock up. */
	if (!t->runner_gone && !(run && run->ended_ms))
		return;
	if (!try_lock(l, task, &lock)) {
		if (t->runner_gone && !t->own && t->watch < 0)
			watch_runner(l, task);
		live_again(t, RETRY_LOCK_MS);
		return;
	}
	/* Free: nothing of it is written any more, and all of it can be read. */
	if (live_flush(l) < 0) {
		live_again(t, RETRY_MS);
		return;
	}
	judge(l, task, &lock);
}

static void
drop_mine(struct live_task *t)
{
	attempt_release(t->mine);
	free(t->mine);
	t->mine = NULL;
	sys_close(&t->lock);
}

/* Setup is over: a new runner goes on with the command, on the same pipe and attempt. */
static void
hand_back(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	struct spawn_end end;

	spawn_reap(t->mine->main, false, &end);
	for (int i = 0; i < LOG_KIND_COUNT; i++) {
		struct output *o = &t->mine->outputs[i];

		t->pipes[i][0] = sys_take(&o->pipe[0]);
		t->pipes[i][1] = sys_take(&o->pipe[1]);
	}
	drop_mine(t);
	t->holder = HOLDER_NONE;
	t->setup_done = true;
	start_runner(l, task);
}

static void
note_end(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	struct block b = BLOCK_INIT;
	struct spawn_end end;
	int r;

	attempt_end_block(t->mine, &b);
	r = jobs_append(l->home, l->job, &b, false, NULL);
	block_release(&b);
	if (r < 0 || live_flush(l) < 0) {
		live_again(t, RETRY_MS);
		return;
	}
	spawn_reap(t->mine->main, false, &end);
	drop_mine(t);
	t->holder = HOLDER_NONE;
	holder_over(l, task);
}

static void
look_at_mine(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct task *spec = &l->spec.tasks[task];
	struct attempt *a = t->mine;
	int64_t wait_ms;

	a->alone = !other_orphans(l, task);
	pids_release(&a->spare);
	live_children(l, &a->spare);
	attempt_pump(a);
	if (!a->over) {
		wait_ms = attempt_step(a);
		attempt_note_stuck(a);
		if (wait_ms >= 0)
			live_again(t, wait_ms);
	}
	if (a->over)
		note_end(l, task);
	else if (a->ended && a->in_setup && a->end.exit_code == 0 &&
		 !a->ending.active) {
		if (spec->run)
			hand_back(l, task);
		else
			a->over = true, note_end(l, task);
	}
}

/* A process that cannot be ended keeps its task CANCELLING, and is named. */
static void
name_stuck(struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);
	char why[160], name[17];

	if (!run || !run->stuck || l->tasks[task].status != STATUS_CANCELLING)
		return;
	snprintf(why, sizeof(why), "cannot end process %d (%s)", run->stuck,
		 proc_name(run->stuck, name));
	live_reason(l, task, why);
}

void
holder_look(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	if (t->again_ms && sys_boot_ms() >= t->again_ms)
		t->again_ms = 0;
	if (t->holder == HOLDER_RUNNER || t->holder == HOLDER_SELF) {
		verdict_running(l, task);
		verdict_pending(l, task);
		name_stuck(l, task);
	}
	switch (t->holder) {
	case HOLDER_NONE:
		break;
	case HOLDER_RUNNER:
		look_for_runner(l, task);
		break;
	case HOLDER_SELF:
		look_at_mine(l, task);
		break;
	case HOLDER_AWAY:
		if (!t->again_ms)
			holder_start(l, task);
		break;
	case HOLDER_HUNT:
		holder_hunt_look(l, task);
		break;
	}
}
