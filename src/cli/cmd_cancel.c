/* SPDX-License-Identifier: Apache-2.0 */
/* mj cancel: end jobs, completely. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cmd.h"
#include "cli/follow.h"
#include "cli/result.h"
#include "cli/select.h"
#include "engine/cancel.h"
#include "engine/submit.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/view.h"

enum {
	OPT_TASK = CLI_LONG,
	OPT_NOW,
	OPT_GRACE,
	OPT_WAIT,
	OPT_JSON,
};

static const struct cli_option options[] = {
	{'n', "name", "GLOB", "all active jobs whose name matches"},
	{'a', "all", NULL, "all active jobs, submissions under way included"},
	{OPT_TASK, "task", "TASK", "only this task of the job"},
	{OPT_NOW, "now", NULL, "KILL at once, without a grace"},
	{OPT_GRACE, "grace", "D", "how long after TERM the KILL comes"},
	{OPT_WAIT, "wait", NULL, "wait until no process of them is left"},
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

#define LINES_MAX 20 /* ended jobs that get a line each; of more, one for all */
#define ROUNDS_MAX 5 /* of looking for jobs that came while others were cancelled */

/* What the command line asked for. */
struct cancel {
	struct cancel_teller teller; /* first: it is told what became of each */
	struct home home;
	struct ids ids;
	struct ids ended; /* that waited */
	struct ids asked; /* that run */
	size_t from;	  /* ids before it are dealt with */
	int status;
	struct cancel_note note;
	const char *glob, *task;
	const char *of_task; /* what becomes of it */
	bool all, wait, json;
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
		case OPT_JSON:
			k->json = true;
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
		return err_set(e, ERR_INPUT,
			       "--task %s: give the one job that has it: mj "
			       "cancel JOB --task %s",
			       k->task, k->task);
	if ((k->all || k->glob) && c->word_count > 0)
		return err_set(e, ERR_INPUT,
			       "%s means jobs by itself: leave %s out, or %s",
			       k->all ? "-a" : "-n GLOB", c->words[0],
			       k->all ? "-a" : "-n GLOB");
	return 0;
}

/* The jobs meant, in order; `-a` first shuts the door behind the ones being submitted. */
static int
select_jobs(struct cancel *k, struct cli *c, struct err *e)
{
	uint32_t upto;

	if (k->all && seq_cancel_all(&k->home, &upto, e) < 0)
		return -1;
	if (k->all || k->glob) {
		if (select_active(&k->home, k->glob, &k->ids, e) < 0)
			return -1;
		if (k->glob && k->ids.count == 0)
			return err_set(e, ERR_MISSING,
				       "no active job is called %s; mj queue lists "
				       "them", k->glob);
		return 0;
	}
	if (cli_jobs(&k->home, c->words, c->word_count, &k->ids, e) == 0)
		return 0;
	if (e->code == ERR_MISSING && c->word_count == 1 &&
	    !strcmp(c->words[0], "all"))
		err_set(e, ERR_MISSING,
			"no job is called all; mj cancel -a ends all active "
			"ones");
	return -1;
}

/* The task there is, and what is said of it; that of a job that waits is noted. */
static int
check_task(struct cancel *k, struct err *e)
{
	autoview struct view v = VIEW_INIT;
	const struct task_view *t;
	uint32_t job;

	if (!k->task)
		return 0;
	if (k->ids.count != 1)
		return err_set(e, ERR_INPUT, "--task %s goes with one job",
			       k->task);
	job = k->ids.list[0];
	if (cli_task(&k->home, job, k->task, e) < 0 ||
	    view_read(&k->home, job, true, &v, e) < 0)
		return -1;
	t = view_task(&v, k->task);
	if (t && status_final(t->status))
		k->of_task = "has ended already";
	else if (v.place == QUEUE_WAITING || v.place == QUEUE_HELD)
		k->of_task = "will be cancelled when the job begins";
	else
		k->of_task = "is being cancelled";
	return 0;
}

/* Ended by somebody meanwhile: a pass that saw the mark of -a does the same as we. */
static bool
ended_cancelled(const struct cancel *k, uint32_t job)
{
	autorecord struct record r = RECORD_INIT;

	return (k->all || k->glob) &&
	       jobs_record(&k->home, job, &r, NULL) == 0 && r.final &&
	       r.status == STATUS_CANCELLED;
}

static void
told(struct cancel_teller *teller, uint32_t job, int result,
     const struct err *e)
{
	struct cancel *k = (struct cancel *)teller;

	if (result < 0)
		k->status = cli_fail(e);
	else if (result == CANCEL_ENDED || (result == CANCEL_WAS_FINAL &&
					    ended_cancelled(k, job)))
		ids_add(&k->ended, job);
	else if (result == CANCEL_ASKED)
		ids_add(&k->asked, job);
	else if (!k->all && !k->glob)
		result_say(k->json, job, NULL, "ended_before",
			   "has ended already");
}

/* A line a job, or one for very many. */
static void
print_told(const struct cancel *k, const struct ids *ids, const char *each,
	   const char *all)
{
	if (ids->count > LINES_MAX && !k->json) {
		printf("%zu jobs %s\n", ids->count, all);
		return;
	}
	for (size_t i = 0; i < ids->count; i++)
		result_say(k->json, ids->list[i], k->task,
			   ids == &k->ended ? "cancelled" : "cancelling", each);
}

static int
by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Add the active jobs that were not there before: some begin while others are cancelled. */
static int
select_new(struct cancel *k, struct err *e)
{
	autoids struct ids now = IDS_INIT;
	size_t before = k->ids.count;

	if (select_active(&k->home, k->glob, &now, e) < 0)
		return -1;
	for (size_t i = 0; i < now.count; i++)
		if (!before || !bsearch(&now.list[i], k->ids.list, before,
					sizeof(*now.list), by_number))
			ids_add(&k->ids, now.list[i]);
	k->from = before;
	if (k->ids.count > before && before)
		qsort(k->ids.list + before, k->ids.count - before,
		      sizeof(*k->ids.list), by_number);
	return 0;
}

static void
cancel_from(struct cancel *k)
{
	struct err e;

	if (k->task) {
		int r = cancel_job(&k->home, k->ids.list[0], k->task, &k->note,
				   &e);

		told(&k->teller, k->ids.list[0], r, &e);
		return;
	}
	cancel_many(&k->home, k->ids.list + k->from, k->ids.count - k->from,
		    &k->note, &k->teller);
}

static int
cancel_each(struct cancel *k)
{
	struct err e;

	cancel_from(k);
	for (int round = 0; k->glob && round < ROUNDS_MAX; round++) {
		if (select_new(k, &e) < 0)
			return cli_fail(&e);
		if (k->from == k->ids.count)
			break;
		cancel_from(k);
		/* what is new has higher numbers, but for one that was between two places */
		qsort(k->ids.list, k->ids.count, sizeof(*k->ids.list),
		      by_number);
	}
	print_told(k, &k->ended, "is cancelled", "that waited are cancelled");
	/* an object tells what became of it */
	if (k->wait && k->json)
		return k->status;
	print_told(k, &k->asked, k->task ? k->of_task : "is being cancelled",
		   "are being cancelled");
	cli_flush(); /* a wait may be long */
	return k->status;
}

/* What was to end has ended, by the cancel or before it came. */
static void
tell_end(const struct cancel *k, uint32_t job, enum status status)
{
	char words[64];

	if (status == STATUS_CANCELLED)
		snprintf(words, sizeof(words), "is cancelled");
	else
		snprintf(words, sizeof(words), "ended before that: %s",
			 status_name(status));
	result_say(k->json, job, k->task,
		   status == STATUS_CANCELLED ? "cancelled" : "ended_before",
		   words);
}

static int
wait_each(struct cancel *k)
{
	bool many = k->asked.count > LINES_MAX && !k->json;
	struct err e;

	for (size_t i = 0; i < k->asked.count; i++) {
		uint32_t job = k->asked.list[i];
		int status = select_end(&k->home, job, k->task, &e);

		if (status < 0)
			return cli_fail(&e);
		if (!many)
			tell_end(k, job, (enum status)status);
	}
	if (many)
		printf("%zu jobs have ended\n", k->asked.count);
	return CLI_OK;
}

static int
cancel(struct cancel *k, struct cli *c)
{
	char user[SYS_USER_SIZE];
	struct err e = {0};
	int status;

	if (read_options(k, c, &e) < 0)
		return cli_fail(&e);
	if (!k->all && !k->glob && c->word_count == 0)
		return cli_usage(c, "give a job, -n GLOB or -a");
	snprintf(k->note.by, sizeof(k->note.by), "cancelled by %s",
		 sys_user(user, sizeof(user)));
	if (cli_home(c, &k->home, k->all ? HOME_MAKE : HOME_CHANGE, &e) < 0 ||
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
		.teller = {told},
		.home = HOME_INIT,
		.ids = IDS_INIT,
		.note = {.asked = true, .grace_ms = -1},
	};
	int status = cancel(&k, c);

	ids_release(&k.ids);
	ids_release(&k.ended);
	ids_release(&k.asked);
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
