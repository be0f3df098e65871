/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
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

void
outcome_say(const struct home *home, uint32_t job, const char *task)
{
	autoview struct view v = VIEW_INIT;
	autobuf struct buf why = BUF_INIT;
	struct waits none = WAITS_INIT;
	const struct task_view *t;

	if (view_read_most(home, job, &v, NULL, NULL) < 0)
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

/* " (2 of 3)": which attempt is the next, of how many if all fail as the last did. */
static void
count_attempts(const struct home *home, const struct view *v,
	       const struct task_view *t, char *out, size_t size)
{
	const struct task_record *r = t->record;
	const struct run *run = record_run(r, r->attempt);
	autoview struct view whole = VIEW_INIT;
	const struct recovery *how = NULL;
	long at = -1;

	if (view_read(home, v->id, true, &whole, NULL) == 0)
		at = job_find(&whole.job, t->name);
	if (at >= 0)
		how = &whole.job.tasks[at].recovery;
	if (!how || !run || !strcmp(run->cause, "lost") ||
	    !strcmp(run->cause, "launch") ||
	    recovery_has_code(how, run->exit_code) ||
	    how->max_restarts < r->tries.restarts)
		snprintf(out, size, " (attempt %u)", r->attempt + 1);
	else
		snprintf(out, size, " (%u of %u)", r->attempt + 1,
			 r->attempt + 1 + how->max_restarts - r->tries.restarts);
}

static void
say_retry(const struct home *home, const struct view *v,
	  const struct task_view *t)
{
	int64_t left_ms = t->record->due_ms - sys_wall_ms();
	char span[32], number[48];

	if (left_ms <= 0)
		return;
	count_attempts(home, v, t, number, sizeof(number));
	cli_say("job %u, task %s: next attempt in %s%s%s%s", v->id, t->name,
		text_span(left_ms, span, sizeof(span)), number,
		*t->record->reason ? ": " : "", t->record->reason);
}

static void
say_retries(struct patience *p, const struct home *home, const struct view *v)
{
	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_view *t = &v->tasks[i];
		bool waits = t->record && (t->status == STATUS_RECOVERING ||
					   t->status == STATUS_PENDING);

		if (i == p->due_count) {
			p->due_ms = mem_grow(p->due_ms, p->due_count,
					     &p->due_cap, sizeof(*p->due_ms));
			p->due_ms[p->due_count++] = 0;
		}
		if (!waits || t->record->due_ms == p->due_ms[i])
			continue;
		p->due_ms[i] = t->record->due_ms;
		say_retry(home, v, t);
	}
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

	say_retries(p, home, v);
	if (!p->at_ms || now_ms < p->at_ms)
		return;
	p->at_ms = 0;
	if (v->status != STATUS_PENDING || say_wait(home, v))
		return;
	p->pause_ms *= 2;
	p->at_ms = now_ms + p->pause_ms;
}

void
patience_release(struct patience *p)
{
	free(p->due_ms);
	*p = (struct patience){0};
}
