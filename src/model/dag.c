/* SPDX-License-Identifier: Apache-2.0 */
#include "model/dag.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"

#define NOBODY SIZE_MAX

/* Kahn's algorithm; a heap of what is free keeps ties in spec order. */
struct sorter {
	const struct job *job;
	size_t *waits; /* per task: dependencies that are not placed yet */
	size_t *first; /* per task: where its dependents begin in after */
	size_t *after; /* the dependents of all tasks, one after the other */
	size_t *heap;  /* free tasks, the lowest on top */
	size_t heap_len;
};

static void
heap_push(struct sorter *s, size_t task)
{
	size_t at = s->heap_len++;

	while (at && s->heap[(at - 1) / 2] > task) {
		s->heap[at] = s->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	s->heap[at] = task;
}

static size_t
heap_pop(struct sorter *s)
{
	size_t top = s->heap[0], last = s->heap[--s->heap_len], at = 0;

	for (size_t child = 1; child < s->heap_len; child = 2 * at + 1) {
		if (child + 1 < s->heap_len &&
		    s->heap[child + 1] < s->heap[child])
			child++;
		if (s->heap[child] >= last)
			break;
		s->heap[at] = s->heap[child];
		at = child;
	}
	s->heap[at] = last;
	return top;
}

static void
sorter_init(struct sorter *s, const struct job *job)
{
	size_t count = job->task_count, edges = 0;

	*s = (struct sorter){.job = job};
	s->waits = mem_new(count, sizeof(*s->waits));
	s->heap = mem_new(count, sizeof(*s->heap));
	s->first = mem_new(count + 2, sizeof(*s->first));
	for (size_t i = 0; i < count; i++) {
		s->waits[i] = job->tasks[i].dep_count;
		edges += s->waits[i];
		for (size_t d = 0; d < s->waits[i]; d++)
			s->first[job->tasks[i].deps[d] + 2]++;
	}
	s->after = mem_new(edges, sizeof(*s->after));
	/* Counts become starts; filling moves each start to its end. */
	for (size_t i = 2; i <= count; i++)
		s->first[i] += s->first[i - 1];
	for (size_t i = 0; i < count; i++)
		for (size_t d = 0; d < s->waits[i]; d++)
			s->after[s->first[job->tasks[i].deps[d] + 1]++] = i;
}

static void
sorter_release(struct sorter *s)
{
	free(s->waits);
	free(s->heap);
	free(s->first);
	free(s->after);
}

/* Place what can be placed; return how many tasks that were. */
static size_t
sort(struct sorter *s, size_t *order)
{
	size_t placed = 0;

	for (size_t i = 0; i < s->job->task_count; i++)
		if (!s->waits[i])
			heap_push(s, i);
	while (s->heap_len) {
		size_t task = heap_pop(s);

		order[placed++] = task;
		for (size_t i = s->first[task]; i < s->first[task + 1]; i++)
			if (!--s->waits[s->after[i]])
				heap_push(s, s->after[i]);
	}
	return placed;
}

/* A dependency of task that was not placed; one that waits has some. */
static size_t
waiting_dep(const struct sorter *s, size_t task)
{
	const struct task *t = &s->job->tasks[task];
	size_t d = 0;

	while (!s->waits[t->deps[d]])
		d++;
	return t->deps[d];
}

/* Show a cycle, beginning with its first task in spec order. */
static void
print_cycle(const struct sorter *s, struct buf *cycle)
{
	bool *seen = mem_new(s->job->task_count, sizeof(*seen));
	size_t at = 0, start;

	while (!s->waits[at])
		at++;
	for (; !seen[at]; at = waiting_dep(s, at))
		seen[at] = true;
	free(seen);
	start = at;
	for (size_t i = waiting_dep(s, at); i != at; i = waiting_dep(s, i))
		if (i < start)
			start = i;
	at = start;
	buf_puts(cycle, s->job->tasks[start].name);
	do {
		at = waiting_dep(s, at);
		buf_printf(cycle, " -> %s", s->job->tasks[at].name);
	} while (at != start);
}

int
dag_order(struct job *job, struct buf *cycle)
{
	size_t *order = mem_new(job->task_count, sizeof(*order));
	struct sorter s;
	bool all;

	buf_clear(cycle);
	sorter_init(&s, job);
	all = sort(&s, order) == job->task_count;
	if (!all)
		print_cycle(&s, cycle);
	sorter_release(&s);
	if (!all) {
		free(order);
		return -1;
	}
	free(job->order);
	job->order = order;
	return 0;
}

/* Whether task i, as it ended, stands in the way of what depends on it. */
static bool
has_failed(const struct job *job, const enum status *status, size_t i)
{
	return status[i] == STATUS_CANCELLED ||
	       (status_failed(status[i]) && !job->tasks[i].allow_failure);
}

/* Whether what depends on task i may go on. */
static bool
is_done(const struct job *job, const enum status *status, size_t i)
{
	return status[i] == STATUS_SUCCEEDED ||
	       (status_failed(status[i]) && !has_failed(job, status, i));
}

static size_t
first_failed(const struct job *job, const enum status *status)
{
	for (size_t i = 0; i < job->task_count; i++)
		if (has_failed(job, status, i))
			return i;
	return NOBODY;
}

/*
 * Because of whom task i cannot run: the first of the tasks above it that
 * failed.  A SKIPPED one passes its own cause on, and is the cause if it was
 * skipped for nobody.
 */
static size_t
cause_above(const struct job *job, const enum status *status,
	    const size_t *causes, size_t i)
{
	const struct task *t = &job->tasks[i];
	size_t cause = NOBODY;

	for (size_t d = 0; d < t->dep_count; d++) {
		size_t dep = t->deps[d], from = causes[dep];

		if (is_done(job, status, dep))
			continue;
		if (has_failed(job, status, dep) && dep < from)
			from = dep;
		if (status[dep] == STATUS_SKIPPED && from == NOBODY)
			from = dep;
		if (from < cause)
			cause = from;
	}
	return cause;
}

static bool
deps_done(const struct job *job, const enum status *status, size_t i)
{
	const struct task *t = &job->tasks[i];

	for (size_t d = 0; d < t->dep_count; d++)
		if (!is_done(job, status, t->deps[d]))
			return false;
	return true;
}

/*
 * What task i should do as far as the order goes: failed is the first failed
 * task of a job that does not outlive it, cause the one above i.
 */
static struct dag_verdict
judge(const struct job *job, const enum status *status, size_t i,
      size_t failed, size_t cause)
{
	bool immediate = job->on_failure == ON_FAILURE_IMMEDIATE;

	if (failed != NOBODY)
		cause = failed;
	switch (status[i]) {
	case STATUS_PENDING:
		if (cause != NOBODY)
			return (struct dag_verdict){DAG_SKIP, cause};
		if (deps_done(job, status, i))
			return (struct dag_verdict){DAG_READY, 0};
		break;
	case STATUS_STARTING:
	case STATUS_RUNNING:
		if (failed != NOBODY && immediate)
			return (struct dag_verdict){DAG_CANCEL, failed};
		break;
	case STATUS_RECOVERING:
		if (failed != NOBODY && immediate)
			return (struct dag_verdict){DAG_CANCEL, failed};
		return (struct dag_verdict){DAG_READY, 0};
	case STATUS_CANCELLING:
	case STATUS_SUCCEEDED:
	case STATUS_FAILED:
	case STATUS_FAILED_SETUP:
	case STATUS_FAILED_PRECHECKS:
	case STATUS_FAILED_NO_RESOURCE:
	case STATUS_FAILED_CONTROLLER:
	case STATUS_CANCELLED:
	case STATUS_SKIPPED:
	case STATUS_COUNT:
		break;
	}
	return (struct dag_verdict){DAG_NONE, 0};
}

static bool
has_asked(const enum status *status, const bool *asked, size_t i)
{
	return asked && asked[i] &&
	       (status[i] == STATUS_PENDING || status[i] == STATUS_RECOVERING);
}

/* Take READY from those for whom max_parallel leaves no place. */
static void
keep_parallel(const struct job *job, const enum status *status,
	      const bool *asked, struct dag_verdict *out)
{
	size_t busy = 0;

	if (!job->max_parallel)
		return;
	for (size_t i = 0; i < job->task_count; i++)
		busy += status[i] == STATUS_STARTING ||
			status[i] == STATUS_RUNNING ||
			status[i] == STATUS_CANCELLING ||
			has_asked(status, asked, i);
	for (size_t i = 0; i < job->task_count; i++) {
		if (out[i].move != DAG_READY || has_asked(status, asked, i))
			continue;
		if (busy >= job->max_parallel)
			out[i].move = DAG_NONE;
		else
			busy++;
	}
}

void
dag_decide(const struct job *job, const enum status *status,
	   const bool *asked, struct dag_verdict *out)
{
	size_t *causes = mem_new(job->task_count, sizeof(*causes));
	size_t failed = NOBODY;

	if (job->on_failure != ON_FAILURE_SELECTIVE)
		failed = first_failed(job, status);
	for (size_t i = 0; i < job->task_count; i++) {
		size_t task = job->order[i];

		causes[task] = cause_above(job, status, causes, task);
		out[task] = judge(job, status, task, failed, causes[task]);
	}
	free(causes);
	keep_parallel(job, status, asked, out);
}
