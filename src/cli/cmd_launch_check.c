/* SPDX-License-Identifier: Apache-2.0 */
/* What can be wrong with a job that reads well, and what is said then. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "cli/cli.h"
#include "cli/cmd_launch.h"
#include "cli/given.h"
#include "cli/remedy.h"
#include "engine/fence.h"
#include "engine/pool.h"
#include "engine/refuse.h"
#include "os/file.h"

/* "FILE: task 'NAME'": which task of which spec an error is about. */
static int
wrap_task(const struct launch *l, const struct task *t, struct err *e)
{
	if (l->spec.task_count > 1)
		err_wrap(e, "task '%s'", t->name);
	return l->file ? err_wrap(e, "%s", l->file) : -1;
}

static int
pool_missing(const struct launch *l, const struct task *t, const char *pool,
	     struct err *e)
{
	err_set(e, ERR_INPUT, "there is no pool '%s'", pool);
	remedy_pool(&l->home, pool, e);
	return l->s.only_pool ? err_wrap(e, "--pool") : wrap_task(l, t, e);
}

static int
check_places(const struct launch *l, const struct task *t, struct err *e)
{
	for (size_t i = 0; i < t->place_count; i++)
		if (!config_pool(&l->home.config, t->places[i]))
			return pool_missing(l, t, t->places[i], e);
	return 0;
}

/* Whether a pool counts it, keeps tasks to it, or hands it on to who does. */
static bool
minds(const struct config_pool *pool, enum need_kind kind)
{
	return pool->stock.counted[kind] || pool_remote(pool) ||
	       (pool->enforce && kind != NEED_GPUS);
}

static void
tell_uncounted(const struct launch *l, const struct task *t, enum need_kind kind)
{
	const char *name = need_name(kind);

	cli_say("task %s: pool %s does not count %s (%s = … below [pool %s] "
		"in %s/config.ini would): that it needs some is ignored",
		t->name, t->places[0], name, name, t->places[0], l->home.path);
}

/* Say so once if a pool is to keep a task to what it asks for, and that cannot be. */
static void
check_fence(struct launch *l, const struct task *t)
{
	char lacks[160];

	for (size_t i = 0; i < t->place_count && !l->told_fence; i++) {
		const struct config_pool *pool =
			config_pool(&l->home.config, t->places[i]);

		if (!pool->enforce || !*fence_lacks(&t->need, lacks, sizeof(lacks)))
			continue;
		cli_say("task %s: pool %s cannot enforce what it needs: %s",
			t->name, pool->name, lacks);
		l->told_fence = true;
	}
}

/* Say so if no pool counts what a task needs; refuse what none has. */
static int
check_need(struct launch *l, const struct task *t, struct err *e)
{
	char why[160];

	if (refuse_task(&l->home.config, t, why, sizeof(why)))
		return err_set(e, ERR_INPUT,
			       "task %s can never start: %s: ask for less, or "
			       "change %s/config.ini",
			       t->name, why, l->home.path);
	for (int k = 0; k < NEED_KIND_COUNT; k++) {
		bool counted = !t->need.amount[k] || l->told[k];

		for (size_t i = 0; i < t->place_count && !counted; i++)
			counted = minds(config_pool(&l->home.config,
						    t->places[i]),
					(enum need_kind)k);
		if (!counted)
			tell_uncounted(l, t, (enum need_kind)k);
		l->told[k] |= !counted;
	}
	check_fence(l, t);
	return 0;
}

/* A spec says itself what its tasks need. */
static int
check_options(const struct launch *l, struct err *e)
{
	if (l->s.is_argv || need_none(&l->s.need))
		return 0;
	return err_set(e, ERR_INPUT,
		       "--cpus, --memory and --gpus are for a command: write "
		       "resources: in the spec");
}

int
launch_check_tasks(struct launch *l, struct err *e)
{
	if (check_options(l, e) < 0)
		return -1;
	for (size_t i = 0; i < l->spec.task_count; i++) {
		struct task *t = &l->spec.tasks[i];

		if (l->s.only_pool)
			job_set_places(
				t, (const char *const[]){l->s.only_pool}, 1);
		need_widen(&t->need, &l->s.need);
		if (check_places(l, t, e) < 0 || check_need(l, t, e) < 0)
			return -1;
		if (given_check(&l->capture, t, e) < 0)
			return wrap_task(l, t, e);
	}
	return 0;
}

/* A number or a range would be taken for the job of that number. */
static bool
looks_like_numbers(const char *name)
{
	return strspn(name, "0123456789") == strlen(name) || cli_is_range(name);
}

int
launch_check_name(struct launch *l, struct err *e)
{
	if (!l->name && !l->spec.name && looks_like_numbers(l->default_name))
		snprintf(l->default_name, sizeof(l->default_name), "job");
	l->s.name = l->name	   ? l->name
		    : l->spec.name ? l->spec.name
				   : l->default_name;
	if (!looks_like_numbers(l->s.name))
		return 0;
	return err_set(e, ERR_INPUT,
		       "%s%s%s cannot name a job: it would be taken for a "
		       "job's number; put a letter into it",
		       l->name ? "--name " : "", l->name ? "" : "name: ",
		       l->s.name);
}

/* Whether it is run here, so that our PATH is what counts. */
static bool
runs_here(const struct launch *l)
{
	const struct task *t = &l->spec.tasks[0];

	for (size_t i = 0; i < t->place_count; i++)
		if (pool_remote(config_pool(&l->home.config, t->places[i])))
			return false;
	return true;
}

/* What was meant to be more words than one, or a line for a shell. */
static void
warn_of_line(const char *line)
{
	autobuf struct buf quoted = BUF_INIT;

	remedy_quote(&quoted, line);
	cli_say("warning: there is no program '%s': for a command line give "
		"mj launch -- sh -c %s",
		line, buf_text(&quoted));
}

void
launch_warn_of_command(const struct launch *l, const char *program, bool alone)
{
	bool line = alone && strpbrk(program, " ;|&<>$`\n\t");
	const char *what;

	if ((!line && !runs_here(l)) || capture_find(&l->capture, program) == 0)
		return;
	what = err_words(errno);
	if (line)
		warn_of_line(program);
	else if (strchr(program, '/'))
		cli_say("warning: %s: %s: the job fails unless that is mended "
			"when it starts",
			program, what);
	else
		cli_say("warning: there is no program %s in PATH: the job "
			"fails unless it is there when it starts%s%s",
			program,
			file_executable(AT_FDCWD, program) == 0
				? "; for the one here give ./"
				: "",
			file_executable(AT_FDCWD, program) == 0 ? program : "");
}

void
launch_warn_of_shell(const struct launch *l)
{
	const char *shell = l->home.config.shell;
	autofree char *path = shell ? home_expand(shell) : NULL;

	if (!l->s.is_argv && path && file_executable(AT_FDCWD, path) < 0)
		cli_say("warning: shell = %s in %s/config.ini: %s: its tasks "
			"cannot start",
			shell, l->home.path, err_words(errno));
}
