/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at pools beyond this machine: are their programs there, does Slurm answer? */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "engine/doctor_parts.h"
#include "engine/program.h"
#include "os/sys.h"
#include "store/capture.h"

#define SQUEUE_MS 15000 /* it gives up by itself after some 10 s */
#define LOOK_MS 50

static bool
is_in_path(const char *path, const char *program)
{
	while (path && *path) {
		size_t len = strcspn(path, ":");
		autofree char *file =
			mem_printf("%.*s/%s", (int)len, path, program);

		if (file_executable(AT_FDCWD, file) == 0)
			return true;
		path += len + (path[len] == ':');
	}
	return false;
}

static bool
look_for_programs(struct doctor *d, const struct config_pool *pool,
		  const char *path)
{
	static const char *const programs[] = {"sbatch", "squeue", "scancel"};
	autofree char *object = mem_printf("pool %s", pool->name);
	autofree char *advice = mem_printf(
		"install Slurm's commands, or set env.PATH in [pool %s]",
		pool->name);
	struct fault f = {.object = object, .advice = advice};
	bool all = true;

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		if (is_in_path(path, programs[i]))
			continue;
		all = false;
		doctor_find(d, &f, "there is no %s in PATH (%.200s)",
			    programs[i], path ? path : "");
	}
	return all;
}

/* Run it to its end. */
static void
run(struct program *p, const struct program_order *o,
    const struct program_place *place)
{
	program_start(p, o, place);
	while (!program_step(p)) {
		struct pollfd fds[PROGRAM_FDS];

		sys_poll(fds, program_fds(p, fds), LOOK_MS);
	}
}

static void
ask_squeue(struct doctor *d, const struct config_pool *pool,
	   const struct capture *capture)
{
	struct program_order order = {.limit_ms = SQUEUE_MS};
	struct program_place place = {
		.env = &capture->env, .capture = capture, .follow_out = -1};
	struct program p = PROGRAM_NONE;
	autofree char *object = mem_printf("pool %s", pool->name);
	autofree char *advice = mem_printf(
		"see whether slurmctld runs (scontrol ping), and what "
		"env.SLURM_CONF in [pool %s] says",
		pool->name);
	struct fault f = {.object = object, .advice = advice};
	char why[160];

	for (size_t i = 0; i < pool->env_count; i++)
		env_put(&order.env, pool->env[i].name, pool->env[i].value);
	program_word(&order, "squeue");
	program_word(&order, "--me");
	program_word(&order, "--noheader");
	run(&p, &order, &place);
	if (!program_well(&p.end)) {
		program_why(&p.end, why, sizeof(why));
		doctor_find(d, &f, "squeue does not answer: %s", why);
	}
	program_release(&p);
	program_order_release(&order);
}

static const char *
path_of(const struct config_pool *pool, const struct capture *capture)
{
	for (size_t i = 0; i < pool->env_count; i++)
		if (!strcmp(pool->env[i].name, "PATH"))
			return pool->env[i].value;
	return env_get(&capture->env, "PATH");
}

/* The user's own, which are not run: they have no attempt to tell of. */
static void
look_for_own(struct doctor *d, const struct config_pool *pool)
{
	const struct {
		const char *name, *path;
	} all[] = {{"submit", pool->submit},
		   {"poll", pool->poll},
		   {"cancel", pool->cancel},
		   {"logs", pool->logs}};
	autofree char *object = mem_printf("pool %s", pool->name);

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		autofree char *path = all[i].path ? home_expand(all[i].path)
						  : NULL;
		autofree char *advice = mem_printf(
			"chmod +x it, or set %s in [pool %s] to a program",
			all[i].name, pool->name);
		struct fault f = {.object = object, .advice = advice};

		if (path && file_executable(AT_FDCWD, path) < 0)
			doctor_find(d, &f, "%s cannot be run: %.200s: %s",
				    all[i].name, path, err_words(errno));
	}
}

void
doctor_away(struct doctor *d)
{
	const struct config *config = &d->home->config;
	struct capture capture = CAPTURE_INIT;

	if (capture_take(&capture, d->home, NULL) < 0)
		return;
	for (size_t i = 0; i < config->pool_count; i++) {
		const struct config_pool *pool = &config->pools[i];

		if (!strcmp(pool->type, "command"))
			look_for_own(d, pool);
		if (!strcmp(pool->type, "slurm") &&
		    look_for_programs(d, pool, path_of(pool, &capture)))
			ask_squeue(d, pool, &capture);
	}
	capture_release(&capture);
}
