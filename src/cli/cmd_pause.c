/* SPDX-License-Identifier: Apache-2.0 */
/* mj pause, mj resume: nothing new starts, anywhere or in a pool; and again. */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cli/cmd.h"
#include "cli/json.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/pause.h"
#include "store/queue.h"

#define PASS_WAITS 1000 /* of PASS_WAIT_MS: a pass at work counted before us */
#define PASS_WAIT_MS 2

/* Refuse a pool that neither the settings nor queue/ know. */
static int
check_pool(const struct home *home, const char *pool, struct err *e)
{
	autonames struct file_names there = FILE_NAMES_INIT;
	autobuf struct buf list = BUF_INIT;

	queue_pools(home, &there, NULL);
	for (size_t i = 0; i < there.count; i++)
		if (!strcmp(there.names[i], pool))
			return 0;
	if (config_pool(&home->config, pool))
		return 0;
	for (size_t i = 0; i < home->config.pool_count; i++)
		buf_printf(&list, "%s%s", i ? ", " : "",
			   home->config.pools[i].name);
	return err_set(e, ERR_INPUT, "there is no pool %s: there are %s", pool,
		       buf_text(&list));
}

/*
 * A pass that is at work counted before the file was there: once its lock could be
 * had, nothing starts any more.
 */
static void
wait_for_pass(const struct home *home)
{
	for (int i = 0; i < PASS_WAITS; i++) {
		struct err e;
		int lock = lock_try(home->fd, "queue", 0, &e);

		if (lock >= 0 || e.code != ERR_BUSY) {
			sys_close(&lock);
			return;
		}
		sys_sleep_ms(PASS_WAIT_MS);
	}
	cli_say("a pass is still at work: what it has begun to start will "
		"start");
}

struct pausing {
	struct home home;
	bool set, json;
};

static const struct cli_option pause_options[] = {
	{CLI_LONG, "json", NULL, "one JSON object a line"},
};

static const struct cli_option resume_options[] = {
	{CLI_LONG, "json", NULL, "one JSON object a line"},
};

static void
print_object(const char *pool, const char *result)
{
	struct json *o = json_make_object();

	json_put_text(o, "pool", pool);
	json_put_text(o, "result", result);
	json_print(o);
}

static int
change(const struct pausing *p, const char *pool, struct err *e)
{
	const struct home *home = &p->home;
	bool set = p->set;
	const char *what = pool ? "pool " : "everything";
	const char *name = pool ? pool : "";
	int done = set ? pause_set(home, pool, e) : pause_clear(home, pool, e);

	if (done < 0)
		return -1;
	if (p->json)
		print_object(pool, set ? "paused" : done ? "not_paused" : "resumed");
	else if (done)
		printf("%s%s is not paused\n", what, name);
	else
		printf("%s%s %s\n", what, name,
		       set ? "is paused: what runs goes on" : "is resumed");
	return 0;
}

/* All names are looked at before anything changes. */
static int
change_all(const struct cli *c, const struct pausing *p, struct err *e)
{
	for (size_t i = 0; i < c->word_count; i++)
		if (check_pool(&p->home, c->words[i], e) < 0)
			return -1;
	if (c->word_count == 0)
		return change(p, NULL, e);
	for (size_t i = 0; i < c->word_count; i++)
		if (change(p, c->words[i], e) < 0)
			return -1;
	return 0;
}

static int
apply(struct cli *c, bool set)
{
	struct pausing p = {.home = HOME_INIT, .set = set};
	struct err e;
	int status = CLI_OK;

	p.json = cli_next(c) != 0;
	if (cli_home(c, &p.home, set ? HOME_MAKE : HOME_CHANGE, &e) < 0 ||
	    change_all(c, &p, &e) < 0)
		status = cli_fail(&e);
	else if (set)
		wait_for_pass(&p.home);
	/* for who may have found the lock taken by us, and for what may start */
	if (status == CLI_OK)
		cli_wake(&p.home);
	home_close(&p.home);
	return status;
}

static int
run_pause(struct cli *c)
{
	return apply(c, true);
}

static int
run_resume(struct cli *c)
{
	return apply(c, false);
}

const struct command cmd_pause = {
	.name = "pause",
	.operands = "[POOL...]",
	.summary = "start nothing new, anywhere or in a pool",
	.options = pause_options,
	.option_count = sizeof(pause_options) / sizeof(pause_options[0]),
	.run = run_pause,
};

const struct command cmd_resume = {
	.name = "resume",
	.operands = "[POOL...]",
	.summary = "start what may start again",
	.options = resume_options,
	.option_count = sizeof(resume_options) / sizeof(resume_options[0]),
	.run = run_resume,
};
