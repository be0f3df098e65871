/* SPDX-License-Identifier: Apache-2.0 */
/* What the holder of an attempt is told: to look at the requests. */
#include "engine/holder.h"

#include <signal.h>

#include "base/mem.h"
#include "engine/runner.h"
#include "engine/say.h"
#include "os/sys.h"
#include "store/jobs.h"

#define RETRY_NAME_MS 10 /* a runner just forked has no name yet */
#define RETRY_NAME_LAST_MS 1000
#define STILL_LOOK_MS 500 /* no event tells of a process that is stopped */
#define STILL_KILL_MS 5000

/* A pidfd of the runner, and who it is; or -1. */
static int
open_runner(const struct live *l, size_t task, struct proc *p)
{
	const struct live_task *t = &l->tasks[task];
	autofree char *path =
		jobs_runner_path(l->job, l->spec.tasks[task].name);

	if (jobs_pid_read(l->home, path, p, NULL) < 0 ||
	    (t->own && p->pid != t->runner))
		return -1;
	return proc_open(p, l->home->boot);
}

/* Return whether the runner was told to look. */
static bool
poke_runner(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	struct proc p;
	autoclose int fd = open_runner(l, task, &p);

	/* Its name comes a moment after its fork, or when the disk has room: ask again. */
	if (fd < 0) {
		t->poke_ms = t->poke_ms ? t->poke_ms * 2 : RETRY_NAME_MS;
		if (t->poke_ms > RETRY_NAME_LAST_MS)
			t->poke_ms = RETRY_NAME_LAST_MS;
		live_again(t, t->poke_ms);
	} else {
		t->poke_ms = 0;
	}
	return fd >= 0 && runner_poke(fd) == 0;
}

void
holder_cancel(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	switch (t->holder) {
	case HOLDER_NONE:
		break;
	case HOLDER_RUNNER:
		if (!t->runner_gone)
			t->told |= poke_runner(l, task);
		t->still_ms = 0;
		live_again(t, STILL_LOOK_MS);
		break;
	case HOLDER_SELF:
		attempt_cancel(t->mine);
		t->told = !t->mine->unsure;
		live_again(t, t->told ? 0 : RETRY_NAME_LAST_MS);
		break;
	case HOLDER_AWAY:
		break; /* its next runner looks first */
	case HOLDER_HUNT:
		break; /* it is being ended */
	}
}

static bool
is_still(pid_t pid)
{
	struct proc_stat stat;

	return proc_stat(pid, &stat) == 0 &&
	       (stat.state == 'T' || stat.state == 't');
}

void
holder_unstick(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const char *name = l->spec.tasks[task].name;
	int64_t now = sys_boot_ms();
	struct proc p;
	autoclose int fd = -1;

	if (t->holder != HOLDER_RUNNER || t->runner_gone)
		return;
	live_again(t, STILL_LOOK_MS);
	fd = open_runner(l, task, &p);
	if (fd < 0 || !is_still(p.pid)) {
		t->still_ms = 0;
		return;
	}
	if (!t->still_ms) {
		t->still_ms = now;
		say("the runner of task %s was stopped: it is continued", name);
	}
	proc_signal(fd, SIGCONT);
	if (now - t->still_ms < STILL_KILL_MS)
		return;
	say("the runner of task %s does not go on: it is ended", name);
	proc_signal(fd, SIGKILL);
}

void
holder_suspend(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];

	switch (t->holder) {
	case HOLDER_NONE:
	case HOLDER_AWAY:
	case HOLDER_HUNT:
		break; /* nothing runs, or it is being ended */
	case HOLDER_RUNNER:
		if (!t->runner_gone)
			t->suspend_told = poke_runner(l, task);
		break;
	case HOLDER_SELF:
		attempt_see_suspend(t->mine);
		t->suspend_told = true;
		live_again(t, 0);
		break;
	}
}
