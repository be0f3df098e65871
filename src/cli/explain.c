/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/inactive.h"
#include "model/cause.h"
#include "os/sys.h"

/* A task that waits for the time of its next attempt. */
static void
explain_due(const struct task_record *t, struct buf *out)
{
	int64_t left = t->due_ms - sys_wall_ms();
	char span[32];

	if (left > 0 && (t->status == STATUS_PENDING ||
			 t->status == STATUS_RECOVERING))
		buf_printf(out, "next attempt in %s: ",
			   text_span(left, span, sizeof(span)));
}

static void
explain_suspended(int64_t since_ms, bool still, struct buf *out)
{
	char when[TEXT_TIME_SIZE];

	if (still)
		buf_printf(out, "suspended since %s",
			   text_time_local(since_ms, when));
	else
		buf_puts(out, "being suspended");
}

/* Return whether the whole job stands still or is being stopped. */
static bool
explain_still(const struct view *v, struct buf *out)
{
	bool still = true;

	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_view *t = &v->tasks[i];

		if (t->status == STATUS_CANCELLING)
			return false;
		if (!status_final(t->status))
			still &= view_stands_still(t);
	}
	if (v->suspended_ms)
		explain_suspended(v->suspended_ms, still, out);
	return v->suspended_ms != 0;
}

void
explain_task(const struct view *v, const struct task_view *t,
	     const struct waits *w, struct buf *out)
{
	const char *why = status_final(t->status)
				  ? NULL
				  : waits_reason(w, v->id, t->name);
	bool halted = t->suspended_ms && t->status != STATUS_CANCELLING;

	if (halted)
		explain_suspended(t->suspended_ms, view_stands_still(t), out);
	else if (why)
		buf_printf(out, "waiting: %s", why);
	if (halted || why || !t->record)
		return;
	if (!status_final(t->status))
		explain_due(t->record, out);
	buf_puts(out, t->record->reason);
}

/* A task that nothing is noted of yet is known by its request alone. */
static void
explain_request(const struct view *v, const struct waits *w, struct buf *out)
{
	size_t count;
	const struct owed *o = waits_of(w, v->id, &count);

	for (size_t i = 0; i < count && !out->len; i++)
		if (o[i].kind == OWED_REQUEST && o[i].task && o[i].reason)
			buf_printf(out, "%s: waiting: %s", o[i].task,
				   o[i].reason);
}

/* The first task of a live job that has a reason to give. */
static void
explain_alive(const struct view *v, const struct waits *w, struct buf *out)
{
	for (size_t i = 0; i < v->task_count && !out->len; i++) {
		const struct task_view *t = &v->tasks[i];
		const char *why = waits_reason(w, v->id, t->name);

		if (status_final(t->status))
			continue;
		if (v->total > 1 && (why || t->suspended_ms ||
				     (t->record && *t->record->reason)))
			buf_printf(out, "%s: ", t->name);
		explain_task(v, t, w, out);
	}
	if (!v->has_spec)
		explain_request(v, w, out);
}

static void
explain_end(const struct view *v, struct buf *out)
{
	const struct task_view *t = view_culprit(v);

	if (*v->record.reason) {
		buf_puts(out, v->record.reason);
		return;
	}
	if (!t || !t->record || !*t->record->reason)
		return;
	if (v->total > 1)
		buf_printf(out, "%s: ", t->name);
	buf_puts(out, t->record->reason);
}

static void
explain_held(const struct view *v, struct buf *out)
{
	autobuf struct buf why = BUF_INIT;

	inactive_reason(&v->record, sys_wall_ms(), &why);
	if (v->record.hold)
		buf_printf(out, "held: mj release %u %s%s", v->id,
			   why.len ? "lets it go on; " : "starts it",
			   buf_text(&why));
	else
		buf_puts(out, buf_text(&why));
}

void
explain_job(const struct view *v, const struct waits *w, struct buf *out)
{
	const char *why = waits_reason(w, v->id, NULL);

	if (v->record.final)
		explain_end(v, out);
	else if (v->place == QUEUE_HELD)
		explain_held(v, out);
	else if (v->place == QUEUE_WAITING && why)
		buf_printf(out, "waiting: %s", why);
	else if (v->place == QUEUE_ALIVE && !explain_still(v, out))
		explain_alive(v, w, out);
}

int64_t
explain_limit(const struct view *v, const char *task)
{
	long at = v->has_spec ? job_find(&v->job, task) : -1;

	return at >= 0 && v->job.tasks[at].timeout_ms
		       ? v->job.tasks[at].timeout_ms
		       : -1;
}

/* It ran a little longer, and through a grace; a limit that was set later is not its own. */
const char *
explain_cause(const struct view *v, const char *task, const struct run *run,
	      char *out, size_t size)
{
	int64_t limit = explain_limit(v, task);
	char span[32];

	if (!run->ended_ms || run->error[0] || strcmp(run->cause, "timeout") ||
	    limit < 0 || limit > run->wall_ms - run->suspended_for)
		return cause_text(run, out, size);
	snprintf(out, size, "timeout after %s",
		 text_span(limit, span, sizeof(span)));
	return out;
}

int64_t
explain_since(const struct home *home, const struct waits *w, uint32_t job,
	      const char *task)
{
	size_t count;
	const struct owed *o = waits_of(w, job, &count);

	for (size_t i = 0; i < count; i++) {
		struct request r = {.job = job, .round = o[i].round};

		if (o[i].kind != OWED_REQUEST || !o[i].task != !task ||
		    (task && strcmp(o[i].task, task)))
			continue;
		snprintf(r.task, sizeof(r.task), "%s", task ? task : "");
		snprintf(r.pool, sizeof(r.pool), "%s", o[i].pool);
		snprintf(r.shard, sizeof(r.shard), "%s", o[i].shard);
		return queue_since(home, &r);
	}
	return 0;
}
