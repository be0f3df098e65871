/* SPDX-License-Identifier: Apache-2.0 */
/* What the holder of an attempt is told: to look at the requests. */
#include "engine/holder.h"

#include "base/mem.h"
#include "engine/runner.h"
#include "os/sys.h"
#include "store/jobs.h"

#define RETRY_NAME_MS 10 /* a runner just forked has no name yet */
#define RETRY_NAME_LAST_MS 1000

/* Return whether the runner was told to look. */
static bool
poke_runner(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	autofree char *path =
		jobs_runner_path(l->job, l->spec.tasks[task].name);
	struct proc p;
	autoclose int fd = -1;

	/* Its name comes a moment after its fork, or when the disk has room: ask again. */
	if (jobs_pid_read(l->home, path, &p, NULL) < 0 ||
	    (t->own && p.pid != t->runner))
		fd = -1;
	else
		fd = proc_open(&p, l->home->boot);
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
