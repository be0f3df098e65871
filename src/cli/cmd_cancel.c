/* SPDX-License-Identifier: Apache-2.0 */
/* mj cancel: end jobs, completely. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cmd.h"
#include "cli/follow.h"
#include "cli/select.h"
#include "engine/cancel.h"
#include "engine/submit.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"

enum {
	OPT_TASK = CLI_LONG,
	OPT_NOW,
	OPT_GRACE,
	OPT_WAIT,
};

static const struct cli_option options[] = {
	{'n', "name", "GLOB", "all active jobs whose name matches"},
	{'a', "all", NULL, "all active jobs, submissions under way included"},
	{OPT_TASK, "task", "TASK", "only this task of the job"},
	{OPT_NOW, "now", NULL, "KILL at once, without a grace"},
	{OPT_GRACE, "grace", "D", "how long after TERM the KILL comes"},
	{OPT_WAIT, "wait", NULL, "wait until no process of them is left"},
};

/* What the command line asked for. */
struct cancel {
	struct home home;
	struct ids ids;
	struct cancel_note note;
	const char *glob, *task;
	bool all, wait;
};

static int
read_options(struct cancel *k, struct cli *c, struct err *e)
{
	int id;

	while ((id = cli_next(c)))
		switch (id) {
		case 'n':
			k->glob = c->value;
			break;
		case 'a':
			k->all = true;
			break;
		case OPT_TASK:
			k->task = c->value;
			break;
		case OPT_NOW:
			k->note.grace_ms = 0;
			break;
		case OPT_WAIT:
			k->wait = true;
			break;
		case OPT_GRACE:
			if (text_duration(c->value, &k->note.grace_ms) < 0)
				return err_set(e, ERR_INPUT,
					       "--grace %s: give a duration "
					       "such as 500ms, 10s or 2m",
					       c->value);
			break;
		}
	if (k->task && (k->all || k->glob || c->word_count != 1))
		return err_set(e, ERR_INPUT, "--task goes with one job");
	return 0;
}

/* The jobs meant, in order; `-a` first shuts the door behind the ones being submitted. */
static int
select_jobs(struct cancel *k, struct cli *c, struct err *e)
{
	uint32_t upto;

	if (k->all && seq_cancel_all(&k->home, &upto, e) < 0)
		return -1;
	if (k->all || k->glob)
		return select_active(&k->home, k->glob, &k->ids, e);
	return cli_jobs(&k->home, c->words, c->word_count, &k->ids, e);
}

static int
check_task(struct cancel *k, struct err *e)
{
	struct record r = RECORD_INIT;
	struct job spec = JOB_INIT;
	int done = -1;

	if (!k->task)
		return 0;
	if (jobs_record(&k->home, k->ids.list[0], &r, e) == 0 &&
	    jobs_spec(&k->home, k->ids.list[0], &r, &spec, e) == 0)
		done = job_find(&spec, k->task) >= 0
			       ? 0
			       : err_set(e, ERR_MISSING,
					 "job %" PRIu32 " has no task %s",
					 k->ids.list[0], k->task);
	record_release(&r);
	job_release(&spec);
	return done;
}

static int
cancel_each(struct cancel *k)
{
	int status = CLI_OK;

	for (size_t i = 0; i < k->ids.count; i++) {
		uint32_t job = k->ids.list[i];
		struct err e;
		int r = cancel_job(&k->home, job, k->task, &k->note, &e);

		if (r < 0)
			status = cli_fail(&e);
		else if (r == CANCEL_WAS_FINAL && !k->all && !k->glob)
			printf("job %" PRIu32 " has ended already\n", job);
		else if (r == CANCEL_ENDED)
			printf("job %" PRIu32 " is cancelled\n", job);
		else if (r == CANCEL_ASKED)
			printf("job %" PRIu32 " is being cancelled\n", job);
	}
	return status;
}

static int
wait_each(struct cancel *k)
{
	struct err e;

	for (size_t i = 0; i < k->ids.count; i++)
		if (select_wait(&k->home, k->ids.list[i], false, &e) < 0)
			return cli_fail(&e);
	return CLI_OK;
}

static int
cancel(struct cancel *k, struct cli *c)
{
	const char *user = getenv("USER");
	struct err e = {0};
	int status;

	if (read_options(k, c, &e) < 0)
		return cli_fail(&e);
	if (!k->all && !k->glob && c->word_count == 0)
		return cli_usage(c, "give a job, -n GLOB or -a");
	snprintf(k->note.by, sizeof(k->note.by), "cancelled by %s",
		 user && *user ? user : "its user");
	if (cli_home(c, &k->home, HOME_CHANGE, &e) < 0 ||
	    select_jobs(k, c, &e) < 0 || check_task(k, &e) < 0)
		return cli_fail(&e);
	status = cancel_each(k);
	/* one pass for all of them: places are free, and controllers may be dead */
	cli_wake(&k->home);
	if (status == CLI_OK && k->wait)
		status = wait_each(k);
	return status;
}

static int
run(struct cli *c)
{
	struct cancel k = {
		.home = HOME_INIT,
		.ids = IDS_INIT,
		.note = {.asked = true, .grace_ms = -1},
	};
	int status = cancel(&k, c);

	ids_release(&k.ids);
	home_close(&k.home);
	return status;
}

const struct command cmd_cancel = {
	.name = "cancel",
	.operands = "[JOB...]",
	.summary = "end jobs: TERM, a grace, KILL, until no process is left",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
