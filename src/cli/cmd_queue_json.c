/* SPDX-License-Identifier: Apache-2.0 */
/* mj queue --json: an object a line. */
#include "cli/cmd_queue.h"
#include "cli/json.h"

static struct json *
task_json(const struct roster_task *t)
{
	struct json *o = json_make_object();

	json_put_text(o, "name", t->name);
	json_put_text(o, "status", status_name(t->status));
	json_put_text(o, "reason", t->why);
	json_put_text(o, "pool", t->pool);
	json_put_seconds(o, "run_seconds", t->run_ms);
	json_put_int(o, "recoveries", t->recoveries);
	return o;
}

static struct json *
job_json(const struct roster_job *j)
{
	struct json *o = json_make_object();

	json_put_int(o, "id", j->id);
	json_put_text(o, "name", j->name);
	json_put_text(o, "status", status_name(j->status));
	json_put_text(o, "schedule_state", schedule_name(j->schedule));
	json_put_text(o, "reason", j->why);
	json_put_text(o, "pool", j->pool);
	json_put_time(o, "submitted_at", j->submitted_ms);
	json_put_time(o, "started_at", j->started_ms);
	json_put_time(o, "ended_at", j->ended_ms);
	json_put_time(o, "suspended_at", j->suspended_ms);
	json_put_seconds(o, "run_seconds", j->run_ms);
	json_put_int(o, "tasks_done", (int64_t)j->done);
	json_put_int(o, "tasks_total", (int64_t)j->total);
	json_put_int(o, "recoveries", j->recoveries);
	return o;
}

static struct json *
bad_json(const struct roster_job *j)
{
	struct json *o = json_make_object();

	json_put_int(o, "id", j->id);
	json_put_text(o, "status", "BAD");
	json_put_text(o, "reason", j->why);
	return o;
}

static void
put_tasks(const struct roster_job *j, struct json *o)
{
	struct json *tasks = json_make_array();

	for (size_t i = 0; i < j->task_count; i++)
		json_append(tasks, task_json(&j->tasks[i]));
	json_put(o, "tasks", tasks);
}

void
queue_json(const struct queue *q)
{
	for (size_t i = 0; i < q->roster.count; i++) {
		const struct roster_job *j = &q->roster.list[i];
		struct json *o = j->bad ? bad_json(j) : job_json(j);

		if (q->query.tasks && !j->bad)
			put_tasks(j, o);
		json_print(o);
	}
}
