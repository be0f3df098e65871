/* SPDX-License-Identifier: Apache-2.0 */
/* A spec: refused with a reason, or a job that can be brought to its end. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "fuzz.h"
#include "model/dag.h"
#include "store/spec.h"

#define TASKS_RUN 200 /* a larger job takes too long to play */

static void
check_task(const struct job *job, const struct task *t)
{
	must(text_name_ok(t->name, TASK_NAME_MAX));
	must(t->run || t->setup || t->argv);
	must(t->place_count > 0);
	for (size_t i = 0; i < t->place_count; i++)
		must(text_name_ok(t->places[i], JOB_NAME_MAX));
	for (size_t i = 0; i < t->dep_count; i++)
		must(t->deps[i] < job->task_count);
	for (size_t i = 0; i < t->env_count; i++)
		must(text_env_name_ok(t->envs[i].name));
	for (size_t i = 0; i < t->secret_count; i++)
		must(text_env_name_ok(t->secrets[i].name));
	must(t->timeout_ms >= 0);
	must(t->log_max == 0 || t->log_max >= LOG_MAX_MIN);
}

/* Each task once, after all it needs. */
static void
check_order(const struct job *job)
{
	autofree bool *seen = mem_new(job->task_count, sizeof(*seen));

	for (size_t i = 0; i < job->task_count; i++) {
		size_t at = job->order[i];

		must(at < job->task_count && !seen[at]);
		for (size_t k = 0; k < job->tasks[at].dep_count; k++)
			must(seen[job->tasks[at].deps[k]]);
		seen[at] = true;
	}
}

/* Give a task what it gets next; one in ways that the bytes choose. */
static bool
move(struct dag_task *t, enum dag_move wanted, unsigned luck)
{
	static const enum status ends[] = {STATUS_SUCCEEDED, STATUS_SUCCEEDED,
					   STATUS_SUCCEEDED, STATUS_FAILED,
					   STATUS_CANCELLED};

	if (wanted == DAG_READY)
		t->status = STATUS_RUNNING;
	else if (wanted == DAG_SKIP)
		t->status = STATUS_SKIPPED;
	else if (wanted == DAG_CANCEL)
		t->status = STATUS_CANCELLED;
	else if (t->status == STATUS_RUNNING)
		t->status = ends[luck % (sizeof(ends) / sizeof(ends[0]))];
	else
		return false;
	return true;
}

/* Every job ends, whatever its tasks do. */
static void
play(const struct job *job, unsigned luck)
{
	size_t n = job->task_count, rounds = 3 * n + 3;
	autofree struct dag_task *tasks = mem_new(n, sizeof(*tasks));
	autofree struct dag_verdict *out = mem_new(n, sizeof(*out));
	bool moved = true;

	for (size_t i = 0; i < n; i++)
		tasks[i].status = STATUS_PENDING;
	while (moved && rounds-- > 0) {
		moved = false;
		dag_decide(job, tasks, out);
		if (dag_group_over(job, tasks))
			for (size_t i = 0; i < n; i++)
				tasks[i].outlived = true;
		for (size_t i = 0; i < n; i++) {
			luck = luck * 1103515245 + 12345;
			moved |= move(&tasks[i], out[i].move, luck >> 16);
		}
	}
	for (size_t i = 0; i < n; i++)
		must(status_final(tasks[i].status));
}

void
fuzz_spec(const char *bytes, size_t len)
{
	struct job job = JOB_INIT;
	autobuf struct buf notes = BUF_INIT;
	struct err e = {0};
	unsigned luck = (unsigned)len;

	if (spec_parse(bytes, len, "s.yaml", &job, &notes, &e) < 0) {
		fuzz_must_refuse(&e, "s.yaml");
		must(!job.tasks && !job.name && !job.order);
		return;
	}
	must(job.task_count > 0 && job.task_count <= SPEC_TASKS_MAX);
	must(!job.name || text_name_ok(job.name, JOB_NAME_MAX));
	must(job.priority >= -PRIORITY_MAX && job.priority <= PRIORITY_MAX);
	for (size_t i = 0; i < job.task_count; i++)
		check_task(&job, &job.tasks[i]);
	check_order(&job);
	for (size_t i = 0; i < len; i++)
		luck = luck * 31 + (unsigned char)bytes[i];
	if (job.task_count <= TASKS_RUN)
		play(&job, luck);
	job_release(&job);
}
