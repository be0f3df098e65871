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

#define PUMP_SIZE (1u << 20)
#define PUMP_ROUNDS 64
#define MAIN_WAIT_MS 10 /* between the end of a family and that of its first process */
#define OUTSIDE_WAIT_MS 1500 /* how long after its command the runner may be told to stop, too */

void
attempt_tag(const struct home *home, uint32_t job, const char *task,
	    unsigned number, char *out, size_t size)
{
	snprintf(out, size, "%s:%s:%u:%s:%u", home->id, home->boot, job, task,
		 number);
}

/* The log was deleted: go on in a new one of the same name. */
static void
check_log(struct attempt *a)
{
	struct file_info info;

	if (a->log >= 0 && file_info_fd(a->log, &info) == 0 && info.links == 0)
		sys_close(&a->log);
	if (a->log < 0)
		a->log = logs_open_task(a->logs, a->job, a->task, a->number,
					NULL);
}

/* Without room the output is dropped and counted: the task must not stop. */
static void
drop(struct attempt *a)
{
	char sink[16384];
	ssize_t n = sys_read(a->pipe[0], sink, sizeof(sink));

	if (n > 0)
		a->lost += (uint64_t)n;
}

/* Say what was lost as soon as there is room to say it. */
static bool
tell_lost(struct attempt *a)
{
	autofree char *text =
		mem_printf("\n[mj: %llu bytes of output are lost here: the disk "
			   "of the log was full]\n",
			   (unsigned long long)a->lost);
	autoclose int pipe_in = -1, pipe_out = -1;
	int ends[2];
	size_t ignored = 0;

	if (sys_pipe(ends, true) < 0)
		return false;
	pipe_in = ends[0];
	pipe_out = ends[1];
	if (sys_write_all(pipe_out, text, strlen(text)) < 0 ||
	    sys_splice_end(pipe_in, a->log, strlen(text), &ignored) <= 0)
		return false;
	a->lost = 0;
	return true;
}

void
attempt_pump(struct attempt *a)
{
	/* A task that never stops writing must not keep us from all else. */
	for (int i = 0; i < PUMP_ROUNDS && sys_pending(a->pipe[0]) > 0; i++) {
		size_t lost = 0;
		ssize_t n;

		check_log(a);
		if (a->log < 0 || (a->lost && !tell_lost(a))) {
			drop(a);
			continue;
		}
		n = sys_splice_end(a->pipe[0], a->log, PUMP_SIZE, &lost);
		a->lost += lost;
		if (n == 0 || (n < 0 && errno == EAGAIN))
			return;
		if (n < 0 && !lost)
			drop(a);
	}
	if (a->lost && a->log >= 0 && sys_pending(a->pipe[0]) == 0)
		tell_lost(a);
}

static struct family
family_of(const struct attempt *a)
{
	return (struct family){
		.top = sys_pid(),
		.tag = a->alone ? NULL : a->tag,
		.pipe = sys_inode(a->pipe[0]),
		.boot = a->home->boot,
		.spare = &a->spare,
	};
}

void
attempt_cancel(struct attempt *a)
{
	struct cancel_note job, task, *note;
	int64_t grace;

	jobs_cancel_read(a->home, a->job, NULL, &job);
	jobs_cancel_read(a->home, a->job, a->task, &task);
	note = task.asked ? &task : &job;
	if (!note->asked)
		return;
	grace = note->grace_ms >= 0 ? note->grace_ms
				    : a->home->config.grace_ms;
	if (!a->ended)
		a->cancelled = true;
	ending_start(&a->ending, sys_boot_ms(), grace);
}

/* Reap orphans that came to us; main stays until its end is in the record. */
static void
reap_others(const struct attempt *a)
{
	autopids struct pids children = PIDS_INIT;
	struct spawn_end end;
	struct proc_stat stat;

	proc_children(sys_pid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (!pids_has(&a->spare, children.list[i]) &&
		    proc_stat(children.list[i], &stat) == 0 && stat.dead)
			spawn_reap(children.list[i], false, &end);
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
	    a->ending.active)
		return -1;
	left = a->started_boot_ms + a->timeout_ms - now_ms;
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
	reap_others(a);
	look_at_main(a, now_ms);
	left = keep_time_limit(a, now_ms);
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

static const char *
cause_of(const struct attempt *a)
{
	if (is_lost(a))
		return "lost";
	if (a->timed_out)
		return "timeout";
	if (a->cancelled)
		return "cancel";
	return a->end.signal ? "signal" : "exit";
}

void
attempt_end_block(const struct attempt *a, struct block *b)
{
	int64_t cpu_ms, rss_kib;

	spawn_usage(&cpu_ms, &rss_kib);
	block_begin(b, "run", a->task);
	block_int(b, "attempt", a->number);
	block_time(b, "ended", sys_wall_ms());
	block_text(b, "cause", cause_of(a));
	if (is_lost(a))
		block_text(b, "error",
			   "lost: it was stopped from outside with all of mj");
	if (a->end.signal)
		block_int(b, "signal", a->end.signal);
	else
		block_int(b, "exit", a->end.exit_code);
	if (a->end.core)
		block_int(b, "core", 1);
	if (a->lost)
		block_int(b, "lost", (int64_t)a->lost);
	if (a->left && a->ending.told.count)
		block_int(b, "left", (int64_t)a->ending.told.count);
	block_int(b, "wall", sys_boot_ms() - a->started_boot_ms);
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
	sys_close(&a->pipe[0]);
	sys_close(&a->pipe[1]);
	sys_close(&a->log);
	ending_release(&a->ending);
	pids_release(&a->spare);
}
