/* SPDX-License-Identifier: Apache-2.0 */
/* What a runner does: the steps of an attempt, here or elsewhere. */
#include "engine/runner_parts.h"

#include <string.h>

#include "os/spawn.h"
#include "os/sys.h"
#include "store/jobs.h"

#define RETRY_POOL_MS 5000 /* a pool that is not in the settings: again after this */

/* A suspended attempt starts nothing, and what its setup left behind is stopped too. */
static void
wait_suspended(struct runner *r)
{
	r->attempt.ended = false;
	while (r->attempt.suspend && !r->attempt.cancelled && !r->stop)
		runner_turn(r, attempt_halt(&r->attempt));
}

/*
 * Start setup or the command and wait until it is exec'ed.  Its process notes itself in
 * the record before it execs, so that no command ever ran that the record does not know.
 * Return 0, or -1 when it could not be started (noted).
 */
static int
start_step(struct runner *r, const char *step)
{
	struct err e = {0};
	int errnum = 0;
	bool waits = r->attempt.suspend;

	wait_suspended(r);
	for (;;) {
		if (waits && (r->stop || r->attempt.cancelled))
			break;
		errnum = command_start(&r->command, step, &r->attempt, &e);
		if (!runner_is_want(errnum))
			break;
		runner_wait(r);
		if (r->stop || r->attempt.cancelled)
			break;
	}
	if (errnum == 0 && r->attempt.main) {
		jobs_poke(r->order->home, r->order->job, POKE_NEWS);
		return 0;
	}
	if (!r->stop)
		runner_note_no_start(r, step, errnum, e.text);
	return -1;
}

/* Wait for the end of the step at hand.  Return whether the next one may follow. */
static bool
wait_step(struct runner *r)
{
	int64_t wait_ms = 0, due_ms = 0;

	r->attempt.ended = r->attempt.over = false;
	for (;;) {
		runner_turn(r, wait_ms);
		if (r->stop)
			return false;
		if (due_ms >= 0 && sys_boot_ms() >= due_ms)
			r->changed = true;
		if (!r->changed) {
			wait_ms = due_ms < 0 ? -1 : due_ms - sys_boot_ms();
			continue;
		}
		r->changed = false;
		wait_ms = attempt_step(&r->attempt);
		if (attempt_note_stuck(&r->attempt))
			jobs_poke(r->order->home, r->order->job, POKE_LOOK);
		due_ms = wait_ms < 0 ? -1 : sys_boot_ms() + wait_ms;
		if (r->attempt.over)
			return false;
		if (r->attempt.ended && r->attempt.in_setup && wait_ms < 0 &&
		    !r->attempt.ending.active)
			return true;
	}
}

/* The end of setup alone is no end of the attempt: it is only reaped. */
static void
reap_main(struct runner *r)
{
	struct spawn_end end;

	if (r->attempt.main)
		spawn_reap(r->attempt.main, false, &end);
	r->attempt.main = 0;
	pids_release(&r->attempt.spare);
}

static void
note_end(struct runner *r)
{
	struct block b = BLOCK_INIT;

	attempt_end_block(&r->attempt, &b);
	/* its end is all that a controller has if we are stopped before it is written */
	if (runner_append(r, &b, false))
		reap_main(r);
	block_release(&b);
}

void
runner_steps(struct runner *r)
{
	const struct task *task = &r->order->spec->tasks[r->order->task];

	if (task->setup && !r->order->after_setup) {
		r->attempt.in_setup = true;
		if (start_step(r, "setup") < 0)
			return;
		if (wait_step(r) && task->run) {
			reap_main(r);
		} else {
			if (!r->stop)
				note_end(r);
			return;
		}
	}
	r->attempt.in_setup = false;
	if (start_step(r, "run") < 0)
		return;
	/* what it was started with is wanted no more, for as long as it runs */
	command_release(&r->command);
	capture_release(&r->capture);
	wait_step(r);
	if (!r->stop)
		note_end(r);
}

/*
 * Its pool must be in the settings: those we have may be older than the pass that chose
 * it.  Return whether it is; not when we are to leave.
 */
static bool
open_remote(struct runner *r, struct remote *remote)
{
	struct err e, told = {0};

	while (remote_open(remote, r->order, &r->attempt, &r->command, &e) <
	       0) {
		if (strcmp(e.text, told.text) != 0)
			remote_note(r->order, &r->attempt, e.text);
		told = e;
		runner_turn(r, RETRY_POOL_MS);
		home_reload(r->order->home, NULL);
		if (r->stop)
			return false;
	}
	r->remote = remote;
	return true;
}

/* The attempt runs elsewhere: its end is durable before what it is known by is removed. */
void
runner_remote(struct runner *r)
{
	struct remote remote;
	struct block b = BLOCK_INIT;
	int64_t wait_ms = 0;

	attempt_cancel(&r->attempt);
	if (!open_remote(r, &remote))
		return;
	while (remote.step != REMOTE_OVER) {
		runner_turn(r, wait_ms);
		if (r->stop)
			return;
		wait_ms = remote_step(&remote);
	}
	attempt_pump(&r->attempt);
	remote_end_block(&remote, &b);
	if (runner_append(r, &b, true))
		remote_release(&remote);
	block_release(&b);
	r->remote = NULL;
}
