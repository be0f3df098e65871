/* SPDX-License-Identifier: Apache-2.0 */
/* mj logs: what the tasks of a job print. */
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/follow.h"
#include "store/view.h"

enum { NO_FOLLOW = CLI_LONG, TAIL, CONTROLLER, ATTEMPT, STDOUT, STDERR, LAUNCH, TASK };

static const struct cli_option options[] = {
	{'n', "name", "GLOB", "of the newest job whose name matches"},
	{'f', "follow", NULL, "to the job's end (so it does for a live one)"},
	{TASK, "task", "TASK", "of this one alone, as behind JOB"},
	{NO_FOLLOW, "no-follow", NULL, "only what there is now"},
	{TAIL, "tail", "N", "begin with the last N lines"},
	{CONTROLLER, "controller", NULL, "the log of the job's controller"},
	{ATTEMPT, "attempt", "N", "that attempt, not the last"},
	{STDOUT, "stdout", NULL, "without errors that have a log of their own"},
	{STDERR, "stderr", NULL, "only those errors (log = split)"},
	{LAUNCH, "launch", NULL, "what the programs of its pool printed"},
};

struct wish {
	struct follow follow;
	const char *name; /* NULL: a word says which job */
};

static int
read_options(struct cli *c, struct wish *w)
{
	uint64_t n = 0;
	int id;

	while ((id = cli_next(c))) {
		if ((id == TAIL || id == ATTEMPT) &&
		    text_u64(c->value, UINT32_MAX, &n) < 0)
			return cli_usage(c, "--%s %s: give a number",
					 id == TAIL ? "tail" : "attempt",
					 c->value);
		switch (id) {
		case 'n':
			w->name = c->value;
			break;
		case 'f':
			w->follow.once = false;
			break;
		case TASK:
			w->follow.task = c->value;
			break;
		case NO_FOLLOW:
			w->follow.once = true;
			break;
		case TAIL:
			w->follow.tail = (int64_t)n;
			break;
		case CONTROLLER:
			w->follow.controller = true;
			break;
		case LAUNCH:
			w->follow.launch = true;
			break;
		case STDOUT:
			w->follow.only_output = true;
			break;
		case STDERR:
			w->follow.only_errors = true;
			break;
		case ATTEMPT:
			if (n == 0)
				return cli_usage(c, "attempts count from 1");
			w->follow.attempt = (unsigned)n;
			break;
		}
	}
	return 0;
}

static int
logs(const struct home *home, const char *word, struct wish *w, struct err *e)
{
	uint32_t job;

	if ((w->name ? cli_job_called(home, w->name, &job, e)
		     : cli_job(home, word, &job, e)) < 0)
		return -1;
	return follow_job(home, job, &w->follow, e);
}

static int
run_logs(struct cli *c)
{
	struct home home = HOME_INIT;
	struct wish w = {.follow = FOLLOW_INIT};
	size_t task; /* where it stands among the words */
	struct err e;
	int status = read_options(c, &w);

	if (status)
		return status;
	task = w.name ? 0 : 1;
	if (c->word_count < task || c->word_count > task + 1)
		return cli_usage(c, "give one job, and one task or none");
	if (c->word_count > task && w.follow.task)
		return cli_usage(c, "give the task once");
	if (c->word_count > task)
		w.follow.task = c->words[task];
	if (w.follow.only_output && w.follow.only_errors)
		w.follow.only_output = w.follow.only_errors = false;
	if (w.follow.only_errors && w.follow.controller)
		return cli_usage(c, "a controller has one log: leave --stderr");
	if (w.follow.launch && (w.follow.only_errors || w.follow.controller))
		return cli_usage(c, "a launch log is one: give --launch alone");
	if (w.follow.task && w.follow.controller)
		return cli_usage(c, "a controller has no tasks: give either");
	if (w.follow.attempt && w.follow.controller)
		return cli_usage(c, "a controller has no attempts: give either");
	if (cli_home(c, &home, HOME_READ, &e) < 0 ||
	    (status = logs(&home, c->words[0], &w, &e)) < 0)
		status = cli_fail(&e);
	home_close(&home);
	return status;
}

const struct command cmd_logs = {
	.name = "logs",
	.operands = "JOB [TASK]",
	.summary = "show the output of a job, and follow it while it lives",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_logs,
};
