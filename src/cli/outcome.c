/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/outcome.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/explain.h"
#include "os/sys.h"

#define PATIENCE_MS 1000

static void
say(uint32_t job, const char *task, enum status status, const char *why)
{
	cli_say("job %u%s%s %s%s%s", job, task ? ", task " : "",
		task ? task : "", status_name(status), *why ? ": " : "", why);
}

/* A spec that does not read leaves what the record says. */
static bool
read_view(const struct home *home, uint32_t job, struct view *v)
{
	if (view_read(home, job, true, v, NULL) == 0)
		return true;
	view_release(v);
	return view_read(home, job, false, v, NULL) == 0;
}

void
outcome_say(const struct home *home, uint32_t job, const char *task)
{
	autoview struct view v = VIEW_INIT;
	autobuf struct buf why = BUF_INIT;
	struct waits none = WAITS_INIT;
	const struct task_view *t;

	if (!read_view(home, job, &v))
		return;
	t = task ? view_task(&v, task) : NULL;
	if (t && status_final(t->status)) {
		explain_task(&v, t, &none, &why);
		if (t->status != STATUS_SUCCEEDED)
			say(job, task, t->status, buf_text(&why));
	} else if (!task && v.final && v.status != STATUS_SUCCEEDED) {
		explain_job(&v, &none, &why);
		say(job, NULL, v.status, buf_text(&why));
	} else if (!v.final) {
		cli_say("job %u has not ended: it is %s", job,
			status_name(v.status));
	}
}

/* Return whether there was anything to say. */
static bool
say_wait(const struct home *home, const struct view *v)
{
	autobuf struct buf why = BUF_INIT;
	struct waits w = WAITS_INIT;
	const char *words;

	if (v->status != STATUS_PENDING ||
	    waits_read(home, &w, NULL) < 0)
		return false;
	explain_job(v, &w, &why);
	waits_release(&w);
	if (!why.len)
		return false;
	words = buf_text(&why);
	if (!strncmp(words, "waiting: ", 9))
		words += 9;
	cli_say("job %u waits: %s", v->id, words);
	return true;
}

void
outcome_not_started(const struct home *home, const struct view *v)
{
	if (!say_wait(home, v))
		cli_say("job %u has not started, so there is nothing to show",
			v->id);
}

void
patience_begin(struct patience *p)
{
	p->pause_ms = PATIENCE_MS;
	p->at_ms = sys_boot_ms() + PATIENCE_MS;
}

void
patience_look(struct patience *p, const struct home *home,
	      const struct view *v)
{
	int64_t now_ms = sys_boot_ms();

	if (!p->at_ms || now_ms < p->at_ms)
		return;
	p->at_ms = 0;
	if (v->status != STATUS_PENDING || say_wait(home, v))
		return;
	p->pause_ms *= 2;
	p->at_ms = now_ms + p->pause_ms;
}
