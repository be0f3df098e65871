/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/starter.h"

#include <errno.h>
#include <signal.h>

#include "base/mem.h"
#include "os/heap.h"
#include "os/lean.h"
#include "os/root.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/queue.h"

#define RETRY_FIRST_MS 5
#define RETRY_LAST_MS 5000
#define AGAIN 75 /* EX_TEMPFAIL: the status of a pass that left something undone */
#define RETRY_MAX 50 /* passes in a row that died: something else is wrong */

/* What a starter's pass is to do. */
struct order {
	struct home *home;
	pass_fn *pass;
	int pidfd;    /* wait for its end first; -1 none */
	uint32_t job; /* whose controller that is; 0 none */
	int report;   /* where the starter says that a pass is there; -1 none */
};

static void
wait_for_end(int pidfd)
{
	struct pollfd fd = {pidfd, POLLIN, 0};

	while (sys_poll(&fd, 1, -1) == 0)
		continue;
}

static int
run_pass(void *arg)
{
	struct order *order = arg;

	/* who waits for the report must see the starter's end, not ours */
	sys_close(&order->report);
	if (order->pidfd >= 0)
		wait_for_end(order->pidfd);
	if (order->job && queue_alive(order->home, order->job))
		home_wake(order->home, WAKE_SWEEP);
	return order->pass(order->home, false) ? 0 : AGAIN;
}

static pid_t
fork_pass(int (*run)(void *arg), void *arg)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		lean_parent();
		sig_block();
		sys_detach();
		sys_raise_limits();
		spawn_exit(run(arg));
	}
	return pid;
}

/*
 * Wait for the pass pid (-1: it could not be forked); fork others until one ends by itself
 * and says that it left nothing undone, or another pass has done what was left.
 */
static int
guard(pid_t pid, int (*run)(void *arg), void *arg, const struct home *home,
      struct err *e)
{
	int64_t wait_ms = RETRY_FIRST_MS;
	struct spawn_end end;

	for (int tries = 0; tries < RETRY_MAX; tries++) {
		bool ended = pid > 0 && spawn_reap(pid, true, &end) == 1 &&
			     end.exit_code >= 0;

		if (ended && (end.exit_code != AGAIN || !home))
			return end.exit_code;
		if (pid < 0 && errno != EAGAIN && errno != ENOMEM)
			return err_sys(e, "fork a pass");
		sys_sleep_ms(wait_ms);
		if (wait_ms < RETRY_LAST_MS)
			wait_ms *= 2;
		if (ended && !home_woken(home, WAKE_PASS))
			return 0;
		pid = fork_pass(run, arg);
	}
	return err_set(e, ERR_SYS, "%d passes in a row were killed", RETRY_MAX);
}

int
starter_run(int (*run)(void *arg), void *arg, struct err *e)
{
	/* an inherited SIG_IGN would reap the pass behind our back: like a kill */
	sig_default(SIGCHLD);
	return guard(fork_pass(run, arg), run, arg, NULL, e);
}

/* In the new process: detach, fork a pass, say so, guard it, end. */
static void
be_starter(void *arg)
{
	struct order *order = arg;
	int keep[] = {order->home->fd, order->pidfd, order->report};
	pid_t pid;

	sys_close_others(keep, 3);
	/* else whoever reads our starter's output would wait for us */
	if (sys_stdio(-1) < 0)
		spawn_exit(1);
	sys_detach();
	title_set("mj: %s pass", order->home->path);
	pid = fork_pass(run_pass, order);
	if (pid > 0)
		sys_write_all(order->report, "y", 1);
	sys_close(&order->report);
	guard(pid, run_pass, order, order->home, NULL);
	spawn_exit(0);
}

/*
 * Controllers start passes and those controllers, without an end: a starter keeps nothing
 * of them but what it was told.
 */
static void
begin_anew(const struct order *told)
{
	struct order *order;
	struct home *home;

	sig_block();
	heap_fresh();
	order = mem_new(1, sizeof(*order));
	home = mem_new(1, sizeof(*home));
	*order = *told;
	home_copy(home, told->home);
	order->home = home;
	heap_forget();
	root_begin(be_starter, order);
}

/* Fork a starter and wait until its first pass is there.  Return 0, or -1 with errno. */
static int
start(struct order *order, enum spawn_kind kind)
{
	int ends[2];
	char byte;
	bool there;
	pid_t pid;

	if (sys_pipe(ends, false) < 0)
		return -1;
	pid = spawn_fork(kind);
	if (pid == 0) {
		order->report = ends[1];
		begin_anew(order);
	}
	sys_close(&ends[1]);
	there = pid > 0 && sys_read(ends[0], &byte, 1) == 1;
	sys_close(&ends[0]);
	if (pid > 0 && !there)
		errno = EAGAIN; /* killed, or no process to be had */
	return there ? 0 : -1;
}

int
starter_start(struct home *home, enum spawn_kind kind, pass_fn *pass)
{
	struct order order = {home, pass, -1, 0, -1};

	return start(&order, kind);
}

int
starter_after(struct home *home, int pidfd, uint32_t job, pass_fn *pass)
{
	struct order order = {home, pass, pidfd, job, -1};

	return start(&order, SPAWN_SIBLING);
}
