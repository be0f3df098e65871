/* SPDX-License-Identifier: Apache-2.0 */
/* mj suspend, mj continue: stop the processes of jobs, and let them go on. */
#include "cli/cmd.h"
#include "cli/remedy.h"
#include "cli/result.h"
#include "engine/suspend.h"

enum { OPT_TASK = CLI_LONG, OPT_JSON };

static const struct cli_option suspend_options[] = {
	{OPT_TASK, "task", "TASK", "only this task of the job"},
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

static const struct cli_option continue_options[] = {
	{OPT_TASK, "task", "TASK", "only this task of the job"},
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

struct suspending {
	struct home home;
	const char *task; /* NULL: all of the job */
	bool on, json;
};

static int
change(struct suspending *s, uint32_t job, struct err *e)
{
	int done = s->on ? suspend_job(&s->home, job, s->task, e)
			 : suspend_continue(&s->home, job, s->task, e);

	if (done < 0)
		return -1;
	if (s->on)
		result_say(s->json, job, s->task, "suspending",
			   "is being suspended");
	else if (done)
		result_say(s->json, job, s->task, "not_suspended",
			   "is not suspended");
	else
		result_say(s->json, job, s->task, "continued", "goes on");
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
change_each(struct suspending *s, const struct ids *ids)
{
	int status = CLI_OK;
	struct err e;

	for (size_t i = 0; i < ids->count; i++)
		if (change(s, ids->list[i], &e) < 0) {
			int failed;

			remedy_ended(&s->home, ids->list[i], &e);
			failed = cli_fail(&e);
			status = status == CLI_OK ? failed : status;
		}
	/* a controller that died is replaced, and sees it then */
	cli_wake(&s->home);
	return status;
}

static int
apply(struct cli *c, bool on)
{
	struct suspending s = {.home = HOME_INIT, .on = on};
	autoids struct ids ids = IDS_INIT;
	struct err e;
	int id, status;

	while ((id = cli_next(c)))
		if (id == OPT_JSON)
			s.json = true;
		else
			s.task = c->value;
	if (c->word_count == 0)
		return cli_usage(c, "give a job");
	if (s.task && c->word_count != 1)
		return cli_usage(c, "--task goes with one job");
	if (cli_home(c, &s.home, HOME_CHANGE, &e) < 0 ||
	    cli_jobs(&s.home, c->words, c->word_count, &ids, &e) < 0 ||
	    (s.task && find_task(&s.home, &ids, s.task, &e) < 0))
		status = cli_fail(&e);
	else
		status = change_each(&s, &ids);
	home_close(&s.home);
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
