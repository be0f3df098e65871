/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/starter.h"

#include <errno.h>

#include "os/sig.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/queue.h"

#define RETRY_FIRST_MS 5
#define RETRY_LAST_MS 5000
#define RETRY_MAX 50 /* passes in a row that died: something else is wrong */

struct order {
	struct home *home;
	pass_fn *pass;
};

static int
run_pass(void *arg)
{
	struct order *order = arg;

	order->pass(order->home, false);
	return 0;
}

int
starter_run(int (*run)(void *arg), void *arg, bool keep_output, struct err *e)
{
	int64_t wait_ms = RETRY_FIRST_MS;
	struct spawn_end end;

	for (int tries = 0; tries < RETRY_MAX; tries++) {
		pid_t pid = spawn_fork(SPAWN_CHILD);

		if (pid == 0) {
			sig_block();
			if (!keep_output)
				sys_stdio(-1);
			sys_detach();
			spawn_exit(run(arg));
		}
		if (pid > 0 && spawn_reap(pid, true, &end) == 1 &&
		    end.exit_code >= 0)
			return end.exit_code;
		if (pid < 0 && errno != EAGAIN && errno != ENOMEM)
			return err_sys(e, "fork a pass");
		sys_sleep_ms(wait_ms);
		if (wait_ms < RETRY_LAST_MS)
			wait_ms *= 2;
	}
	return err_set(e, ERR_SYS, "%d passes in a row were killed", RETRY_MAX);
}

static void
wait_for_end(int pidfd)
{
	struct pollfd fd = {pidfd, POLLIN, 0};

	while (sys_poll(&fd, 1, -1) == 0)
		continue;
}

/* In the new process: detach, run passes, end. */
static void
be_starter(struct order *order, int pidfd, uint32_t job)
{
	int keep[] = {order->home->fd, pidfd};

	sig_block();
	sys_close_others(keep, 2);
	sys_stdio(-1);
	sys_detach();
	title_set("mj: %s pass", order->home->path);
	if (pidfd >= 0)
		wait_for_end(pidfd);
	if (job && queue_alive(order->home, job))
		home_wake(order->home, WAKE_SWEEP);
	starter_run(run_pass, order, false, NULL);
	spawn_exit(0);
}

int
starter_start(struct home *home, enum spawn_kind kind, pass_fn *pass)
{
	struct order order = {home, pass};
	pid_t pid = spawn_fork(kind);

	if (pid == 0)
		be_starter(&order, -1, 0);
	return pid < 0 ? -1 : 0;
}

int
starter_after(struct home *home, int pidfd, uint32_t job, pass_fn *pass)
{
	struct order order = {home, pass};
	pid_t pid = spawn_fork(SPAWN_SIBLING);

	if (pid == 0)
		be_starter(&order, pidfd, job);
	return pid < 0 ? -1 : 0;
}
