/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/vanish.h"

#include <string.h>

#include "engine/holder.h"
#include "os/sys.h"

#define LOOK_MS 50 /* between two looks at what ends */

/* Tell a runner of ours to look: it finds no record, and ends what it runs. */
static void
poke_child(const struct live *l, pid_t pid)
{
	struct proc p = {.pid = pid};
	struct proc_stat stat;
	autoclose int fd = -1;

	if (proc_stat(pid, &stat) < 0)
		return;
	p.start = stat.start;
	memcpy(p.boot, l->home->boot, sizeof(p.boot));
	fd = proc_open(&p, l->home->boot);
	if (fd >= 0)
		runner_poke(fd);
}

static bool
runner_lives(struct live *l, struct live_task *t)
{
	struct pollfd fd = {t->watch, POLLIN, 0};
	struct spawn_end end;

	if (t->runner_gone)
		return false;
	if (t->own) {
		t->runner_gone = spawn_reap(t->runner, false, &end) != 0;
		if (!t->runner_gone)
			poke_child(l, t->runner);
		return !t->runner_gone;
	}
	if (t->watch < 0 || sys_poll(&fd, 1, 0) > 0)
		return false;
	runner_poke(t->watch);
	return true;
}

/* Whether a runner lives or an attempt is still hunted down. */
static bool
others_work(struct live *l)
{
	bool found = false;

	for (size_t i = 0; i < l->spec.task_count; i++) {
		struct live_task *t = &l->tasks[i];

		if (t->holder == HOLDER_HUNT)
			holder_look(l, i);
		found |= t->holder == HOLDER_HUNT ||
			 (t->holder == HOLDER_RUNNER && runner_lives(l, t));
	}
	return found;
}

void
vanish(struct live *l)
{
	struct family below = {.top = sys_pid(), .boot = l->home->boot};
	struct ending ending = {0};
	struct spawn_end end;

	while (others_work(l))
		sys_sleep_ms(LOOK_MS);
	/* What is below us now are the families of runners that were killed. */
	ending_start(&ending, sys_boot_ms(), l->home->config.grace_ms);
	while (ending_step(&ending, &below, sys_boot_ms()) > 0) {
		sys_sleep_ms(LOOK_MS);
		while (spawn_reap(-1, false, &end) == 1)
			continue;
	}
	ending_release(&ending);
}
