/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/attempt.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/logs.h"
#include "store/suspended.h"

#define RETRY_NOTE_MS 1000 /* a full disk: again after this */
#define MAIN_WAIT_MS 10 /* between the end of a family and that of its first process */
#define OUTSIDE_WAIT_MS 1500 /* how long after its command the runner may be told to stop, too */

void
attempt_tag(const struct home *home, uint32_t job, const char *task,
	    unsigned number, char *out, size_t size)
{
	snprintf(out, size, "%s:%s:%u:%s:%u", home->id, home->boot, job, task,
		 number);
}

void
attempt_open(struct attempt *a, const int pipes[LOG_KIND_COUNT][2],
	     uint64_t log_max)
{
	a->oom = oom_now();
	for (int i = 0; i < LOG_KIND_COUNT; i++) {
		struct output *o = &a->outputs[i];

		*o = (struct output)OUTPUT_NONE;
		if (pipes[i][0] < 0)
			continue;
		o->home = a->home;
		o->job = a->job;
		o->pipe[0] = pipes[i][0];
		o->pipe[1] = pipes[i][1];
		o->max = log_max;
		o->path = logs_kind_path(a->logs, a->job, a->task, a->number,
					 (enum log_kind)i);
		output_open(o);
	}
}

void
attempt_pump(struct attempt *a)
{
	for (int i = 0; i < LOG_KIND_COUNT; i++)
		output_pump(&a->outputs[i]);
}

uint64_t
attempt_lost(const struct attempt *a)
{
	uint64_t lost = 0;

	for (int i = 0; i < LOG_KIND_COUNT; i++)
		lost += a->outputs[i].lost;
	return lost;
}

static struct family
family_of(const struct attempt *a)
{
	struct family f = {
		.top = sys_pid(),
		.tag = a->alone ? NULL : a->tag,
		.cgroup = a->fence.path[0] ? a->fence.path : NULL,
		.boot = a->home->boot,
		.spare = &a->spare,
	};

	for (int i = 0; i < LOG_KIND_COUNT; i++)
		f.pipes[i] = sys_inode(a->outputs[i].pipe[0]);
	return f;
}

/* The record was removed from outside: nothing of the job can go on. */
static bool
is_gone(const struct attempt *a)
{
	autofree char *path = jobs_path(a->job, "record");

	return !file_exists(a->home->fd, path) && errno == ENOENT;
}

void
attempt_cancel(struct attempt *a)
{
	struct cancel_note job, task, *note;
	int64_t grace;

	jobs_cancel_read(a->home, a->job, NULL, &job);
	jobs_cancel_read(a->home, a->job, a->task, &task);
	note = task.asked ? &task : &job;
	a->unsure = !note->asked && (job.unsure || task.unsure);
	if (!note->asked && !is_gone(a))
		return;
	grace = note->grace_ms >= 0 ? note->grace_ms
				    : a->home->config.grace_ms;
	if (!a->ended && !a->cancelled) {
		a->cancelled = true;
		snprintf(a->cancel_by, sizeof(a->cancel_by), "%s", note->by);
	}
	ending_start(&a->ending, sys_boot_ms(), grace);
}

void
attempt_see_suspend(struct attempt *a)
{
	a->suspend = suspended_task(a->home, a->job, a->task);
}

void
attempt_adopt_halt(struct attempt *a, const struct run *run)
{
	halt_resume(&a->halt, run->suspended_since, run->suspended_for);
}

static int
note_halt(struct attempt *a, int64_t now_ms)
{
	struct block b = BLOCK_INIT;
	int done;

	block_begin(&b, "run", a->task);
	block_int(&b, "attempt", a->number);
	if (a->halt.since_ms)
		block_time(&b, "suspended",
			   sys_wall_ms() - (now_ms - a->halt.since_ms));
	block_int(&b, "suspended_since", a->halt.since_ms);
	block_int(&b, "suspended_for", a->halt.total_ms);
	block_int(&b, "stopped", a->halt.state == HALT_STOPPED);
	block_end(&b);
	done = jobs_append(a->home, a->job, &b, false, NULL);
	block_release(&b);
	a->halt_due = done < 0;
	if (done == 0)
		jobs_poke(a->home, a->job, POKE_LOOK);
	return done;
}

/* Whether it may stand still: what is over or being ended may not. */
static bool
may_halt(const struct attempt *a)
{
	bool step_follows = a->in_setup && a->end.exit_code == 0;

	return !a->ending.active && (!a->ended || step_follows);
}

/*
 * It is noted as suspended before the first process is stopped and until the last one was
 * continued, so that whoever has it in hand next knows that some may be stopped.
 */
int64_t
attempt_halt(struct attempt *a)
{
	int64_t now_ms = sys_boot_ms(), again;
	bool wanted = a->suspend && may_halt(a);
	struct family f = family_of(a);

	if (!a->started_boot_ms)
		return -1;
	if (a->ending.active && a->halt.state != HALT_NO) {
		halt_drop(&a->halt, now_ms);
		a->halt_due = true;
	} else if (wanted && !halt_on(&a->halt)) {
		halt_stop(&a->halt, now_ms);
		a->halt_due = true;
	} else if (!wanted && halt_on(&a->halt)) {
		halt_continue(&a->halt, now_ms);
	}
	if (a->halt_due && note_halt(a, now_ms) < 0)
		return RETRY_NOTE_MS;
	if (a->halt.state != HALT_STOPPING && a->halt.state != HALT_CONTINUING)
		return -1;
	again = halt_step(&a->halt, &f);
	if (again == 0)
		again = note_halt(a, now_ms) < 0 ? RETRY_NOTE_MS : -1;
	return again;
}

static bool
stopped_from_outside(const struct attempt *a)
{
	return !a->ending.active &&
	       (a->end.signal == SIGTERM || a->end.signal == SIGHUP);
}

static void
look_at_main(struct attempt *a, int64_t now_ms)
{
	if (!a->main || a->ended || spawn_peek(a->main, &a->end) != 1)
		return;
	a->ended = true;
	if (stopped_from_outside(a))
		a->decide_ms = now_ms + OUTSIDE_WAIT_MS;
}

/* Return ms until the time limit, -1 if there is none to wait for. */
static int64_t
keep_time_limit(struct attempt *a, int64_t now_ms)
{
	int64_t left;

	if (!a->timeout_ms || !a->started_boot_ms || a->ended ||
	    a->ending.active || a->halt.since_ms)
		return -1;
	left = a->started_boot_ms + a->timeout_ms +
	       halt_total(&a->halt, now_ms) - now_ms;
	if (left > 0)
		return left;
	a->timed_out = true;
	ending_start(&a->ending, now_ms, a->home->config.grace_ms);
	return -1;
}

int64_t
attempt_sooner(int64_t a, int64_t b)
{
	if (a < 0)
		return b;
	return b < 0 || a < b ? a : b;
}

/* After the command's end: what it left behind ends too, then all output is in. */
static int64_t
finish(struct attempt *a, int64_t now_ms)
{
	struct family f = family_of(a);
	int64_t again;

	if (a->decide_ms > now_ms && !a->outside)
		return a->decide_ms - now_ms;
	if (a->decide_ms && sys_going_down())
		a->outside = true;
	if (a->in_setup && a->end.exit_code == 0 && !a->ending.active)
		return -1; /* the next step follows, with what setup left */
	if (!a->ending.active &&
	    a->home->config.leftovers == LEFTOVERS_KEEP) {
		if (a->halt.state != HALT_NO)
			family_signal(&f, SIGCONT); /* they are on their own now */
		attempt_pump(a);
		a->over = true;
		return -1;
	}
	a->left |= !a->ending.active;
	ending_start(&a->ending, now_ms, a->home->config.grace_ms);
	again = ending_step(&a->ending, &f, now_ms);
	if (again > 0)
		return again;
	attempt_pump(a);
	a->over = true;
	return -1;
}

int64_t
attempt_step(struct attempt *a)
{
	int64_t now_ms = sys_boot_ms();
	int64_t again, left;

	if (a->main && !pids_has(&a->spare, a->main))
		pids_add(&a->spare, a->main);
	spawn_reap_orphans(&a->spare); /* main stays until its end is in the record */
	look_at_main(a, now_ms);
	left = attempt_halt(a);
	left = attempt_sooner(left, keep_time_limit(a, now_ms));
	if (a->ended)
		return finish(a, now_ms);
	if (a->ending.active) {
		struct family f = family_of(a);

		again = ending_step(&a->ending, &f, now_ms);
		look_at_main(a, now_ms);
		if (a->ended)
			return finish(a, now_ms);
		return attempt_sooner(left, again ? again : MAIN_WAIT_MS);
	}
	return left;
}

/* Ended by a TERM or HUP that was not ours, while all around it was being stopped too. */
static bool
is_lost(const struct attempt *a)
{
	return a->outside && a->decide_ms;
}

/* Ended by a KILL that was not ours: from whom, the kernel tells nobody. */
static bool
is_killed(const struct attempt *a)
{
	return a->end.signal == SIGKILL && !a->ending.killing;
}

/* How many the kernel killed of its own control group. */
static int64_t
fence_kills(const struct attempt *a)
{
	int64_t kills = a->fence.path[0] ? oom_of(a->fence.path) : 0;

	return kills > 0 ? kills : 0;
}

/* What one that ended badly may have to do with a want of memory; "" nothing that is known. */
static void
oom_text(const struct attempt *a, char *out, size_t size)
{
	struct oom now;
	char how[40];

	*out = '\0';
	if (a->end.exit_code == 0 || (a->end.signal && !is_killed(a)))
		return;
	if (a->end.signal)
		text_signal(a->end.signal, how, sizeof(how));
	else
		snprintf(how, sizeof(how), "exit %d", a->end.exit_code);
	now = oom_now();
	if (fence_kills(a))
		snprintf(out, size,
			 "%s: out of memory: it needed more than it had asked "
			 "for, and the kernel killed %lld of it",
			 how, (long long)fence_kills(a));
	else if (a->oom.group >= 0 && now.group > a->oom.group)
		snprintf(out, size,
			 "%s: %sout of memory: the kernel killed %lld of its "
			 "control group for it",
			 how, a->end.signal ? "" : "perhaps ",
			 (long long)(now.group - a->oom.group));
	else if (a->end.signal && now.group < 0 && a->oom.machine >= 0 &&
		 now.machine > a->oom.machine)
		snprintf(out, size,
			 "%s: probably out of memory: the kernel killed %lld "
			 "of this machine for it",
			 how, (long long)(now.machine - a->oom.machine));
}

static const char *
cause_of(const struct attempt *a, const char *oom)
{
	if (is_lost(a))
		return "lost";
	if (a->timed_out)
		return "timeout";
	if (a->cancelled)
		return "cancel";
	if (*oom && (a->end.signal || fence_kills(a)))
		return "oom";
	return a->end.signal ? "signal" : "exit";
}

void
attempt_end_block(const struct attempt *a, struct block *b)
{
	int64_t cpu_ms, rss_kib;
	char oom[160];
	const char *cause;

	oom_text(a, oom, sizeof(oom));
	cause = cause_of(a, oom);
	spawn_usage(&cpu_ms, &rss_kib);
	block_begin(b, "run", a->task);
	block_int(b, "attempt", a->number);
	block_time(b, "ended", sys_wall_ms());
	block_text(b, "cause", cause);
	if (!strcmp(cause, "lost"))
		block_text(b, "error",
			   "lost: it was stopped from outside with all of mj");
	else if (!strcmp(cause, "cancel") && a->cancel_by[0])
		block_text(b, "by", a->cancel_by);
	else if (*oom && (!strcmp(cause, "oom") || !strcmp(cause, "exit")))
		block_text(b, "error", oom);
	if (a->end.signal)
		block_int(b, "signal", a->end.signal);
	else
		block_int(b, "exit", a->end.exit_code);
	if (a->end.core)
		block_int(b, "core", 1);
	if (attempt_lost(a))
		block_int(b, "lost", (int64_t)attempt_lost(a));
	if (a->left && a->ending.told.count)
		block_int(b, "left", (int64_t)a->ending.told.count);
	block_int(b, "wall", sys_boot_ms() - a->started_boot_ms);
	if (halt_total(&a->halt, sys_boot_ms())) {
		block_int(b, "suspended_since", 0);
		block_int(b, "suspended_for",
			  halt_total(&a->halt, sys_boot_ms()));
	}
	block_int(b, "cpu", a->end.cpu_ms + (a->alone ? cpu_ms : 0));
	block_int(b, "rss", a->end.rss_kib > rss_kib || !a->alone
				    ? a->end.rss_kib
				    : rss_kib);
	block_end(b);
}

bool
attempt_note_stuck(struct attempt *a)
{
	struct block b = BLOCK_INIT;

	if (a->ending.stuck == a->stuck)
		return false;
	a->stuck = a->ending.stuck;
	block_begin(&b, "run", a->task);
	block_int(&b, "attempt", a->number);
	block_int(&b, "stuck", a->stuck);
	block_end(&b);
	jobs_append(a->home, a->job, &b, false, NULL);
	block_release(&b);
	return true;
}

void
attempt_release(struct attempt *a)
{
	for (int i = 0; i < LOG_KIND_COUNT; i++)
		output_release(&a->outputs[i]);
	ending_release(&a->ending);
	halt_release(&a->halt);
	pids_release(&a->spare);
}
