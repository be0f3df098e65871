/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/story.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"
#include "cli/width.h"

#define AT_ONCE_MS 100 /* what nobody calls a wait */

/* In the order of what happens in one millisecond. */
enum kind { SUBMITTED, CANCEL_ASKED, STARTED, RUNNING, ENDED, FINAL, KIND_COUNT };

static const char *const kind_names[KIND_COUNT] = {
	[SUBMITTED] = "submitted",
	[CANCEL_ASKED] = "cancel_asked",
	[STARTED] = "started",
	[RUNNING] = "running",
	[ENDED] = "ended",
	[FINAL] = "final",
};

/* A new event, of the job unless it is told otherwise; one with no time is none. */
static void __attribute__((format(printf, 4, 5)))
add(struct story *s, int64_t at_ms, enum kind kind, const char *fmt, ...)
{
	struct happening *e;
	va_list ap;

	if (!at_ms)
		return;
	s->list = mem_grow(s->list, s->count, &s->cap, sizeof(*s->list));
	e = &s->list[s->count];
	*e = (struct happening){.at_ms = at_ms, .kind = (int)kind, .place = s->count++,
			    .task = ""};
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
}

static int
by_time(const void *a, const void *b)
{
	const struct happening *x = a, *y = b;

	if (x->at_ms != y->at_ms)
		return x->at_ms < y->at_ms ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

/* The task whose end let this one start last, or NULL. */
static const struct task_view *
last_before(const struct view *v, size_t task)
{
	const struct task_view *last = NULL;

	if (!v->has_spec)
		return NULL;
	for (size_t k = 0; k < v->job.tasks[task].dep_count; k++) {
		const struct task_view *t =
			&v->tasks[v->job.tasks[task].deps[k]];

		if (t->run && t->run->ended_ms &&
		    (!last || t->run->ended_ms > last->run->ended_ms))
			last = t;
	}
	return last;
}

int64_t
story_wanted(const struct view *v, size_t task, size_t run)
{
	const struct task_view *before = last_before(v, task);
	const struct run *runs = v->tasks[task].record->runs;

	if (run > 0 && runs[run - 1].ended_ms)
		return runs[run - 1].ended_ms;
	return before ? before->run->ended_ms : v->record.submitted_ms;
}

/* How long it was waited for, and for what as far as that is known. */
static void
waited(const struct view *v, size_t task, size_t number, char *out, size_t size)
{
	const struct task_view *before = last_before(v, task);
	const struct run *runs = v->tasks[task].record->runs;
	int64_t ms = runs[number].started_ms - story_wanted(v, task, number);
	char span[32], moment[TEXT_TIME_SIZE];
	const struct after *after;
	size_t at = 0;

	text_span(ms > 0 ? ms : 0, span, sizeof(span));
	if (ms < AT_ONCE_MS && (number > 0 || before))
		snprintf(span, sizeof(span), "right");
	if (number > 0)
		snprintf(out, size, ", %s after attempt %u ended", span,
			 runs[number - 1].attempt);
	else if (before)
		snprintf(out, size, ", %s after %s ended", span, before->name);
	else if ((after = record_after(&v->record, &at)))
		snprintf(out, size, ", after waiting %s (after job %u%s)", span,
			 after->job,
			 record_after(&v->record, &at) ? " and others" : "");
	else if (v->record.begin_ms > v->record.submitted_ms)
		snprintf(out, size, ", after waiting %s (not before %s)", span,
			 text_time_local(v->record.begin_ms, moment));
	else
		snprintf(out, size, ", after waiting %s", span);
}

/* The times of start and command tell it where the spec cannot be read any more. */
static bool
had_setup(const struct view *v, size_t task, const struct run *run)
{
	if (v->has_spec)
		return v->job.tasks[task].setup != NULL;
	return run->running_ms > run->started_ms || !strcmp(run->step, "setup");
}

static void
add_run(struct story *s, const struct view *v, size_t task, size_t number)
{
	const struct run *run = &v->tasks[task].record->runs[number];
	char why[200];
	bool setup = had_setup(v, task, run), away = run->pool[0];

	waited(v, task, number, why, sizeof(why));
	add(s, run->started_ms, STARTED, "attempt %u: %s%s%s", run->attempt,
	    away    ? "submitted to "
	    : setup ? "setup started"
		    : "started",
	    run->pool, why);
	add(s, setup || away ? run->running_ms : 0, RUNNING, "attempt %u: running",
	    run->attempt);
	explain_cause(v, v->tasks[task].name, run, why, sizeof(why));
	add(s, run->ended_ms, ENDED, "attempt %u: ended: %s", run->attempt,
	    why);
}

static void
add_task(struct story *s, const struct view *v, size_t task)
{
	const struct task_view *t = &v->tasks[task];

	for (size_t i = 0; t->record && i < t->record->run_count; i++) {
		size_t from = s->count;

		add_run(s, v, task, i);
		for (; from < s->count; from++) {
			s->list[from].task = t->name;
			s->list[from].attempt = t->record->runs[i].attempt;
		}
	}
}

void
story_tell(const struct view *v, const struct cancel_note *cancel,
	   struct story *s)
{
	const struct record *r = &v->record;

	add(s, r->submitted_ms, SUBMITTED, "submitted by %s", r->user);
	add(s, cancel->asked ? cancel->at_ms : 0, CANCEL_ASKED,
	    "asked to be cancelled%s%s", cancel->by[0] ? ": " : "",
	    cancel->by);
	for (size_t i = 0; i < v->task_count; i++)
		add_task(s, v, i);
	if (r->final)
		add(s, r->ended_ms, FINAL, "%s%s%s", status_name(r->status),
		    *r->reason ? ": " : "", r->reason);
	if (s->count)
		qsort(s->list, s->count, sizeof(*s->list), by_time);
}

void
story_release(struct story *s)
{
	free(s->list);
	*s = (struct story){.list = NULL};
}

/* What must not reach a terminal is '?'. */
static void
print_text(const char *text)
{
	autobuf struct buf safe = BUF_INIT;

	width_add(&safe, text, WIDTH_ALL, true);
	puts(buf_text(&safe));
}

void
story_print(const struct view *v, const struct cancel_note *cancel)
{
	struct story s = {.list = NULL};
	char at[TEXT_TIME_SIZE];

	story_tell(v, cancel, &s);
	printf("\nstory\n");
	for (size_t i = 0; i < s.count; i++) {
		const struct happening *e = &s.list[i];

		printf("  %s  %s%s%s", text_time_local(e->at_ms, at),
		       *e->task ? "task " : "", e->task, *e->task ? ": " : "");
		print_text(e->text);
	}
	story_release(&s);
}

struct json *
story_json(const struct view *v, const struct cancel_note *cancel)
{
	struct json *array = json_make_array();
	struct story s = {.list = NULL};

	story_tell(v, cancel, &s);
	for (size_t i = 0; i < s.count; i++) {
		const struct happening *e = &s.list[i];
		struct json *o = json_make_object();

		json_put_time(o, "at", e->at_ms);
		json_put_text(o, "event", kind_names[e->kind]);
		json_put_text(o, "task", e->task);
		json_put_int(o, "attempt", e->attempt ? (int64_t)e->attempt : -1);
		json_put_text(o, "text", e->text);
		json_append(array, o);
	}
	story_release(&s);
	return array;
}
