/* SPDX-License-Identifier: Apache-2.0 */
/* mj retry: run again what did not succeed, in the same job. */
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/result.h"
#include "engine/retry.h"
#include "os/sys.h"
#include "os/sig.h"

enum {
	OPT_TASK = CLI_LONG,
	OPT_ALL,
	OPT_JSON,
};

static const struct cli_option options[] = {
	{OPT_TASK, "task", "TASK", "this one, and what depends on it"},
	{OPT_ALL, "all-tasks", NULL, "also what succeeded"},
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

/* Every job is tried; the first failure gives the exit status. */
static int
retry_each(struct home *home, const struct ids *ids,
	   const struct retry_order *how, bool json)
{
	int status = CLI_OK;
	sigset_t old;
	struct err e;

	sig_hold(&old);
	for (size_t i = 0; i < ids->count; i++) {
		int failed;

		if (retry_job(home, ids->list[i], how, &e) == 0) {
			result_say(json, ids->list[i], NULL, "retried",
				   "is tried again");
			continue;
		}
		failed = cli_fail(&e);
		status = status == CLI_OK ? failed : status;
	}
	cli_wake(home);
	sig_restore(&old);
	return status;
}

static int
run(struct cli *c)
{
	struct home home = HOME_INIT;
	autoids struct ids ids = IDS_INIT;
	char user[SYS_USER_SIZE];
	struct retry_order how = {.by = sys_user(user, sizeof(user))};
	struct err e;
	int id, status;
	bool json = false;

	while ((id = cli_next(c)))
		if (id == OPT_TASK)
			how.task = c->value;
		else if (id == OPT_JSON)
			json = true;
		else
			how.all = true;
	if (c->word_count == 0)
		return cli_usage(c, "give a job");
	if (cli_home(c, &home, HOME_CHANGE, &e) < 0 ||
	    cli_jobs(&home, c->words, c->word_count, &ids, &e) < 0)
		status = cli_fail(&e);
	else if (how.task && ids.count != 1)
		status = cli_usage(c, "--task goes with one job");
	else if (how.task && cli_task(&home, ids.list[0], how.task, &e) < 0)
		status = cli_fail(&e);
	else
		status = retry_each(&home, &ids, &how, json);
	home_close(&home);
	return status;
}

const struct command cmd_retry = {
	.name = "retry",
	.operands = "JOB...",
	.summary = "run again what did not succeed, in the same job",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
