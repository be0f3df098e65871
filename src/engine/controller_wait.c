/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/controller_wait.h"

#include "base/mem.h"
#include "engine/advance.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/facts.h"

#define LOOK_MS 5000	/* with a request outstanding: a poke may be lost */
#define LOOK_MAX_MS 300000
#define RETRY_MS 1000	/* no process or no room: again after this */
#define STRAYS_MS 10	/* until it is clear what a dead runner left */

bool
controller_starving(struct starving *s, uint64_t seen, int64_t now_ms)
{
	bool same = s->wait_ms && s->seen == seen;

	if (same && now_ms < s->again_ms)
		return false;
	s->wait_ms = same ? 2 * s->wait_ms : LOOK_MS;
	if (s->wait_ms > LOOK_MAX_MS)
		s->wait_ms = LOOK_MAX_MS;
	s->seen = seen;
	s->again_ms = now_ms + s->wait_ms;
	return true;
}

/* Who has places where ours wait: it changes with each that comes or goes. */
static uint64_t
see_places(const struct live *l)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < l->spec.task_count; i++)
		for (size_t k = 0; l->tasks[i].asked &&
				   k < l->spec.tasks[i].place_count;
		     k++) {
			autofree char *path = mem_printf(
				"queue/pool/%s/running",
				l->spec.tasks[i].places[k]);
			struct file_info info = {.changed_ms = 0};

			file_info(l->home->fd, path, &info);
			seen = seen * 31 + (uint64_t)info.changed_ms + i;
		}
	return seen;
}

static bool
has_room(const struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		for (size_t k = 0; l->tasks[i].asked &&
				   k < l->spec.tasks[i].place_count;
		     k++)
			if (facts_room(l->home, l->spec.tasks[i].places[k],
				       &l->spec.tasks[i].need))
				return true;
	return false;
}

bool
controller_starved(struct live *l)
{
	uint64_t seen = see_places(l);

	return has_room(l) &&
	       controller_starving(&l->starving, seen, sys_boot_ms());
}

int64_t
controller_sleep_ms(const struct live *l)
{
	int64_t now = sys_boot_ms(), least = advance_due_ms(l);

	if (l->out.text.len || l->want_pass || l->failed ||
	    l->unsure)
		least = RETRY_MS;
	if (l->strays)
		least = STRAYS_MS;
	for (size_t i = 0; i < l->spec.task_count; i++) {
		const struct live_task *t = &l->tasks[i];
		int64_t left = t->asked ? LOOK_MS : -1;

		if (t->again_ms)
			left = t->again_ms > now ? t->again_ms - now : 0;
		if (left >= 0 && (least < 0 || left < least))
			least = left;
	}
	return least;
}

size_t
controller_fds(const struct live *l, struct pollfd *fds)
{
	size_t n = 0;

	fds[n++] = (struct pollfd){l->signals, POLLIN, 0};
	fds[n++] = (struct pollfd){l->ctl, POLLIN, 0};
	for (size_t i = 0; i < l->spec.task_count; i++) {
		const struct live_task *t = &l->tasks[i];

		if (t->watch >= 0 && !t->runner_gone)
			fds[n++] = (struct pollfd){t->watch, POLLIN, 0};
		for (int k = 0; t->holder == HOLDER_SELF && k < LOG_KIND_COUNT;
		     k++)
			fds[n++] = (struct pollfd){t->mine->outputs[k].pipe[0],
						   POLLIN, 0};
	}
	return n;
}
