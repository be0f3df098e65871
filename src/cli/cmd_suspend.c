/* SPDX-License-Identifier: Apache-2.0 */
/* mj suspend, mj continue: stop the processes of jobs, and let them go on. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/remedy.h"
#include "engine/suspend.h"

static const struct cli_option suspend_options[] = {
	{CLI_LONG, "task", "TASK", "only this task of the job"},
};

static const struct cli_option continue_options[] = {
	{CLI_LONG, "task", "TASK", "only this task of the job"},
};

static int
change(struct home *home, uint32_t job, const char *task, bool on,
       struct err *e)
{
	int done = on ? suspend_job(home, job, task, e)
		      : suspend_continue(home, job, task, e);

	if (done < 0)
		return -1;
	printf("%s%sjob %" PRIu32 " %s\n", task ? task : "",
	       task ? " of " : "", job,
	       on     ? "is being suspended"
	       : done ? "is not suspended"
		      : "goes on");
	return 0;
}

static int
find_task(const struct home *home, const struct ids *ids, const char *task,
	  struct err *e)
{
	if (ids->count != 1)
		return err_set(e, ERR_INPUT, "--task %s goes with one job",
			       task);
	return cli_task(home, ids->list[0], task, e);
}

/* Every job is tried; the first failure gives the exit status. */
static int
apply(struct cli *c, bool on)
{
	struct home home = HOME_INIT;
	autoids struct ids ids = IDS_INIT;
	const char *task = NULL;
	struct err e;
	int status = CLI_OK;

	while (cli_next(c))
		task = c->value;
	if (c->word_count == 0)
		return cli_usage(c, "give a job");
	if (task && c->word_count != 1)
		return cli_usage(c, "--task goes with one job");
	if (cli_home(c, &home, HOME_CHANGE, &e) < 0 ||
	    cli_jobs(&home, c->words, c->word_count, &ids, &e) < 0 ||
	    (task && find_task(&home, &ids, task, &e) < 0)) {
		status = cli_fail(&e);
		home_close(&home);
		return status;
	}
	for (size_t i = 0; i < ids.count; i++)
		if (change(&home, ids.list[i], task, on, &e) < 0) {
			int failed;

			remedy_ended(&home, ids.list[i], &e);
			failed = cli_fail(&e);

			status = status == CLI_OK ? failed : status;
		}
	/* a controller that died is replaced, and sees it then */
	cli_wake(&home);
	home_close(&home);
	return status;
}

static int
run_suspend(struct cli *c)
{
	return apply(c, true);
}

static int
run_continue(struct cli *c)
{
	return apply(c, false);
}

const struct command cmd_suspend = {
	.name = "suspend",
	.operands = "JOB...",
	.summary = "stop the processes of jobs, their time limits too",
	.options = suspend_options,
	.option_count = sizeof(suspend_options) / sizeof(suspend_options[0]),
	.run = run_suspend,
};

const struct command cmd_continue = {
	.name = "continue",
	.operands = "JOB...",
	.summary = "let suspended jobs go on",
	.options = continue_options,
	.option_count = sizeof(continue_options) / sizeof(continue_options[0]),
	.run = run_continue,
};
