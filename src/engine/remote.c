/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/marks.h"
#include "engine/remote_parts.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/logs.h"
#include "store/queue.h"

#define FIRST_WAIT_MS 200 /* before the second poll; then longer, up to the pool's time */
#define RETRY_MS 1000	  /* a note that could not be made */
#define BEFORE_GRACE_MS 1000 /* for programs of an earlier runner */
#define TERM_TRIES 3
#define KILL_AGAIN_MS 10000

static struct run *
run_of(const struct attempt_order *o)
{
	return record_run(record_task(o->record, o->spec->tasks[o->task].name),
			  o->attempt);
}

bool
remote_is(const struct attempt_order *o)
{
	const struct run *run = run_of(o);

	return (run && run->pool[0]) ||
	       pool_remote(config_pool(&o->home->config, o->pool));
}

static void
call(struct remote *r, enum pool_call what)
{
	struct program_order order = PROGRAM_ORDER_INIT;
	struct program_place place = {.env = &r->env,
				      .capture = r->command->capture,
				      .follow_out = -1};
	int64_t again_ms = r->at.pool->poll_ms;
	enum pool_limit limit = what == POOL_SUBMIT ? LIMIT_SUBMIT
				: what == POOL_POLL ? LIMIT_POLL
						    : LIMIT_CANCEL;

	r->asked = what;
	switch (r->type->call(&r->at, what, &order, &again_ms)) {
	case POOL_RUN:
		env_put(&order.env, "MJ_ID", r->at.id);
		if (!order.limit_ms)
			order.limit_ms = r->at.pool->limit_ms[limit];
		program_start(&r->ask, &order, &place);
		break;
	case POOL_KNOWN:
	case POOL_NO:
		remote_see_answer(r, NULL);
		break;
	case POOL_LATER:
		r->due_ms = sys_boot_ms() + again_ms;
		break;
	}
	program_order_release(&order);
}

/* Hand it over: first the record says so, as nothing else proves that it was not done. */
static void
submit(struct remote *r)
{
	struct err e;

	if (r->attempt->ending.active) {
		remote_conclude_nothing(r, POOL_FULL, "");
		return;
	}
	if (remote_make_script(r, &e) < 0) {
		remote_conclude_nothing(r, POOL_FULL, e.text);
		return;
	}
	/* it counts in its pool, whatever becomes of this machine */
	if (queue_run_sync(r->order->home, r->at.pool->name, &e) < 0 ||
	    remote_note_submit(r) < 0) {
		r->due_ms = sys_boot_ms() + RETRY_MS;
		return;
	}
	r->submits++;
	r->handed = true;
	call(r, POOL_SUBMIT);
}

static void
clear_before(struct remote *r, int64_t now_ms)
{
	char tag[300];
	struct family f = {.tag = tag,
			   .called = true,
			   .boot = r->order->home->boot};
	int64_t wait_ms;

	pool_tag(r->order, tag, sizeof(tag));
	wait_ms = ending_step(&r->before, &f, now_ms);
	if (wait_ms > 0) {
		r->due_ms = now_ms + wait_ms;
		return;
	}
	r->step = REMOTE_LOOK;
	r->at.since_ms = now_ms;
}

/* Return ms until its time limit, -1 without one. */
static int64_t
keep_time_limit(struct remote *r, int64_t now_ms)
{
	struct attempt *a = r->attempt;
	int64_t left;

	if (!a->timeout_ms || !a->started_boot_ms || a->ended ||
	    a->ending.active)
		return -1;
	left = a->started_boot_ms + a->timeout_ms - now_ms;
	if (left > 0)
		return left;
	a->timed_out = true;
	ending_start(&a->ending, now_ms, a->home->config.grace_ms);
	return -1;
}

/* Ask the other side to end it.  Return whether there was something to call. */
static bool
end_there(struct remote *r, int64_t now_ms)
{
	if (!r->told && r->terms < TERM_TRIES) {
		r->terms++;
		call(r, POOL_TERM);
		return true;
	}
	if (now_ms < r->attempt->ending.kill_at_ms || now_ms < r->kill_ms)
		return false;
	r->kill_ms = now_ms + KILL_AGAIN_MS;
	marks_fence(r->dir, r->at.name);
	call(r, POOL_KILL);
	return true;
}

/*
 * A program at work when the attempt is to end: a poll is not waited for, a submit until
 * KILL is due, and neither is a poll that hangs then.
 */
static int64_t
hurry(struct remote *r, int64_t now_ms)
{
	const struct ending *ending = &r->attempt->ending;

	if (!ending->active || r->asked == POOL_TERM || r->asked == POOL_KILL ||
	    r->kill_ms)
		return -1;
	if ((r->asked == POOL_SUBMIT || r->terms) &&
	    now_ms < ending->kill_at_ms)
		return ending->kill_at_ms - now_ms;
	r->hasty = true;
	program_stop(&r->ask);
	return -1;
}

static void
next_poll(struct remote *r, int64_t now_ms)
{
	int64_t wait_ms = r->wait_ms;

	r->due_ms = now_ms + wait_ms;
	if (remote_see_mark(r, now_ms))
		return;
	r->wait_ms = wait_ms * 2 < r->at.pool->poll_ms ? wait_ms * 2
						       : r->at.pool->poll_ms;
	call(r, POOL_POLL);
}

/* One thing that is due, if no program is at work. */
static void
act(struct remote *r, int64_t now_ms)
{
	bool ending = r->attempt->ending.active;

	if (r->owes_id)
		remote_note_id(r);
	switch (r->step) {
	case REMOTE_THERE:
	case REMOTE_LOOK:
		if (ending && end_there(r, now_ms))
			return;
		if (now_ms >= r->due_ms)
			next_poll(r, now_ms);
		return;
	case REMOTE_CLEAR:
		if (now_ms >= r->due_ms)
			clear_before(r, now_ms);
		return;
	case REMOTE_SUBMIT:
		if (now_ms >= r->due_ms)
			submit(r);
		return;
	case REMOTE_WAIT:
		if (now_ms >= r->due_ms)
			remote_wait(r, now_ms);
		return;
	case REMOTE_DRAIN:
	case REMOTE_OVER:
		return;
	}
}

/* What was detached by a program and ended is our child, as we are its subreaper. */
static void
reap_strays(const struct remote *r)
{
	pid_t ours[] = {r->ask.pid, r->logs.pid};

	spawn_reap_orphans(&(struct pids){.list = ours, .count = 2});
}

/* When the next thing is due that act does. */
static int64_t
act_in(const struct remote *r, int64_t now_ms)
{
	const struct ending *ending = &r->attempt->ending;
	int64_t left = r->due_ms > now_ms ? r->due_ms - now_ms : 0;
	int64_t kill = ending->kill_at_ms > r->kill_ms ? ending->kill_at_ms
						       : r->kill_ms;

	if (ending->active && r->step == REMOTE_THERE)
		left = attempt_sooner(left, kill > now_ms ? kill - now_ms : 0);
	return left;
}

int64_t
remote_step(struct remote *r)
{
	int64_t now_ms = sys_boot_ms(), wait_ms = keep_time_limit(r, now_ms);

	if (program_step(&r->ask))
		remote_see_answer(r, &r->ask.end);
	if (program_busy(&r->ask))
		wait_ms = attempt_sooner(wait_ms, hurry(r, now_ms));
	else
		act(r, now_ms);
	reap_strays(r);
	if (r->step == REMOTE_DRAIN)
		return remote_drain(r, now_ms);
	if (r->step == REMOTE_OVER)
		return 0;
	if (r->step == REMOTE_THERE && r->noted_run)
		wait_ms = attempt_sooner(wait_ms, remote_output(r, now_ms));
	if (program_busy(&r->ask))
		return attempt_sooner(wait_ms, program_wait(&r->ask));
	return attempt_sooner(wait_ms, act_in(r, sys_boot_ms()));
}

size_t
remote_fds(const struct remote *r, struct pollfd *fds)
{
	size_t n = program_fds(&r->ask, fds);

	return n + program_fds(&r->logs, fds + n);
}

static void
open_paths(struct remote *r)
{
	const struct attempt_order *o = r->order;
	const struct attempt *a = r->attempt;
	const char *dir = r->at.pool->dir;

	script_name(o->home->id, o->job, a->task, a->number, r->at.name);
	/* the same for each runner of the attempt, whoever runs the passes */
	r->dir = dir ? home_expand_for(dir, env_get(&r->command->capture->env,
						    "HOME"))
		     : NULL;
	if (!r->dir)
		r->dir = logs_job_path(o->logs, o->job);
	r->script = mem_printf("%s/%s.sh", r->dir, r->at.name);
	r->log = logs_task_path(o->logs, o->job, a->task, a->number);
	if (a->outputs[LOG_ERRORS].pipe[0] >= 0)
		r->errors = logs_kind_path(o->logs, o->job, a->task, a->number,
					   LOG_ERRORS);
	r->launch = logs_launch_path(o->logs, o->job, a->task, a->number);
	r->at.dir = r->dir;
	r->at.script = r->script;
	r->at.log = r->log;
	r->at.errors = r->errors;
	r->at.workdir = r->command->dir;
}

/* An earlier runner had it: what the record says of it. */
static void
adopt(struct remote *r, const struct run *run)
{
	int64_t now_ms = sys_boot_ms(), ran_ms;

	r->step = REMOTE_CLEAR;
	r->handed = true;
	ending_start(&r->before, now_ms, BEFORE_GRACE_MS);
	snprintf(r->at.id, sizeof(r->at.id), "%s", run->remote);
	if (strcmp(run->pending, "-") != 0)
		snprintf(r->pending, sizeof(r->pending), "%s", run->pending);
	r->noted_run = run->running_ms;
	if (!run->running_ms)
		return;
	ran_ms = sys_wall_ms() - run->running_ms;
	r->attempt->started_boot_ms = now_ms - (ran_ms > 0 ? ran_ms : 0);
}

int
remote_open(struct remote *r, const struct attempt_order *order,
	    struct attempt *a, const struct command *c, struct err *e)
{
	const struct run *run = run_of(order);
	bool before = run && run->pool[0];
	const char *name = before ? run->pool : order->pool;
	const struct config_pool *pool =
		config_pool(&order->home->config, name);
	const struct pool_type *type = pool ? pool_type(pool->type) : NULL;

	if (!type)
		return err_set(e, ERR_INPUT,
			       "pool %s is not in the settings as one beyond "
			       "this machine: put it back",
			       name);
	*r = (struct remote){.order = order,
			     .attempt = a,
			     .command = c,
			     .type = type,
			     .step = REMOTE_SUBMIT,
			     .ask = PROGRAM_NONE,
			     .logs = PROGRAM_NONE,
			     .wait_ms = FIRST_WAIT_MS};
	r->at = (struct pool_attempt){.order = order, .pool = pool, .fd = -1};
	open_paths(r);
	if (before)
		adopt(r, run);
	pool_env(&r->at, c->capture, &r->env);
	r->at.env = &r->env;
	return 0;
}

void
remote_release(struct remote *r)
{
	marks_remove(r->dir, r->at.name);
	program_release(&r->ask);
	program_release(&r->logs);
	sys_close(&r->at.fd);
	env_list_release(&r->env);
	ending_release(&r->before);
	for (int i = 0; i < POOL_CALL_COUNT; i++)
		buf_release(&r->last[i]);
	free(r->dir);
	free(r->script);
	free(r->log);
	free(r->errors);
	free(r->launch);
}
