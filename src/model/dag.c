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
has_failed(const struct job *job, const struct dag_task *tasks, size_t i)
{
	enum status status = tasks[i].status;

	if (job_is_auxiliary(job, i))
		return false;
	return status == STATUS_CANCELLED ||
	       (status_failed(status) && !job->tasks[i].allow_failure);
}

/* Whether what depends on task i may go on. */
static bool
is_done(const struct job *job, const struct dag_task *tasks, size_t i)
{
	return tasks[i].status == STATUS_SUCCEEDED ||
	       (status_failed(tasks[i].status) && !has_failed(job, tasks, i));
}

static size_t
first_failed(const struct job *job, const struct dag_task *tasks)
{
	for (size_t i = 0; i < job->task_count; i++)
		if (has_failed(job, tasks, i))
			return i;
	return NOBODY;
}

/*
 * Because of whom task i cannot run: the first of the tasks above it that
 * failed.  A SKIPPED one passes its own cause on, and is the cause if it was
 * skipped for nobody.
 */
static size_t
cause_above(const struct job *job, const struct dag_task *tasks,
	    const size_t *causes, size_t i)
{
	const struct task *t = &job->tasks[i];
	size_t cause = NOBODY;

	for (size_t d = 0; d < t->dep_count; d++) {
		size_t dep = t->deps[d], from = causes[dep];

		if (is_done(job, tasks, dep))
			continue;
		if (has_failed(job, tasks, dep) && dep < from)
			from = dep;
		if (tasks[dep].status == STATUS_SKIPPED && from == NOBODY)
			from = dep;
		if (from < cause)
			cause = from;
	}
	return cause;
}

static bool
deps_done(const struct job *job, const struct dag_task *tasks, size_t i)
{
	const struct task *t = &job->tasks[i];

	for (size_t d = 0; d < t->dep_count; d++)
		if (!is_done(job, tasks, t->deps[d]))
			return false;
	return true;
}

/* What stands against a task: the first failure of a job that does not outlive it … */
struct obstacle {
	size_t failed;	 /* … NOBODY if none did */
	bool immediate;	 /* it ends what runs, too */
	bool group_over; /* auxiliary tasks are wanted no more */
};

/* A task that is or was started. */
static struct dag_verdict
judge_started(const struct job *job, const struct dag_task *tasks, size_t i,
	      const struct obstacle *o)
{
	bool recovering = tasks[i].status == STATUS_RECOVERING;

	if (o->failed != NOBODY && o->immediate)
		return (struct dag_verdict){DAG_CANCEL, o->failed, false};
	if (o->group_over && job_is_auxiliary(job, i) &&
	    (recovering || tasks[i].outlived))
		return (struct dag_verdict){DAG_CANCEL, DAG_GROUP, false};
	if (recovering && tasks[i].wait != DAG_LATER)
		return (struct dag_verdict){DAG_READY, 0, false};
	return (struct dag_verdict){DAG_NONE, 0, false};
}

/* above is the task above i that keeps it from running, or NOBODY. */
static struct dag_verdict
judge_pending(const struct job *job, const struct dag_task *tasks, size_t i,
	      const struct obstacle *o, size_t above)
{
	size_t cause = o->failed != NOBODY ? o->failed : above;

	if (cause != NOBODY)
		return (struct dag_verdict){DAG_SKIP, cause, cause == above};
	if (o->group_over && job_is_auxiliary(job, i))
		return (struct dag_verdict){DAG_SKIP, DAG_GROUP, false};
	if (tasks[i].wait != DAG_LATER && deps_done(job, tasks, i))
		return (struct dag_verdict){DAG_READY, 0, false};
	return (struct dag_verdict){DAG_NONE, 0, false};
}

static struct dag_verdict
judge(const struct job *job, const struct dag_task *tasks, size_t i,
      const struct obstacle *o, size_t cause)
{
	switch (tasks[i].status) {
	case STATUS_PENDING:
		return judge_pending(job, tasks, i, o, cause);
	case STATUS_STARTING:
	case STATUS_RUNNING:
	case STATUS_RECOVERING:
		return judge_started(job, tasks, i, o);
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
	return (struct dag_verdict){DAG_NONE, 0, false};
}

static bool
has_asked(const struct dag_task *t)
{
	return t->wait == DAG_ASKED && (t->status == STATUS_PENDING ||
					t->status == STATUS_RECOVERING);
}

/* Take READY from those for whom max_parallel leaves no place. */
static void
keep_parallel(const struct job *job, const struct dag_task *tasks,
	      struct dag_verdict *out)
{
	size_t busy = 0;

	if (!job->max_parallel)
		return;
	for (size_t i = 0; i < job->task_count; i++)
		busy += tasks[i].status == STATUS_STARTING ||
			tasks[i].status == STATUS_RUNNING ||
			tasks[i].status == STATUS_CANCELLING ||
			has_asked(&tasks[i]);
	for (size_t i = 0; i < job->task_count; i++) {
		if (out[i].move != DAG_READY || has_asked(&tasks[i]))
			continue;
		if (busy >= job->max_parallel)
			out[i].move = DAG_NONE;
		else
			busy++;
	}
}

bool
dag_group_over(const struct job *job, const struct dag_task *tasks)
{
	for (size_t i = 0; i < job->task_count; i++)
		if (job->tasks[i].primary && !status_final(tasks[i].status))
			return false;
	return job->has_primaries;
}

void
dag_decide(const struct job *job, const struct dag_task *tasks,
	   struct dag_verdict *out)
{
	size_t *causes = mem_new(job->task_count, sizeof(*causes));
	struct obstacle o = {
		.failed = NOBODY,
		.immediate = job->on_failure == ON_FAILURE_IMMEDIATE,
		.group_over = dag_group_over(job, tasks),
	};

	if (job->on_failure != ON_FAILURE_SELECTIVE)
		o.failed = first_failed(job, tasks);
	for (size_t i = 0; i < job->task_count; i++) {
		size_t task = job->order[i];

		causes[task] = cause_above(job, tasks, causes, task);
		out[task] = judge(job, tasks, task, &o, causes[task]);
	}
	free(causes);
	keep_parallel(job, tasks, out);
}
