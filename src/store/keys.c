/* SPDX-License-Identifier: Apache-2.0 */
#include "store/keys.h"

#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "store/value.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define KEYS_MAX 32 /* keys of the largest table, with room */
#define NO_POOL "is refused, no pool type here provides "
#define LATER "is not supported by this version: "

/* What a key does: read, or a refusal, or neither, which gives a note. */
struct key {
	const char *name;
	int (*read)(struct reading *r, const struct tree_node *key);
	const char *refusal; /* why it is refused and what to do */
	bool of_job; /* in a task only where that is the only document */
};

struct key_table {
	const char *where;
	const struct key *keys;
	size_t count;
};

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
read_workdir(struct reading *r, const struct tree_node *key)
{
	return value_text(r->tree, key, &r->task->workdir, r->e);
}

static int
read_pool(struct reading *r, const struct tree_node *key)
{
	return value_name(r->tree, key, JOB_NAME_MAX, &r->task->pool, r->e);
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

static void
note_ignored(const struct reading *r, const struct tree_node *key)
{
	if (r->notes)
		buf_printf(r->notes,
			   "%s:%u: '%s' means nothing to a local pool "
			   "and is ignored\n",
			   r->tree->file, key->at.line, key->text);
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
	note_ignored(r, key);
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

/* SkyPilot takes it in many places, but a job has only one. */
static int
read_priority(struct reading *r, const struct tree_node *key)
{
	static const struct value_range range = {-PRIORITY_MAX, PRIORITY_MAX};
	int64_t n;

	if (value_number(r->tree, key, range, &n, r->e) < 0)
		return -1;
	if (r->priority && r->job->priority != n)
		return tree_refuse(r->tree, key[1].at, r->e,
				   "priority %s here and %d on line %u: a job "
				   "has one priority, remove one of them",
				   key[1].text, r->job->priority,
				   r->priority->at.line);
	r->job->priority = (int)n;
	r->priority = key;
	return 0;
}

static const struct key *
find_key(const struct key_table *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++)
		if (!strcmp(table->keys[i].name, name))
			return &table->keys[i];
	return NULL;
}

static int
refuse_unknown(const struct reading *r, const struct key_table *table,
	       const struct tree_node *key)
{
	const char *names[KEYS_MAX];
	const char *nearest;
	size_t count = 0;

	for (size_t i = 0; i < table->count && count < KEYS_MAX; i++)
		if (!table->keys[i].refusal)
			names[count++] = table->keys[i].name;
	nearest = text_nearest(key->text, names, count);
	if (nearest)
		return tree_refuse(r->tree, key->at, r->e,
				   "unknown key '%.60s' in %s "
				   "(did you mean '%s'?)",
				   key->text, table->where, nearest);
	return tree_refuse(r->tree, key->at, r->e,
			   "unknown key '%.60s' in %s: remove it, "
			   "mj-spec(5) lists the keys",
			   key->text, table->where);
}

static int
read_key(struct reading *r, const struct key_table *table,
	 const struct tree_node *node)
{
	const struct key *key = find_key(table, node->text);

	if (!key)
		return refuse_unknown(r, table, node);
	if (key->of_job && r->task && !r->single)
		return tree_refuse(r->tree, node->at, r->e,
				   "'%s' is the whole job's: move it to a "
				   "header, a first document without run and "
				   "setup",
				   key->name);
	if (key->refusal)
		return tree_refuse(r->tree, node->at, r->e, "'%s' %s",
				   key->name, key->refusal);
	if (key->read)
		return key->read(r, node);
	note_ignored(r, node);
	return 0;
}

static int
read_table(struct reading *r, const struct key_table *table,
	   const struct tree_node *map)
{
	for (size_t i = 0; i < map->count; i += 2)
		if (read_key(r, table, &map->items[i]) < 0)
			return -1;
	return 0;
}

/* clang-format off */
static const struct key resource_keys[] = {
	{"pool", .read = read_pool},
	{"priority", .read = read_priority},
	{"any_of", .refusal = LATER "name one pool"},
	{"ordered", .refusal = LATER "name one pool"},
	{"job_recovery", .refusal = LATER "remove it"},
	{.name = "accelerator_args"},
	{.name = "accelerators"},
	{.name = "autostop"},
	{.name = "cloud"},
	{.name = "cpus"},
	{.name = "disk_size"},
	{.name = "disk_tier"},
	{.name = "image_id"},
	{.name = "infra"},
	{.name = "instance_type"},
	{.name = "labels"},
	{.name = "memory"},
	{.name = "network_tier"},
	{.name = "ports"},
	{.name = "region"},
	{.name = "use_spot"},
	{.name = "zone"},
};
/* clang-format on */

static int
read_resources(struct reading *r, const struct tree_node *key)
{
	static const struct key_table table = {"resources", resource_keys,
					       COUNT(resource_keys)};

	if (tree_want(r->tree, key, TREE_MAP, r->e) < 0)
		return -1;
	return read_table(r, &table, key + 1);
}

/* clang-format off */
static const struct key header_keys[] = {
	{"name", .read = read_job_name},
	{"execution", .read = read_execution},
	{"edges", .read = read_edges},
	{"on_failure", .read = read_on_failure},
	{"max_parallel", .read = read_max_parallel},
	{"priority", .read = read_priority},
	{"primary_tasks", .refusal = LATER "remove it"},
	{"termination_delay", .refusal = LATER "remove it"},
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
	{"resources", .read = read_resources},
	{"on_failure", .read = read_on_failure, .of_job = true},
	{"max_parallel", .read = read_max_parallel, .of_job = true},
	{"priority", .read = read_priority, .of_job = true},
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
	{"job_recovery", .refusal = LATER "remove it"},
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

		if (find_key(&table, key->text) || !find_key(&tasks, key->text))
			continue;
		return tree_refuse(r->tree, key->at, r->e,
				   "'%.60s' is a task's, but a first document "
				   "without run and setup is the header: add "
				   "'run' or move the key to a task",
				   key->text);
	}
	return read_table(r, &table, doc);
}

int
keys_read_task(struct reading *r, const struct tree_node *doc)
{
	static const struct key_table table = {"a task", task_keys,
					       COUNT(task_keys)};

	return read_table(r, &table, doc);
}
