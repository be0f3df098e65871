/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static const struct pool_type *const types[] = {&pool_slurm, &pool_command};

const struct pool_type *
pool_type(const char *name)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(types[i]->name, name))
			return types[i];
	return NULL;
}

bool
pool_remote(const struct config_pool *pool)
{
	return pool && strcmp(pool->type, "local") != 0;
}

void
pool_tag(const struct attempt_order *o, char *out, size_t size)
{
	char tag[256];

	attempt_tag(o->home, o->job, o->spec->tasks[o->task].name, o->attempt,
		    tag, sizeof(tag));
	snprintf(out, size, "%s:pool", tag);
}

static void
put_number(struct env_list *env, const char *name, uint64_t n)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, n);
	env_put(env, name, text);
}

/* What the task asked for: nothing where it asked for nothing. */
static void
put_need(const struct need *need, struct env_list *env)
{
	uint64_t cpus = need->amount[NEED_CPUS];
	char text[40];

	if (cpus) {
		snprintf(text, sizeof(text), "%g", (double)cpus / 1000);
		env_put(env, "MJ_CPUS", text);
	}
	if (need->amount[NEED_MEMORY])
		put_number(env, "MJ_MEMORY", need->amount[NEED_MEMORY]);
	if (need->amount[NEED_GPUS])
		put_number(env, "MJ_GPU_COUNT", need->amount[NEED_GPUS]);
}

static void
put_attempt(const struct pool_attempt *a, struct env_list *env)
{
	const struct attempt_order *o = a->order;
	const struct task *task = &o->spec->tasks[o->task];
	char tag[260];

	pool_tag(o, tag, sizeof(tag));
	env_put(env, "MJ_TAG", tag);
	env_put(env, "MJ_HOME", o->home->path);
	put_number(env, "MJ_JOB_ID", o->job);
	env_put(env, "MJ_JOB_NAME", o->record->name);
	env_put(env, "MJ_TASK_NAME", task->name);
	put_number(env, "MJ_ATTEMPT", o->attempt);
	env_put(env, "MJ_POOL", a->pool->name);
	env_put(env, "MJ_NAME", a->name);
	env_put(env, "MJ_SCRIPT", a->script);
	env_put(env, "MJ_DIR", a->dir);
	env_put(env, "MJ_LOG", a->log);
	env_put(env, "MJ_ERRORS", a->errors ? a->errors : a->log);
	env_put(env, "MJ_WORKDIR", a->workdir);
	if (task->timeout_ms)
		put_number(env, "MJ_TIMEOUT",
			   (uint64_t)(task->timeout_ms + 999) / 1000);
	put_need(&task->need, env);
}

void
pool_env(const struct pool_attempt *a, const struct capture *capture,
	 struct env_list *env)
{
	for (size_t i = 0; i < capture->env.count; i++) {
		const char *pair = capture->env.list[i];
		size_t len = strcspn(pair, "=");
		autofree char *name = mem_copy_n(pair, len);

		env_put(env, name, pair + len + 1);
	}
	for (size_t i = 0; i < a->pool->env_count; i++)
		env_put(env, a->pool->env[i].name, a->pool->env[i].value);
	put_attempt(a, env);
}
