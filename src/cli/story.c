/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/story.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"

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

struct happening {
	int64_t at_ms;
	enum kind kind;
	size_t place;	  /* where it was found: what is equal keeps its order */
	const char *task; /* borrowed; "" the job */
	unsigned attempt;
	char text[300];
};

struct story {
	struct happening *list; /* owned */
	size_t count, cap;
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
	*e = (struct happening){.at_ms = at_ms, .kind = kind, .place = s->count++,
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

/* The times of start and command tell it where the spec cannot be read any more. */
static bool
had_setup(const struct view *v, const char *task, const struct run *run)
{
	long at = v->has_spec ? job_find(&v->job, task) : -1;

	if (at >= 0)
		return v->job.tasks[at].setup != NULL;
	return run->running_ms > run->started_ms || !strcmp(run->step, "setup");
}

static void
add_run(struct story *s, const struct view *v, const char *task,
	const struct run *run)
{
	char span[32], why[200];
	bool first = run->started_ms && run->started_ms == v->started_ms;
	bool setup = had_setup(v, task, run);

	add(s, run->started_ms, STARTED, "attempt %u: %sstarted%s%s",
	    run->attempt, setup ? "setup " : "",
	    first ? ", after waiting " : "",
	    first ? text_span(run->started_ms - v->record.submitted_ms, span,
			      sizeof(span))
		  : "");
	add(s, setup ? run->running_ms : 0, RUNNING, "attempt %u: running",
	    run->attempt);
	explain_cause(v, task, run, why, sizeof(why));
	add(s, run->ended_ms, ENDED, "attempt %u: ended: %s", run->attempt,
	    why);
}

static void
add_task(struct story *s, const struct view *v, const struct task_view *t)
{
	for (size_t i = 0; t->record && i < t->record->run_count; i++) {
		size_t from = s->count;

		add_run(s, v, t->name, &t->record->runs[i]);
		for (; from < s->count; from++) {
			s->list[from].task = t->name;
			s->list[from].attempt = t->record->runs[i].attempt;
		}
	}
}

static void
tell(struct story *s, const struct view *v, const struct cancel_note *cancel)
{
	const struct record *r = &v->record;

	add(s, r->submitted_ms, SUBMITTED, "submitted by %s", r->user);
	add(s, cancel->asked ? cancel->at_ms : 0, CANCEL_ASKED,
	    "asked to be cancelled%s%s", cancel->by[0] ? ": " : "",
	    cancel->by);
	for (size_t i = 0; i < v->task_count; i++)
		add_task(s, v, &v->tasks[i]);
	if (r->final)
		add(s, r->ended_ms, FINAL, "%s%s%s", status_name(r->status),
		    *r->reason ? ": " : "", r->reason);
	if (s->count)
		qsort(s->list, s->count, sizeof(*s->list), by_time);
}

/* Bytes that move the cursor become '?'. */
static void
print_text(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?'
								    : *text);
	putchar('\n');
}

void
story_print(const struct view *v, const struct cancel_note *cancel)
{
	struct story s = {.list = NULL};
	char at[TEXT_TIME_SIZE];

	tell(&s, v, cancel);
	printf("\nstory\n");
	for (size_t i = 0; i < s.count; i++) {
		const struct happening *e = &s.list[i];

		printf("  %s  %s%s%s", text_time_local(e->at_ms, at),
		       *e->task ? "task " : "", e->task, *e->task ? ": " : "");
		print_text(e->text);
	}
	free(s.list);
}

struct json *
story_json(const struct view *v, const struct cancel_note *cancel)
{
	struct json *array = json_make_array();
	struct story s = {.list = NULL};

	tell(&s, v, cancel);
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
	free(s.list);
	return array;
}
