/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/runner.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/err.h"
#include "base/mem.h"
#include "engine/attempt.h"
#include "engine/command.h"
#include "engine/note.h"
#include "engine/runner_parts.h"
#include "engine/starter.h"
#include "os/file.h"
#include "os/heap.h"
#include "os/lean.h"
#include "os/lock.h"
#include "os/proc.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/jobs.h"
#include "store/logs.h"
#include "store/queue.h"

#define RETRY_WRITE_MS 1000 /* a full disk: again after this */
#define RETRY_PASS_FIRST_MS 10
#define RETRY_PASS_LAST_MS 5000

/* Look for a controller: its pid file names a living process. */
static void
find_controller(struct runner *r)
{
	autofree char *path = jobs_path(r->order->job, "controller.pid");

	if (jobs_pid_read(r->order->home, path, &r->controller, NULL) < 0)
		return;
	r->watch = proc_open(&r->controller, r->order->home->boot);
	if (r->watch >= 0)
		r->pass_wait_ms = RETRY_PASS_FIRST_MS;
}

/*
 * Nobody holds the job: start a pass that looks for dead controllers, then again later.
 * While one is at work it has seen the mark or will, and a fork of each of a thousand
 * runners would only be in its way.
 */
static bool
start_pass(struct runner *r, bool surely)
{
	bool started;

	home_wake(r->order->home, WAKE_SWEEP);
	started = (!surely && note_pass_lives(r->order->home)) ||
		  starter_start(r->order->home, SPAWN_SIBLING,
				r->order->pass) == 0;
	r->pass_at_ms = sys_boot_ms() + r->pass_wait_ms;
	if (r->pass_wait_ms < RETRY_PASS_LAST_MS)
		r->pass_wait_ms *= 2;
	return started;
}

static void
check_watch(struct runner *r, bool fired)
{
	if (fired)
		sys_close(&r->watch);
	if (r->watch >= 0 || r->stop)
		return;
	find_controller(r);
	if (r->watch < 0 && (fired || sys_boot_ms() >= r->pass_at_ms))
		start_pass(r, false);
}

/* Whether the controller we watch has died since we last looked. */
static bool
watch_fired(struct runner *r)
{
	return r->watch >= 0 && sys_readable(r->watch);
}

static void
note_outside_stop(struct runner *r)
{
	struct block b = BLOCK_INIT;

	block_begin(&b, "run", r->attempt.task);
	block_int(&b, "attempt", r->attempt.number);
	block_int(&b, "outside_stop", 1);
	block_end(&b);
	jobs_append(r->order->home, r->order->job, &b, false, NULL);
	block_release(&b);
	r->stop = true;
}

static void
read_signals(struct runner *r)
{
	int signo;

	while ((signo = sig_next(r->signals, NULL)))
		if (signo == SIGTERM || signo == SIGHUP) {
			note_outside_stop(r);
		} else {
			r->changed = true;
			if (signo == SIGUSR1) {
				attempt_cancel(&r->attempt);
				attempt_see_suspend(&r->attempt);
			}
		}
}

bool
runner_append(struct runner *r, const struct block *b, bool durable)
{
	struct err e = {0};

	while (jobs_append(r->order->home, r->order->job, b, durable, &e) < 0) {
		struct pollfd fd = {r->signals, POLLIN, 0};

		attempt_pump(&r->attempt);
		if (e.code == ERR_MISSING)
			return false;
		sys_poll(&fd, 1, RETRY_WRITE_MS);
		read_signals(r);
		if (r->stop)
			return false;
	}
	return true;
}

void
runner_turn(struct runner *r, int64_t wait_ms)
{
	struct pollfd fds[4 + REMOTE_FDS] = {
		{r->signals, POLLIN, 0},
		{r->watch, POLLIN, 0},
		{r->attempt.outputs[LOG_OUTPUT].pipe[0], POLLIN, 0},
		{r->attempt.outputs[LOG_ERRORS].pipe[0], POLLIN, 0},
	};
	size_t count = 4;

	if (r->remote)
		count += remote_fds(r->remote, fds + count);
	if (r->watch < 0 && !r->stop) {
		int64_t left = r->pass_at_ms - sys_boot_ms();

		wait_ms = attempt_sooner(wait_ms, left > 0 ? left : 0);
	}
	if (attempt_lost(&r->attempt))
		wait_ms = attempt_sooner(wait_ms, RETRY_WRITE_MS);
	if (r->attempt.unsure)
		wait_ms = attempt_sooner(wait_ms, RETRY_WRITE_MS);
	if (lean_poll(fds, count, wait_ms) == 0)
		r->changed = true; /* the time that was asked for has passed */
	if (fds[2].revents || fds[3].revents || attempt_lost(&r->attempt))
		attempt_pump(&r->attempt);
	read_signals(r);
	if (r->attempt.unsure)
		attempt_cancel(&r->attempt);
	check_watch(r, r->watch >= 0 && fds[1].revents != 0);
}

void
runner_wait(struct runner *r)
{
	int64_t until_ms = sys_boot_ms() + RETRY_WRITE_MS, left_ms;

	while ((left_ms = until_ms - sys_boot_ms()) > 0 && !r->stop &&
	       !r->attempt.cancelled)
		runner_turn(r, left_ms);
}

void
runner_note_no_start(struct runner *r, const char *step, int errnum, const char *what)
{
	struct block b = BLOCK_INIT;
	char text[200] = "";

	if (!r->attempt.cancelled)
		snprintf(text, sizeof(text), "could not start %s: %s: %s", step,
			 what, err_words(errnum));
	block_begin(&b, "run", r->attempt.task);
	block_int(&b, "attempt", r->attempt.number);
	block_text(&b, "step", step);
	block_time(&b, "ended", sys_wall_ms());
	block_text(&b, "cause", r->attempt.cancelled ? "cancel" : "start");
	if (*text)
		block_text(&b, "error", text);
	if (r->attempt.cancel_by[0])
		block_text(&b, "by", r->attempt.cancel_by);
	block_end(&b);
	runner_append(r, &b, false);
	block_release(&b);
}

bool
runner_is_want(int errnum)
{
	static const int wants[] = {EAGAIN, ENOMEM, ENOSPC, EMFILE, ENFILE,
				    EDQUOT};

	for (size_t i = 0; i < sizeof(wants) / sizeof(wants[0]); i++)
		if (errnum == wants[i])
			return true;
	return false;
}

/* With `leftovers = keep` they live on and we stay as their pump, without the lock. */
static void
pump_leftovers(struct runner *r)
{
	struct family f = {.top = sys_pid(), .boot = r->order->home->boot};

	r->stop = true; /* the controller is no longer our business */
	sys_close(&r->watch);
	for (;;) {
		automembers struct members left = MEMBERS_INIT;

		attempt_pump(&r->attempt);
		attempt_step(&r->attempt);
		family_list(&f, &left);
		if (left.count == 0)
			break;
		runner_turn(r, -1);
	}
	attempt_pump(&r->attempt);
}

/* Leave: tell the controller, look once more whether there is one. */
static void
leave(struct runner *r)
{
	if (r->stop)
		spawn_exit(0);
	sys_close(&r->lock);
	jobs_poke(r->order->home, r->order->job, POKE_NEWS);
	if ((r->watch < 0 || watch_fired(r)) &&
	    queue_alive(r->order->home, r->order->job))
		while (!start_pass(r, true))
			sys_sleep_ms(r->pass_wait_ms);
	if (r->order->home->config.leftovers == LEFTOVERS_KEEP &&
	    !r->attempt.ending.active && !remote_is(r->order))
		pump_leftovers(r);
	fence_drop(r->attempt.fence.path);
	spawn_exit(0);
}

/* Read what the command is started with.  Return 0, or -1 when that cannot be (noted). */
static int
prepare(struct runner *r)
{
	struct err e = {0};

	while (command_prepare(&r->command, r->order, &r->capture, &e) < 0) {
		if (e.code != ERR_SYS || !runner_is_want(e.errnum)) {
			runner_note_no_start(r, "command",
				      e.errnum ? e.errnum : EINVAL, e.text);
			return -1;
		}
		capture_release(&r->capture);
		runner_wait(r);
		if (r->stop || r->attempt.cancelled)
			return 0; /* seen again before anything starts */
	}
	return 0;
}

/*
 * Where the name cannot be written it is tried again: the disk may be full.  Nobody can
 * ever see it in a file that is not there any more; the controller starts another runner.
 */
static void
name_itself(struct runner *r)
{
	const struct home *home = r->order->home;
	autofree char *path = jobs_runner_path(r->order->job, r->attempt.task);
	autofree char *rest = mem_printf("attempt = %u\n", r->attempt.number);
	struct proc self;

	for (;;) {
		proc_self(&self, home->boot);
		if (jobs_pid_write(r->lock, &self, rest, NULL) == 0)
			return;
		if (lock_is_at(r->lock, home->fd, path) == 0)
			spawn_exit(1);
		sys_sleep_ms(RETRY_WRITE_MS);
	}
}

static void
fill(struct runner *r, const struct attempt_order *order)
{
	struct attempt *a = &r->attempt;
	const struct run *earlier;

	r->order = order;
	*a = (struct attempt){
		.home = order->home,
		.job = order->job,
		.task = order->spec->tasks[order->task].name,
		.logs = order->logs,
		.number = order->attempt,
		.timeout_ms = order->spec->tasks[order->task].timeout_ms,
		.outputs = {OUTPUT_NONE, OUTPUT_NONE},
		.alone = true,
	};
	attempt_tag(order->home, order->job, a->task, a->number, a->tag,
		    sizeof(a->tag));
	earlier = record_run(record_task(order->record, a->task), a->number);
	if (order->after_setup && earlier) {
		a->started_boot_ms = earlier->since_ms;
		attempt_adopt_halt(a, earlier);
	}
	r->watch = -1;
	r->pass_wait_ms = RETRY_PASS_FIRST_MS;
}

/* Where its pool keeps tasks to what they asked for. */
static void
raise_fence(struct attempt *a, const struct attempt_order *order)
{
	const struct config_pool *pool =
		config_pool(&order->home->config, order->pool);

	if (pool && pool->enforce)
		fence_raise(&a->fence, order->home, order->job, a->task,
			    a->number, &order->spec->tasks[order->task].need);
}

static void
run(const struct attempt_order *order, int lock)
{
	struct runner r = {.lock = lock};
	const int(*pipes)[2] = order->pipes;
	int keep[] = {order->home->fd,	     lock,
		      pipes[LOG_OUTPUT][0], pipes[LOG_OUTPUT][1],
		      pipes[LOG_ERRORS][0], pipes[LOG_ERRORS][1]};

	heap_fresh();
	sig_block();
	sys_close_others(keep, sizeof(keep) / sizeof(keep[0]));
	while (sys_stdio(-1) < 0)
		sys_sleep_ms(RETRY_WRITE_MS);
	sys_detach();
	sys_subreaper();
	fill(&r, order);
	r.attempt.lock = lock;
	title_set("mj: %s job %u task %s", order->home->path, order->job,
		  r.attempt.task);
	r.signals = sig_open();
	name_itself(&r);
	/* from here on whoever changes that finds us by our name */
	attempt_see_suspend(&r.attempt);
	find_controller(&r);
	attempt_open(&r.attempt, pipes, order->log_max);
	if (prepare(&r) == 0 && remote_is(order)) {
		runner_remote(&r);
	} else if (r.command.dir) {
		raise_fence(&r.attempt, order);
		runner_steps(&r);
	}
	leave(&r);
}

/* The lock that says that there is a runner, and which.  Return it, or -1. */
static int
take_lock(const struct attempt_order *order, struct err *e)
{
	autofree char *path = jobs_runner_path(
		order->job, order->spec->tasks[order->task].name);
	autoclose int lock = lock_try(order->home->fd, path, 1, e);
	struct file_info info;

	if (lock < 0)
		return -1;
	if (file_info_fd(lock, &info) < 0)
		return err_sys(e, "look at %s", path);
	if (!S_ISREG(info.mode))
		return err_set(e, ERR_CORRUPT, "%s is not a file: remove it", path);
	return sys_take(&lock);
}

int
runner_start(const struct attempt_order *order, struct err *e)
{
	autoclose int lock = take_lock(order, e);
	pid_t pid;

	if (lock < 0)
		return -1;
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0)
		run(order, lock);
	return pid < 0 ? err_sys(e, "fork a runner") : (int)pid;
}

int
runner_poke(int pidfd)
{
	return proc_signal(pidfd, SIGUSR1);
}
