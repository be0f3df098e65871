/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/select.h"

#include <fnmatch.h>

#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "os/sys.h"
#include "store/view.h"
#include "store/waits.h"

#define PAUSE_FIRST_MS 2
#define PAUSE_MAX_MS 100

static bool
matches(const struct home *home, uint32_t job, const char *glob)
{
	autoview struct view v = VIEW_INIT;

	return view_read(home, job, false, &v, NULL) == 0 &&
	       fnmatch(glob, v.record.name, 0) == 0;
}

int
select_active(const struct home *home, const char *glob, struct ids *out,
	      struct err *e)
{
	struct waits w = WAITS_INIT;
	uint32_t last = 0;

	if (waits_read(home, &w, e) < 0)
		return -1;
	for (size_t i = 0; i < w.count; i++) {
		uint32_t job = w.list[i].job;

		if (job != last && (!glob || matches(home, job, glob)))
			ids_add(out, job);
		last = job;
	}
	waits_release(&w);
	return 0;
}

int
select_wait(const struct home *home, uint32_t job, bool launched,
	    struct err *e)
{
	autoview struct view v = VIEW_INIT;
	struct patience patience = {0};
	int64_t pause = PAUSE_FIRST_MS;
	int watch = launched ? interrupt_watch() : -1;
	int r = view_read(home, job, false, &v, e);

	while (r == 0 && !v.final) {
		if (launched)
			patience_look(&patience, home, &v);
		interrupt_sleep(&watch, pause, job);
		if (pause < PAUSE_MAX_MS)
			pause *= 2;
		r = view_refresh(home, &v, e);
	}
	interrupt_end(&watch);
	patience_release(&patience);
	if (r == 0 && launched)
		outcome_say(home, job, NULL);
	return r < 0 ? -1 : cli_status(v.status);
}

static bool
is_over(const struct view *v, const char *task, enum status *status)
{
	const struct task_view *t = task ? view_task(v, task) : NULL;

	*status = t ? t->status : v->status;
	return v->final || (t && status_final(t->status));
}

int
select_end(const struct home *home, uint32_t job, const char *task,
	   struct err *e)
{
	autoview struct view v = VIEW_INIT;
	int64_t pause = PAUSE_FIRST_MS;
	enum status status = STATUS_PENDING;
	int r = view_read(home, job, false, &v, e);

	while (r == 0 && !is_over(&v, task, &status)) {
		sys_sleep_ms(pause);
		if (pause < PAUSE_MAX_MS)
			pause *= 2;
		r = view_refresh(home, &v, e);
	}
	return r < 0 ? -1 : (int)status;
}
