/* SPDX-License-Identifier: Apache-2.0 */
#include "model/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char *const on_failure_names[ON_FAILURE_COUNT] = {
	[ON_FAILURE_GRACEFUL] = "graceful",
	[ON_FAILURE_IMMEDIATE] = "immediate",
	[ON_FAILURE_SELECTIVE] = "selective",
};

static const char *const execution_names[EXECUTION_COUNT] = {
	[EXECUTION_SERIAL] = "serial",
	[EXECUTION_PARALLEL] = "parallel",
	[EXECUTION_DAG] = "dag",
};

/* The unfinished statuses a job can have, the one that shows first first. */
static const enum status by_weight[] = {
	STATUS_CANCELLING, STATUS_RECOVERING, STATUS_RUNNING, STATUS_STARTING,
};

static int
find_word(const char *const *words, unsigned count, const char *word)
{
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(words[i], word))
			return (int)i;
	return -1;
}

/*
 * Room for one more element in an array that keeps no capacity: it is always
 * the power of two at or above len, so only a full array grows.
 */
static void *
grow(void *array, size_t len, size_t size)
{
	if (len & (len - 1))
		return array;
	return mem_resize(array, len ? len * 2 : 1, size);
}

static void
free_vars(struct env_var *vars, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(vars[i].name);
		free(vars[i].value);
	}
	free(vars);
}

static void
free_places(struct task *task)
{
	for (size_t i = 0; i < task->place_count; i++)
		free(task->places[i]);
	free(task->places);
	task->places = NULL;
	task->place_count = 0;
}

static void
free_task(struct task *task)
{
	for (char **word = task->argv; word && *word; word++)
		free(*word);
	free(task->argv);
	free_vars(task->envs, task->env_count);
	free_vars(task->secrets, task->secret_count);
	free(task->name);
	free(task->run);
	free(task->setup);
	free(task->workdir);
	free_places(task);
	for (size_t i = 0; i < task->slurm_count; i++) {
		free(task->slurm[i].pool);
		slurm_wants_release(&task->slurm[i].wants);
	}
	free(task->slurm);
	free(task->event_callback);
	free(task->deps);
}

/* Whether a task that ended as s leaves its job free to succeed. */
static bool
is_fine(const struct task *task, enum status s)
{
	return s == STATUS_SUCCEEDED ||
	       (task->allow_failure && status_failed(s));
}

static enum status
final_status(const struct job *job, const enum status *tasks, bool cancelled)
{
	bool all_fine = true, any_cancelled = false;
	enum status failed = STATUS_SUCCEEDED;

	for (size_t i = 0; i < job->task_count; i++) {
		if (job_is_auxiliary(job, i) ||
		    is_fine(&job->tasks[i], tasks[i]))
			continue;
		all_fine = false;
		if (tasks[i] == STATUS_CANCELLED)
			any_cancelled = true;
		else if (status_failed(tasks[i]) && failed == STATUS_SUCCEEDED)
			failed = tasks[i];
	}
	if (all_fine)
		return STATUS_SUCCEEDED;
	if (any_cancelled && (cancelled || failed == STATUS_SUCCEEDED))
		return STATUS_CANCELLED;
	return failed != STATUS_SUCCEEDED ? failed : STATUS_SKIPPED;
}

const char *
on_failure_name(enum on_failure policy)
{
	return on_failure_names[policy];
}

const char *
execution_name(enum execution execution)
{
	return execution_names[execution];
}

int
on_failure_parse(const char *name, enum on_failure *out)
{
	int i = find_word(on_failure_names, ON_FAILURE_COUNT, name);

	if (i < 0)
		return -1;
	*out = (enum on_failure)i;
	return 0;
}

int
execution_parse(const char *name, enum execution *out)
{
	int i = find_word(execution_names, EXECUTION_COUNT, name);

	if (i < 0)
		return -1;
	*out = (enum execution)i;
	return 0;
}

void
job_release(struct job *job)
{
	for (size_t i = 0; i < job->task_count; i++)
		free_task(&job->tasks[i]);
	free(job->tasks);
	free(job->order);
	free(job->name);
	*job = (struct job)JOB_INIT;
}

long
job_find(const struct job *job, const char *name)
{
	for (size_t i = 0; i < job->task_count; i++)
		if (!strcmp(job->tasks[i].name, name))
			return (long)i;
	return -1;
}

struct task *
job_add_task(struct job *job, const char *name)
{
	struct task *task;

	job->tasks = grow(job->tasks, job->task_count, sizeof(*job->tasks));
	task = &job->tasks[job->task_count++];
	*task = (struct task){
		.name = mem_copy(name),
		.recovery = RECOVERY_INIT,
		.termination_ms = -1,
	};
	job_set_places(task, (const char *const[]){DEFAULT_POOL}, 1);
	return task;
}

void
job_set_places(struct task *task, const char *const *pools, size_t count)
{
	char **places = mem_new(count, sizeof(*places));

	for (size_t i = 0; i < count; i++)
		places[i] = mem_copy(pools[i]);
	free_places(task);
	task->places = places;
	task->place_count = count;
}

bool
job_has_place(const struct task *task, const char *pool)
{
	for (size_t i = 0; i < task->place_count; i++)
		if (!strcmp(task->places[i], pool))
			return true;
	return false;
}

bool
job_is_auxiliary(const struct job *job, size_t task)
{
	return job->has_primaries && !job->tasks[task].primary;
}

void
job_add_dep(struct job *job, size_t task, size_t on)
{
	struct task *t = &job->tasks[task];

	for (size_t i = 0; i < t->dep_count; i++)
		if (t->deps[i] == on)
			return;
	t->deps = grow(t->deps, t->dep_count, sizeof(*t->deps));
	t->deps[t->dep_count++] = on;
}

enum status
job_status(const struct job *job, const enum status *tasks, bool cancelled)
{
	size_t seen[STATUS_COUNT] = {0};
	size_t pending;

	for (size_t i = 0; i < job->task_count; i++)
		seen[tasks[i]]++;
	for (size_t i = 0; i < sizeof(by_weight) / sizeof(by_weight[0]); i++)
		if (seen[by_weight[i]])
			return by_weight[i];
	pending = seen[STATUS_PENDING];
	if (!pending)
		return final_status(job, tasks, cancelled);
	return pending == job->task_count ? STATUS_PENDING : STATUS_RUNNING;
}
