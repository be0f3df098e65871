/* SPDX-License-Identifier: Apache-2.0 */
/* The sections [pool NAME]. */
#include "store/config_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

#define TYPE_RULE "local, slurm or command"
#define WANT_RULE "what sbatch takes"
#define POLL_RULE PATH_RULE ", or, where no program is asked, " DURATION_RULE

static const char *const types[] = {"local", "slurm", "command"};

int
config_number(unsigned *out, const char *value)
{
	uint64_t n;

	if (text_u64(value, NUMBER_MAX, &n) < 0 || !n)
		return -1;
	*out = (unsigned)n;
	return 0;
}

int
config_path(char **out, const char *value)
{
	if (value[0] != '/' && (value[0] != '~' || value[1] != '/'))
		return -1;
	*out = mem_copy(value);
	return 0;
}

static int
set_type(struct reading *r, const char *value)
{
	for (size_t i = 0; i < COUNT(types); i++) {
		if (strcmp(value, types[i]) != 0)
			continue;
		free(r->pool->type);
		r->pool->type = mem_copy(value);
		return 0;
	}
	return -1;
}

static int
set_slots(struct reading *r, const char *value)
{
	return config_number(&r->pool->slots, value);
}

static int
set_amount(struct reading *r, enum need_kind kind, const char *value)
{
	struct stock *s = &r->pool->stock;

	if (need_parse(kind, value, &s->total[kind]) < 0 || !s->total[kind])
		return -1;
	s->counted[kind] = true;
	return 0;
}

static int
set_cpus(struct reading *r, const char *value)
{
	return set_amount(r, NEED_CPUS, value);
}

static int
set_memory(struct reading *r, const char *value)
{
	return set_amount(r, NEED_MEMORY, value);
}

static int
set_gpus(struct reading *r, const char *value)
{
	struct stock *s = &r->pool->stock;

	if (need_ids_parse(value, &s->ids) < 0)
		return -1;
	s->counted[NEED_GPUS] = true;
	s->total[NEED_GPUS] = need_count(s->ids);
	return 0;
}

static int
set_enforce(struct reading *r, const char *value)
{
	r->pool->enforce = !strcmp(value, "yes");
	return r->pool->enforce || !strcmp(value, "no") ? 0 : -1;
}

static int
set_submit(struct reading *r, const char *value)
{
	return config_path(&r->pool->submit, value);
}

static int
set_span(int64_t *out, const char *value)
{
	int64_t ms;

	if (text_duration(value, &ms) < 0 || !ms)
		return -1;
	*out = ms;
	return 0;
}

/* The program of a pool of commands; how often, where a pool knows by itself how. */
static int
set_poll(struct reading *r, const char *value)
{
	if (config_path(&r->pool->poll, value) == 0)
		return 0;
	return set_span(&r->pool->poll_ms, value);
}

static int
set_cancel(struct reading *r, const char *value)
{
	return config_path(&r->pool->cancel, value);
}

static int
set_logs(struct reading *r, const char *value)
{
	return config_path(&r->pool->logs, value);
}

static int
set_dir(struct reading *r, const char *value)
{
	return config_path(&r->pool->dir, value);
}

static int
set_poll_every(struct reading *r, const char *value)
{
	return set_span(&r->pool->poll_ms, value);
}

static int
set_submit_timeout(struct reading *r, const char *value)
{
	return set_span(&r->pool->limit_ms[LIMIT_SUBMIT], value);
}

static int
set_poll_timeout(struct reading *r, const char *value)
{
	return set_span(&r->pool->limit_ms[LIMIT_POLL], value);
}

static int
set_cancel_timeout(struct reading *r, const char *value)
{
	return set_span(&r->pool->limit_ms[LIMIT_CANCEL], value);
}

static int
set_give_up_after(struct reading *r, const char *value)
{
	return set_span(&r->pool->give_up_ms, value);
}

static int
set_give_up_tries(struct reading *r, const char *value)
{
	return config_number(&r->pool->give_up_tries, value);
}

static int
set_want(struct reading *r, enum slurm_want want, const char *value)
{
	if (slurm_want_refused(want, value))
		return -1;
	r->pool->slurm.want[want] = mem_copy(value);
	return 0;
}

static int
set_partition(struct reading *r, const char *value)
{
	return set_want(r, SLURM_PARTITION, value);
}

static int
set_account(struct reading *r, const char *value)
{
	return set_want(r, SLURM_ACCOUNT, value);
}

static int
set_qos(struct reading *r, const char *value)
{
	return set_want(r, SLURM_QOS, value);
}

static int
set_time(struct reading *r, const char *value)
{
	return set_want(r, SLURM_TIME, value);
}

static int
set_nodes(struct reading *r, const char *value)
{
	return set_want(r, SLURM_NODES, value);
}

static int
set_gres(struct reading *r, const char *value)
{
	return set_want(r, SLURM_GRES, value);
}

static int
set_sbatch_args(struct reading *r, const char *value)
{
	return set_want(r, SLURM_ARGS, value);
}

/* Keys of all pools, then those with the types that know them. */
static const struct setting list[] = {
	{"type", set_type, TYPE_RULE, NULL},
	{"slots", set_slots, NUMBER_RULE, NULL},
	{"cpus", set_cpus, "a number of cpus such as 8 or 7.5", NULL},
	{"memory", set_memory, "a size such as 64G or 64GB", NULL},
	{"gpus", set_gpus, NEED_IDS_RULE, "local command"},
	{"enforce", set_enforce, "yes or no", "local"},
	{"submit", set_submit, PATH_RULE, "command"},
	{"poll", set_poll, POLL_RULE, "command slurm"},
	{"cancel", set_cancel, PATH_RULE, "command"},
	{"logs", set_logs, PATH_RULE, "command"},
	{"dir", set_dir, PATH_RULE, "command slurm"},
	{"poll_every", set_poll_every, DURATION_RULE " and not 0", "command"},
	{"submit_timeout", set_submit_timeout, DURATION_RULE " and not 0",
	 "command slurm"},
	{"poll_timeout", set_poll_timeout, DURATION_RULE " and not 0",
	 "command slurm"},
	{"cancel_timeout", set_cancel_timeout, DURATION_RULE " and not 0",
	 "command slurm"},
	{"give_up_after", set_give_up_after, DURATION_RULE " and not 0",
	 "command slurm"},
	{"give_up_tries", set_give_up_tries, NUMBER_RULE, "command slurm"},
	{"partition", set_partition, WANT_RULE, "slurm"},
	{"account", set_account, WANT_RULE, "slurm"},
	{"qos", set_qos, WANT_RULE, "slurm"},
	{"time", set_time, WANT_RULE, "slurm"},
	{"nodes", set_nodes, WANT_RULE, "slurm"},
	{"gres", set_gres, WANT_RULE, "slurm"},
	{"sbatch_args", set_sbatch_args,
	 "options of sbatch as --NAME=VALUE or -X with blanks between them, "
	 "none of those that mj gives itself (mj-pool(5))",
	 "slurm"},
};

const struct settings config_pool_settings = {"a pool", list, COUNT(list)};

struct config_pool *
config_pool_add(struct config *config, const char *name, unsigned slots)
{
	size_t count = config->pool_count + 1;

	config->pools =
		mem_resize(config->pools, count, sizeof(*config->pools));
	config->pool_count = count;
	config->pools[count - 1] = (struct config_pool){
		.name = mem_copy(name),
		.type = mem_copy("local"),
		.slots = slots,
		.limit_ms = {60 * 1000, 60 * 1000, 60 * 1000},
		.poll_ms = 5 * 1000,
		.give_up_ms = 10 * 60 * 1000,
		.give_up_tries = 20,
	};
	return &config->pools[count - 1];
}

int
config_pool_enter(struct reading *r, const char *name)
{
	bool local = !strcmp(name, DEFAULT_POOL);

	if (!text_name_ok(name, JOB_NAME_MAX))
		return lines_refuse(
			&r->lines,
			"'%s' cannot name a pool: use 1 to %d of letters, "
			"digits, '.', '_' and '-', the first neither '.' "
			"nor '-'",
			name, JOB_NAME_MAX);
	if (local ? r->seen_local : !!config_pool(r->config, name))
		return lines_refuse(&r->lines,
				    "a second [pool %s]: make one of the two",
				    name);
	r->section = SECTION_POOL;
	r->seen_local |= local;
	r->pool = local ? &r->config->pools[0]
			: config_pool_add(r->config, name, r->slots);
	return 0;
}

int
config_pool_env(struct reading *r, const char *name, const char *value)
{
	struct config_pool *p = r->pool;

	if (!text_env_name_ok(name))
		return lines_refuse(&r->lines,
				    "'%s' cannot name a variable: write "
				    "env.NAME = VALUE",
				    name);
	for (size_t i = 0; i < p->env_count; i++)
		if (!strcmp(p->env[i].name, name))
			return lines_refuse(&r->lines,
					    "'env.%s' is here twice: remove one",
					    name);
	p->env = mem_resize(p->env, p->env_count + 1, sizeof(*p->env));
	p->env[p->env_count++] =
		(struct env_var){mem_copy(name), mem_copy(value)};
	return 0;
}

static bool
is_of(const char *known, const char *type)
{
	size_t len = strlen(type);

	for (; *known; known += strcspn(known, " "), known += *known == ' ')
		if (!strncmp(known, type, len) &&
		    (!known[len] || known[len] == ' '))
			return true;
	return false;
}

/* What a job asks for unless it says so itself; what there is, Slurm knows. */
static void
let_slurm_count(struct config_pool *p, uint64_t seen)
{
	struct need need = {.ids = 0};
	size_t i = 0;

	memcpy(need.amount, p->stock.total, sizeof(need.amount));
	slurm_wants_need(&p->slurm, &need);
	p->stock = (struct stock){.ids = 0};
	while (strcmp(list[i].name, "give_up_after") != 0)
		i++;
	/* slurmctld may be away for as long as it likes: jobs go on without it */
	if (!(seen & UINT64_C(1) << i))
		p->give_up_ms = INT64_MAX / 2;
}

/* The end of a section: all of it is known now. */
int
config_pool_check(struct reading *r)
{
	struct config_pool *p = r->pool;
	bool local = !strcmp(p->type, "local");

	for (size_t i = 0; i < COUNT(list); i++)
		if (r->seen_keys & UINT64_C(1) << i && list[i].types &&
		    !is_of(list[i].types, p->type))
			return lines_refuse(
				&r->lines,
				"'%s' in [pool %s] is not for a pool of type "
				"%s: remove it or set type (%s)",
				list[i].name, p->name, p->type, list[i].types);
	if (local && p->env_count)
		return lines_refuse(&r->lines,
				    "'env.%s' in [pool %s] is not for a pool "
				    "of type local: remove it or set type",
				    p->env[0].name, p->name);
	if (!strcmp(p->type, "command") &&
	    (!p->submit || !p->poll || !p->cancel))
		return lines_refuse(&r->lines,
				    "[pool %s] is of type command: set submit, "
				    "poll and cancel, each the path of a program",
				    p->name);
	if (!strcmp(p->type, "slurm") && p->poll)
		return lines_refuse(&r->lines,
				    "'poll' in [pool %s] must be " DURATION_RULE
				    ", as it is of type slurm",
				    p->name);
	if (!strcmp(p->type, "slurm"))
		let_slurm_count(p, r->seen_keys);
	if (!local && !(r->seen_keys & 1u << 1)) /* slots */
		p->slots = NUMBER_MAX;
	return 0;
}

const struct config_pool *
config_pool(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->pool_count; i++)
		if (!strcmp(config->pools[i].name, name))
			return &config->pools[i];
	return NULL;
}

static void
release(struct config_pool *p)
{
	for (size_t i = 0; i < p->env_count; i++) {
		free(p->env[i].name);
		free(p->env[i].value);
	}
	free(p->env);
	slurm_wants_release(&p->slurm);
	free(p->name);
	free(p->type);
	free(p->submit);
	free(p->poll);
	free(p->cancel);
	free(p->logs);
	free(p->dir);
}

void
config_pools_release(struct config *config)
{
	for (size_t i = 0; i < config->pool_count; i++)
		release(&config->pools[i]);
	free(config->pools);
}
