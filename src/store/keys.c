/* SPDX-License-Identifier: Apache-2.0 */
#include "store/keys.h"

#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "store/keys_table.h"
#include "store/value.h"

#define NO_POOL "is refused, no pool type here provides "

static int
read_job_name(struct reading *r, const struct tree_node *key)
{
	return value_name(r->tree, key, JOB_NAME_MAX, &r->job->name, r->e);
}

static int
read_task_name(struct reading *r, const struct tree_node *key)
{
	if (value_name(r->tree, key, TASK_NAME_MAX, &r->task->name, r->e) < 0)
		return -1;
	if (r->single)
		r->job->name = mem_copy(r->task->name);
	return 0;
}

static int
read_run(struct reading *r, const struct tree_node *key)
{
	return value_text(r->tree, key, &r->task->run, r->e);
}

static int
read_setup(struct reading *r, const struct tree_node *key)
{
	return value_text(r->tree, key, &r->task->setup, r->e);
}

static int
read_event_callback(struct reading *r, const struct tree_node *key)
{
	return value_text(r->tree, key, &r->task->event_callback, r->e);
}

static int
read_workdir(struct reading *r, const struct tree_node *key)
{
	return value_text(r->tree, key, &r->task->workdir, r->e);
}

static int
read_envs(struct reading *r, const struct tree_node *key)
{
	struct value_vars vars = {NULL, 0};
	int result = value_vars(r->tree, key, &vars, r->e);

	r->task->envs = vars.list;
	r->task->env_count = vars.count;
	return result;
}

static int
read_secrets(struct reading *r, const struct tree_node *key)
{
	struct value_vars vars = {NULL, 0};
	int result = value_vars(r->tree, key, &vars, r->e);

	r->task->secrets = vars.list;
	r->task->secret_count = vars.count;
	return result;
}

static int
read_depends_on(struct reading *r, const struct tree_node *key)
{
	bool one = key[1].kind == TREE_TEXT && !tree_null(&key[1]);

	if (!one && tree_want(r->tree, key, TREE_LIST, r->e) < 0)
		return -1;
	r->links.depends_on[r->task - r->job->tasks] = key;
	return 0;
}

static int
read_allow_failure(struct reading *r, const struct tree_node *key)
{
	return value_bool(r->tree, key, &r->task->allow_failure, r->e);
}

static int
read_timeout(struct reading *r, const struct tree_node *key)
{
	return value_duration(r->tree, key, &r->task->timeout_ms, r->e);
}

static int
read_log(struct reading *r, const struct tree_node *key)
{
	const char *text = tree_text(r->tree, key, r->e);

	if (!text)
		return -1;
	if (strcmp(text, "joined") != 0 && strcmp(text, "split") != 0)
		return value_refuse(r->tree, key, "joined or split", r->e);
	r->task->log = strcmp(text, "split") ? LOG_JOINED : LOG_SPLIT;
	return 0;
}

static int
read_log_max(struct reading *r, const struct tree_node *key)
{
	const char *text = value_digits(r->tree, key, r->e);

	if (!text)
		return -1;
	if (text_size(text, &r->task->log_max) < 0 ||
	    r->task->log_max < LOG_MAX_MIN)
		return value_refuse(r->tree, key, LOG_MAX_RULE, r->e);
	return 0;
}

static int
read_num_nodes(struct reading *r, const struct tree_node *key)
{
	const char *text = tree_text(r->tree, key, r->e);

	if (!text)
		return -1;
	if (strcmp(text, "1") != 0)
		return tree_refuse(r->tree, key[1].at, r->e,
				   "'num_nodes' must be 1, no pool type here "
				   "provides more: write one task for each "
				   "part");
	keys_note_ignored(r, key);
	return 0;
}

static int
read_execution(struct reading *r, const struct tree_node *key)
{
	const char *text = tree_text(r->tree, key, r->e);

	if (!text)
		return -1;
	if (execution_parse(text, &r->job->execution) < 0 ||
	    r->job->execution == EXECUTION_DAG)
		return value_refuse(r->tree, key, "serial or parallel", r->e);
	r->links.execution = key;
	return 0;
}

static int
read_edges(struct reading *r, const struct tree_node *key)
{
	r->links.edges = key;
	return tree_want(r->tree, key, TREE_LIST, r->e);
}

static int
read_on_failure(struct reading *r, const struct tree_node *key)
{
	const char *text = tree_text(r->tree, key, r->e);

	if (!text)
		return -1;
	if (on_failure_parse(text, &r->job->on_failure) < 0)
		return value_refuse(r->tree, key,
				    "graceful, immediate or selective", r->e);
	return 0;
}

static int
read_max_parallel(struct reading *r, const struct tree_node *key)
{
	static const struct value_range range = {0, 1000000};
	int64_t n;

	if (value_number(r->tree, key, range, &n, r->e) < 0)
		return -1;
	r->job->max_parallel = (size_t)n;
	return 0;
}

static int
read_primary_tasks(struct reading *r, const struct tree_node *key)
{
	r->links.primary_tasks = key;
	return tree_want(r->tree, key, TREE_LIST, r->e);
}

/* One duration for all, or one for each task by name. */
static int
read_job_termination(struct reading *r, const struct tree_node *key)
{
	r->links.termination_delay = key;
	if (key[1].kind == TREE_MAP)
		return 0;
	return value_duration(r->tree, key, &r->job->termination_ms, r->e);
}

static int
read_task_termination(struct reading *r, const struct tree_node *key)
{
	r->links.task_termination = key;
	return value_duration(r->tree, key, &r->task->termination_ms, r->e);
}

/* clang-format off */
static const struct key header_keys[] = {
	{"name", .read = read_job_name},
	{"execution", .read = read_execution},
	{"edges", .read = read_edges},
	{"on_failure", .read = read_on_failure},
	{"max_parallel", .read = read_max_parallel},
	{"priority", .read = keys_read_priority},
	{"primary_tasks", .read = read_primary_tasks},
	{"termination_delay", .read = read_job_termination},
};
/* clang-format on */

/* clang-format off */
static const struct key task_keys[] = {
	{"name", .read = read_task_name},
	{"run", .read = read_run},
	{"setup", .read = read_setup},
	{"workdir", .read = read_workdir},
	{"envs", .read = read_envs},
	{"secrets", .read = read_secrets},
	{"depends_on", .read = read_depends_on},
	{"allow_failure", .read = read_allow_failure},
	{"timeout", .read = read_timeout},
	{"event_callback", .read = read_event_callback},
	{"resources", .read = keys_read_resources},
	{"job_recovery", .read = keys_read_recovery},
	{"termination_delay", .read = read_task_termination},
	{"log", .read = read_log},
	{"log_max", .read = read_log_max},
	{"on_failure", .read = read_on_failure, .of_job = true},
	{"max_parallel", .read = read_max_parallel, .of_job = true},
	{"priority", .read = keys_read_priority, .of_job = true},
	{"execution", .of_job = true,
	 .refusal = "orders several tasks, and here is one: remove it"},
	{"edges", .of_job = true,
	 .refusal = "orders several tasks, and here is one: remove it"},
	{"num_nodes", .read = read_num_nodes},
	{.name = "config"},
	{.name = "experimental"},
	{"file_mounts",
	 .refusal = NO_POOL "files: copy them in setup or name their paths"},
	{"storage_mounts",
	 .refusal = NO_POOL "storage: copy the files in setup or mount it "
			    "beforehand"},
	{"volumes",
	 .refusal = NO_POOL "volumes: copy the files in setup or name their "
			    "paths"},
	{"service",
	 .refusal = NO_POOL "services: remove it, a job ends when run does"},
	{"pool", .refusal = "belongs under resources: write "
			    "resources: {pool: NAME}"},
};
/* clang-format on */

/* A task's key up here tells that `run` was forgotten. */
int
keys_read_header(struct reading *r, const struct tree_node *doc)
{
	static const struct key_table tasks = {"a task", task_keys,
					       COUNT(task_keys)};
	static const struct key_table table = {"the header", header_keys,
					       COUNT(header_keys)};

	for (size_t i = 0; i < doc->count; i += 2) {
		const struct tree_node *key = &doc->items[i];

		if (keys_find(&table, key->text) || !keys_find(&tasks, key->text))
			continue;
		return tree_refuse(r->tree, key->at, r->e,
				   "'%.60s' is a task's, but a first document "
				   "without run and setup is the header: add "
				   "'run' or move the key to a task",
				   key->text);
	}
	return keys_read_table(r, &table, doc);
}

int
keys_read_task(struct reading *r, const struct tree_node *doc)
{
	static const struct key_table table = {"a task", task_keys,
					       COUNT(task_keys)};

	return keys_read_table(r, &table, doc);
}
