/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/grant.h"

#include "engine/refuse.h"
#include "engine/say.h"
#include "os/file.h"
#include "os/sys.h"

#define RETRY_MS 1000
#define ASKED_FEW 8 /* of so many one looks for each sooner than in a listing */

void
grant_ask(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	struct request r;
	struct err e;

	if (t->asked || t->granted || t->give_back || t->suspend ||
	    t->holder != HOLDER_NONE)
		return;
	t->place = refuse_places(&l->home->config, &l->spec.tasks[task],
				 t->place, t->refused);
	live_request(l, task, &r);
	if (queue_file(l->home, &r, false, &e) < 0) {
		say("%s; trying again", e.text);
		t->again_ms = sys_boot_ms() + RETRY_MS;
		return;
	}
	live_hint(l, task, &r);
	t->asked = true;
	l->want_pass = true;
}

void
grant_see(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct task *spec = &l->spec.tasks[task];
	struct request r;

	if (!t->asked)
		return;
	live_request(l, task, &r);
	if (spec->place_count > 1 && queue_waits(l->home, &r))
		return;
	live_unhint(l, task, &r);
	if (!live_find_place(l, task))
		return;
	t->asked = false;
	t->granted = t->launching = true;
}

void
grant_see_all(struct live *l)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	size_t asked = 0;
	bool few;

	for (size_t i = 0; i < l->spec.task_count; i++)
		asked += l->tasks[i].asked;
	few = asked <= ASKED_FEW ||
	      queue_launches(l->home, l->job, &names, NULL) < 0;
	for (size_t i = 0; few && i < l->spec.task_count; i++)
		grant_see(l, i);
	for (size_t i = 0; i < names.count; i++) {
		long task = job_find(&l->spec, names.names[i]);

		if (task >= 0)
			grant_see(l, (size_t)task);
	}
}
