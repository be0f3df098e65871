/* SPDX-License-Identifier: Apache-2.0 */
/* The script of a remote attempt. */
#include "engine/remote_parts.h"

#include <string.h>

#include "base/mem.h"
#include "engine/marks.h"

#define FENCE_MAX_S 5 /* at least this often it looks whether it may go on */

/* As often as it is asked for. */
static unsigned
fence_s(const struct remote *r)
{
	int64_t s = r->at.pool->poll_ms / 1000;

	return s < 1 ? 1 : s < FENCE_MAX_S ? (unsigned)s : FENCE_MAX_S;
}

static bool
has(const struct env_var *vars, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(vars[i].name, name))
			return true;
	return false;
}

/* Whether the task was given it, and does not only have it from the shell of the submit. */
static bool
is_given(const struct remote *r, const char *name)
{
	const struct task *task = &r->order->spec->tasks[r->order->task];
	const struct capture *capture = r->command->capture;

	return has(task->envs, task->env_count, name) ||
	       has(task->secrets, task->secret_count, name) ||
	       env_get(&capture->given, name) ||
	       env_get(&capture->secrets, name);
}

static bool
is_theirs(const struct remote *r, const char *name)
{
	const char *const *prefix = r->type->theirs;

	for (; prefix && *prefix; prefix++)
		if (!strncmp(name, *prefix, strlen(*prefix)))
			return true;
	return false;
}

/* The task's environment with the pool's on top, but what is there for the other side to say. */
static void
full_env(const struct remote *r, struct env_list *env)
{
	for (size_t i = 0; i < r->command->env.count; i++) {
		const char *pair = r->command->env.list[i];
		autofree char *name = mem_copy_n(pair, strcspn(pair, "="));

		if (!is_theirs(r, name) || is_given(r, name))
			env_put(env, name, pair + strlen(name) + 1);
	}
	for (size_t i = 0; i < r->at.pool->env_count; i++)
		env_put(env, r->at.pool->env[i].name, r->at.pool->env[i].value);
}

int
remote_make_script(struct remote *r, struct err *e)
{
	const struct attempt_order *o = r->order;
	const struct task *task = &o->spec->tasks[o->task];
	autobuf struct buf head = BUF_INIT, text = BUF_INIT;
	struct env_list env = {0};
	struct script s = {
		.name = r->at.name,
		.tag = r->attempt->tag,
		.marks = r->dir,
		.shell = r->command->shell,
		.dir = r->command->dir,
		.umask = r->command->capture->umask,
		.setup = task->setup,
		.run = task->argv ? NULL : task->run,
		.argv = task->argv,
		.grace_ms = o->home->config.grace_ms,
		.fence_s = fence_s(r),
		.keep = o->home->config.leftovers == LEFTOVERS_KEEP,
	};
	int done;

	if (r->type->head)
		r->type->head(&r->at, &head);
	full_env(r, &env);
	s.head = buf_text(&head);
	s.env = env.list;
	script_text(&s, &text);
	done = marks_make(r->dir, r->at.name, text.data, text.len, e);
	env_list_release(&env);
	return done;
}
