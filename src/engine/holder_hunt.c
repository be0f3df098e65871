/* SPDX-License-Identifier: Apache-2.0 */
/* The end of an attempt that nobody has in hand any more, and what is left then. */
#include <stdio.h>
#include <string.h>

#include "engine/fence.h"
#include "engine/holder_parts.h"
#include "engine/verdict.h"
#include "os/sys.h"

/*
 * The attempt is over: its control group, too, if its runner was killed before it removed it,
 * or even before there was anything to note.
 */
static void
drop_fence(const struct live *l, size_t task)
{
	const struct run *run = live_run(l, task);
	const struct config_pool *pool =
		config_pool(&l->home->config, live_pool(l, task));

	if (run && run->cgroup[0])
		fence_drop(run->cgroup);
	else if (pool && pool->enforce)
		fence_drop_of(l->home, l->job, l->spec.tasks[task].name,
			      l->tasks[task].attempt);
}

void
holder_over(struct live *l, size_t task)
{
	drop_fence(l, task);
	verdict_end(l, task);
}

void
holder_hunt(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);

	if (!run || !run->pid || strcmp(run->boot, l->home->boot)) {
		drop_fence(l, task);
		verdict_lost(l, task,
			     l->same_boot ? "lost before its command started"
					  : "lost: the machine was restarted");
		return;
	}
	t->holder = HOLDER_HUNT;
	ending_start(&t->hunt, sys_boot_ms(), l->home->config.grace_ms);
	live_again(t, 0);
}

void
holder_hunt_look(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct run *run = live_run(l, task);
	char tag[256];
	struct family f = {
		.tag = tag,
		.pipes = {run->pipe, run->errors_pipe},
		.cgroup = run->cgroup[0] ? run->cgroup : NULL,
		.since = (uint64_t)(run->since_ms / PROC_TICK_MS),
		.boot = l->home->boot,
	};
	int64_t wait_ms;
	const char *killed = t->own ? "its runner was killed when its first "
				      "process had ended"
				    : "its runner and its controller were "
				      "killed";
	char why[160];

	attempt_tag(l->home, l->job, l->spec.tasks[task].name, t->attempt, tag,
		    sizeof(tag));
	wait_ms = ending_step(&t->hunt, &f, sys_boot_ms());
	if (wait_ms > 0) {
		live_again(t, wait_ms);
		return;
	}
	snprintf(why, sizeof(why), "lost: %s", killed);
	if (t->hunt.unreadable)
		snprintf(why, sizeof(why),
			 "lost: %s; process %d could not be looked at", killed,
			 (int)t->hunt.unreadable);
	ending_release(&t->hunt);
	drop_fence(l, task);
	verdict_lost(l, task, why);
}
