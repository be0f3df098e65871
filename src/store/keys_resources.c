/* SPDX-License-Identifier: Apache-2.0 */
/* Where a task may run and how it is tried again: `resources` and `job_recovery`. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "store/keys_table.h"
#include "store/value.h"

#define PLACES_MAX 16
#define COUNT_RULE_MAX 1000000

/* SkyPilot takes it in many places, but a job has only one. */
int
keys_read_priority(struct reading *r, const struct tree_node *key)
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

static int
read_strategy(struct reading *r, const struct tree_node *key)
{
	const char *text = tree_text(r->tree, key, r->e);

	if (!text)
		return -1;
	if (strategy_parse(text, &r->task->recovery.strategy) < 0)
		return value_refuse(r->tree, key,
				    "FAILOVER or EAGER_NEXT_REGION", r->e);
	return 0;
}

static int
read_count(struct reading *r, const struct tree_node *key, uint32_t *out)
{
	static const struct value_range range = {0, COUNT_RULE_MAX};
	int64_t n;

	if (value_number(r->tree, key, range, &n, r->e) < 0)
		return -1;
	*out = (uint32_t)n;
	return 0;
}

static int
read_max_restarts(struct reading *r, const struct tree_node *key)
{
	return read_count(r, key, &r->task->recovery.max_restarts);
}

static int
read_max_recoveries(struct reading *r, const struct tree_node *key)
{
	return read_count(r, key, &r->task->recovery.max_recoveries);
}

static int
read_max_launch_retries(struct reading *r, const struct tree_node *key)
{
	return read_count(r, key, &r->task->recovery.max_launch_retries);
}

/* One code, or a list of them. */
static int
read_exit_codes(struct reading *r, const struct tree_node *key)
{
	static const struct value_range range = {1, 255};
	const struct tree_node *value = key + 1;
	bool list = value->kind == TREE_LIST;
	size_t count = list ? value->count : 1;

	for (size_t i = 0; i < count; i++) {
		struct tree_node pair[2] = {
			*key, list ? value->items[i] : *value};
		int64_t code;

		if (value_number(r->tree, pair, range, &code, r->e) < 0)
			return -1;
		recovery_add_code(&r->task->recovery, (unsigned)code);
	}
	return 0;
}

static int
read_initial(struct reading *r, const struct tree_node *key)
{
	return value_duration(r->tree, key,
			      &r->task->recovery.backoff.initial_ms, r->e);
}

static int
read_max(struct reading *r, const struct tree_node *key)
{
	return value_duration(r->tree, key, &r->task->recovery.backoff.max_ms,
			      r->e);
}

static int
read_factor(struct reading *r, const struct tree_node *key)
{
	static const struct value_range range = {1000, 100000};

	return value_decimal(r->tree, key, range,
			     &r->task->recovery.backoff.factor_milli, r->e);
}

static int
read_jitter(struct reading *r, const struct tree_node *key)
{
	static const struct value_range range = {0, 1000};

	return value_decimal(r->tree, key, range,
			     &r->task->recovery.backoff.jitter_milli, r->e);
}

static int
read_backoff(struct reading *r, const struct tree_node *key)
{
	/* clang-format off */
	static const struct key keys[] = {
		{"initial", .read = read_initial},
		{"factor", .read = read_factor},
		{"max", .read = read_max},
		{"jitter", .read = read_jitter},
	};
	/* clang-format on */
	static const struct key_table table = {"backoff", keys, COUNT(keys)};

	if (tree_want(r->tree, key, TREE_MAP, r->e) < 0)
		return -1;
	return keys_read_table(r, &table, key + 1);
}

/* clang-format off */
static const struct key recovery_keys[] = {
	{"strategy", .read = read_strategy},
	{"max_restarts_on_errors", .read = read_max_restarts},
	{"recover_on_exit_codes", .read = read_exit_codes},
	{"max_recoveries", .read = read_max_recoveries},
	{"max_launch_retries", .read = read_max_launch_retries},
	{"backoff", .read = read_backoff},
};
/* clang-format on */

int
keys_read_recovery(struct reading *r, const struct tree_node *key)
{
	static const struct key_table table = {"job_recovery", recovery_keys,
					       COUNT(recovery_keys)};

	if (r->recovery)
		return tree_refuse(r->tree, key->at, r->e,
				   "a second job_recovery of this task (the "
				   "first is on line %u): make one of the two",
				   r->recovery->at.line);
	r->recovery = key;
	if (key[1].kind == TREE_TEXT) {
		if (tree_null(&key[1]) || !strcmp(key[1].text, "none"))
			return 0;
		return read_strategy(r, key);
	}
	if (tree_want(r->tree, key, TREE_MAP, r->e) < 0)
		return -1;
	return keys_read_table(r, &table, key + 1);
}

/* The pool of one place, or of the task. */
static int
read_pool(struct reading *r, const struct tree_node *key)
{
	autofree char *pool = NULL;

	if (value_name(r->tree, key, JOB_NAME_MAX, &pool, r->e) < 0)
		return -1;
	job_set_places(r->task, (const char *const[]){pool}, 1);
	return 0;
}

/* What is needed holds wherever the task runs: of what several places say, the most. */
static int
read_need(struct reading *r, const struct tree_node *key, enum need_kind kind)
{
	static const char *const rules[NEED_KIND_COUNT] = {
		[NEED_CPUS] = NEED_CPUS_RULE,
		[NEED_MEMORY] = NEED_MEMORY_RULE,
		[NEED_GPUS] = NEED_GPUS_RULE,
	};
	struct need need = {.ids = 0};
	const char *text;

	if (tree_null(&key[1]))
		return 0;
	text = value_digits(r->tree, key, r->e);
	if (!text)
		return -1;
	if (need_parse(kind, text, &need.amount[kind]) < 0)
		return value_refuse(r->tree, key, rules[kind], r->e);
	need_widen(&r->task->need, &need);
	return 0;
}

static int
read_cpus(struct reading *r, const struct tree_node *key)
{
	return read_need(r, key, NEED_CPUS);
}

static int
read_memory(struct reading *r, const struct tree_node *key)
{
	return read_need(r, key, NEED_MEMORY);
}

static int
read_gpus(struct reading *r, const struct tree_node *key)
{
	return read_need(r, key, NEED_GPUS);
}

/* NAME, NAME:COUNT, {NAME: COUNT}; of alternatives the first. */
static int
read_accelerators(struct reading *r, const struct tree_node *key)
{
	const struct tree_node *value = key + 1;
	const struct tree_node *first =
		value->kind != TREE_TEXT && value->count ? value->items : value;
	struct need need = {.ids = 0};
	autofree char *text = NULL;

	if (tree_null(value))
		return 0;
	if (first->kind == TREE_TEXT && value->kind != TREE_MAP)
		text = mem_copy(first->text);
	else if (first->kind == TREE_TEXT && tree_null(&first[1]))
		text = mem_copy(first->text);
	else if (first->kind == TREE_TEXT && first[1].kind == TREE_TEXT) {
		if (!value_digits(r->tree, first, r->e))
			return -1;
		text = mem_printf("%s:%s", first->text, first[1].text);
	}
	if (!text || need_accelerator(text, &need.amount[NEED_GPUS]) < 0)
		return tree_refuse(r->tree, value->at, r->e,
				   "'accelerators' must be NAME, NAME:COUNT or "
				   "{NAME: COUNT}");
	need_widen(&r->task->need, &need);
	return 0;
}

/* What Slurm is asked for, by the key's name. */
static int
read_want(struct reading *r, const struct tree_node *key)
{
	enum slurm_want want = slurm_want_find(key->text);
	const char *text, *why;

	if (tree_null(&key[1]))
		return 0;
	text = tree_text(r->tree, key, r->e);
	if (!text)
		return -1;
	why = slurm_want_refused(want, text);
	if (why)
		return tree_refuse(r->tree, key[1].at, r->e, "'%s' %s",
				   key->text, why);
	r->wants->want[want] = mem_copy(text);
	return 0;
}

/* clang-format off */
#define NEEDS                                   \
	{"cpus", .read = read_cpus},            \
	{"memory", .read = read_memory},        \
	{"gpus", .read = read_gpus},            \
	{"accelerators", .read = read_accelerators}
#define WANTS                                   \
	{"partition", .read = read_want},       \
	{"account", .read = read_want},         \
	{"qos", .read = read_want},             \
	{"time", .read = read_want},            \
	{"nodes", .read = read_want},           \
	{"gres", .read = read_want},            \
	{"sbatch_args", .read = read_want}
/* clang-format on */

/* Keys of SkyPilot that mean nothing to a pool of ours. */
/* clang-format off */
#define IGNORED                      \
	{.name = "accelerator_args"}, \
	{.name = "autostop"},         \
	{.name = "cloud"},            \
	{.name = "disk_size"},        \
	{.name = "disk_tier"},        \
	{.name = "image_id"},         \
	{.name = "infra"},            \
	{.name = "instance_type"},    \
	{.name = "labels"},           \
	{.name = "network_tier"},     \
	{.name = "ports"},            \
	{.name = "region"},           \
	{.name = "use_spot"},         \
	{.name = "zone"}

static const struct key place_keys[] = {
	{"pool", .read = read_pool},
	{"priority", .read = keys_read_priority},
	{"job_recovery", .read = keys_read_recovery},
	NEEDS,
	WANTS,
	IGNORED,
};
/* clang-format on */

static bool
is_among(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Read a place; *pool is a copy of its pool's name. */
static int
read_place(struct reading *r, const struct tree_node *item, char **pool)
{
	static const struct key_table table = {"a place", place_keys,
					       COUNT(place_keys)};
	struct slurm_wants wants = {{NULL}}, *outer;
	int result;

	if (item->kind != TREE_MAP)
		return tree_refuse(r->tree, item->at, r->e,
				   "a place is a mapping such as "
				   "{pool: NAME}: write it so");
	job_set_places(r->task, (const char *const[]){DEFAULT_POOL}, 1);
	outer = r->wants;
	r->wants = &wants;
	result = keys_read_table(r, &table, item);
	r->wants = outer;
	if (result < 0) {
		slurm_wants_release(&wants);
		return -1;
	}
	if (job_ask_slurm(r->task, r->task->places[0], &wants) < 0)
		return tree_refuse(r->tree, item->at, r->e,
				   "another place in pool %s asks Slurm for "
				   "something else: make two pools of it in "
				   "config.ini", r->task->places[0]);
	*pool = mem_copy(r->task->places[0]);
	return 0;
}

static int
read_each_place(struct reading *r, const struct tree_node *list)
{
	char *pools[PLACES_MAX];
	size_t count = 0;
	int result = 0;

	for (size_t i = 0; i < list->count && result == 0; i++) {
		result = read_place(r, &list->items[i], &pools[count]);
		if (result < 0)
			break;
		if (is_among((const char *const *)pools, count, pools[count]))
			free(pools[count]);
		else
			count++;
	}
	if (result == 0)
		job_set_places(r->task, (const char *const *)pools, count);
	while (count > 0)
		free(pools[--count]);
	return result;
}

static int
read_places(struct reading *r, const struct tree_node *key)
{
	if (r->pool || r->places)
		return tree_refuse(
			r->tree, key->at, r->e,
			"'%s' here and '%s' on line %u both say where the "
			"task runs: keep one",
			key->text, (r->pool ? r->pool : r->places)->text,
			(r->pool ? r->pool : r->places)->at.line);
	if (tree_want(r->tree, key, TREE_LIST, r->e) < 0)
		return -1;
	if (key[1].count == 0 || key[1].count > PLACES_MAX)
		return tree_refuse(r->tree, key[1].at, r->e,
				   "'%s' must name 1 to %d places", key->text,
				   PLACES_MAX);
	if (read_each_place(r, key + 1) < 0)
		return -1;
	r->places = key;
	return 0;
}

static int
read_only_pool(struct reading *r, const struct tree_node *key)
{
	if (r->places)
		return tree_refuse(r->tree, key->at, r->e,
				   "'pool' here and '%s' on line %u both say "
				   "where the task runs: keep one",
				   r->places->text, r->places->at.line);
	r->pool = key;
	return read_pool(r, key);
}

/* clang-format off */
static const struct key resource_keys[] = {
	{"pool", .read = read_only_pool},
	{"any_of", .read = read_places},
	{"ordered", .read = read_places},
	{"priority", .read = keys_read_priority},
	{"job_recovery", .read = keys_read_recovery},
	NEEDS,
	WANTS,
	IGNORED,
};
/* clang-format on */

int
keys_read_resources(struct reading *r, const struct tree_node *key)
{
	static const struct key_table table = {"resources", resource_keys,
					       COUNT(resource_keys)};
	struct slurm_wants wants = {{NULL}};
	int result;

	if (tree_want(r->tree, key, TREE_MAP, r->e) < 0)
		return -1;
	r->wants = &wants;
	result = keys_read_table(r, &table, key + 1);
	r->wants = NULL;
	if (result == 0)
		result = job_ask_slurm(r->task, NULL, &wants);
	slurm_wants_release(&wants);
	return result;
}
