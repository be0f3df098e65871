/* SPDX-License-Identifier: Apache-2.0 */
/* mj wait: until jobs have ended. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/json.h"
#include "cli/outcome.h"
#include "os/sys.h"
#include "store/view.h"

#define PAUSE_FIRST_MS 2
#define PAUSE_MAX_MS 100

enum { TIMEOUT = CLI_LONG, EXIT_CODE, ANY, JSON };

static const struct cli_option options[] = {
	{TIMEOUT, "timeout", "D", "at most that long, then exit with 101"},
	{EXIT_CODE, "exit-code", NULL, "exit as the job's program did"},
	{ANY, "any", NULL, "until one has ended; its number is printed"},
	{JSON, "json", NULL, "print what became of each, one object a line"},
};

struct waiting {
	const struct home *home;
	struct view *views; /* one a job, in the order of the arguments */
	size_t count;
	int64_t deadline; /* CLOCK_BOOTTIME, ms; -1 none */
	bool exit_code, any, json;
};

/* Look at job i unless it has ended.  Return whether it has, or -1 with *e. */
static int
look(struct waiting *w, size_t i, struct err *e)
{
	struct view *v = &w->views[i];

	if (!v->final && view_refresh(w->home, v, e) < 0)
		return -1;
	return v->final;
}

/*
 * Look at the jobs from *first on, up to one that has not ended (with any: at
 * all of them).  Return whether the wait is over.
 */
static int
look_at_all(struct waiting *w, size_t *first, struct err *e)
{
	for (size_t i = *first; i < w->count; i++) {
		int ended = look(w, i, e);

		if (ended < 0)
			return -1;
		if (ended && w->any) {
			*first = i;
			return 1;
		}
		if (!ended && !w->any) {
			*first = i;
			return 0;
		}
	}
	return !w->any;
}

/* Return 1 when the wait is over, 0 when the time is, or -1 with *e. */
static int
wait_for_all(struct waiting *w, size_t *first, struct err *e)
{
	int64_t pause = PAUSE_FIRST_MS;

	for (;;) {
		int over = look_at_all(w, first, e);
		int64_t left = w->deadline - sys_boot_ms();

		if (over)
			return over;
		if (w->deadline >= 0 && left <= 0)
			return 0;
		if (w->deadline >= 0 && pause > left)
			pause = left;
		sys_sleep_ms(pause);
		pause = pause * 2 > PAUSE_MAX_MS ? PAUSE_MAX_MS : pause * 2;
	}
}

/* As a shell gives the end of a program. */
static int
program_status(const struct view *v)
{
	const struct task_view *t = view_culprit(v);
	int status = cli_status(v->status);

	if (status == CLI_OK || status == CLI_UNFINISHED || !t || !t->run)
		return status;
	if (t->run->signal > 0)
		return 128 + t->run->signal;
	return t->run->exit_code > 0 ? t->run->exit_code : status;
}

static int
status_of(const struct waiting *w, size_t i)
{
	const struct view *v = &w->views[i];

	if (!v->final)
		return CLI_UNFINISHED;
	return w->exit_code ? program_status(v) : cli_status(v->status);
}

static void
print_object(const struct waiting *w, size_t i)
{
	const struct view *v = &w->views[i];
	const struct task_view *t = view_culprit(v);
	struct json *o = json_make_object();

	json_put_int(o, "id", v->id);
	json_put_text(o, "name", v->record.name);
	json_put_text(o, "status", status_name(v->status));
	json_put_text(o, "reason", v->final ? v->record.reason : "");
	json_put_int(o, "exit_code", v->final && t && t->run ? t->run->exit_code
				     : v->final && v->status == STATUS_SUCCEEDED
					     ? 0
					     : -1);
	json_put_time(o, "ended_at", v->final ? v->record.ended_ms : 0);
	json_print(o);
}

/*
 * That of the first job, in the order of the arguments, that did not succeed.
 */
static int
wait_jobs(struct waiting *w, struct err *e)
{
	size_t first = 0;
	int over = wait_for_all(w, &first, e);
	int status = CLI_OK;

	if (over < 0)
		return -1;
	if (w->any && over) {
		if (w->json)
			print_object(w, first);
		else
			printf("%" PRIu32 "\n", w->views[first].id);
		outcome_say(w->home, w->views[first].id, NULL);
		return status_of(w, first);
	}
	for (size_t i = 0; i < w->count; i++) {
		int own;

		if (look(w, i, e) < 0)
			return -1;
		own = status_of(w, i);
		if (w->json)
			print_object(w, i);
		if (own)
			outcome_say(w->home, w->views[i].id, NULL);
		if (!status)
			status = own;
	}
	return status;
}

static int
open_views(struct waiting *w, const struct ids *ids, struct err *e)
{
	w->count = ids->count;
	w->views = mem_new(ids->count, sizeof(*w->views));
	for (size_t i = 0; i < ids->count; i++)
		w->views[i] = (struct view)VIEW_INIT;
	for (size_t i = 0; i < ids->count; i++)
		if (view_read(w->home, ids->list[i], w->exit_code, &w->views[i],
			      e) < 0)
			return -1;
	return 0;
}

static int
read_options(struct cli *c, struct waiting *w)
{
	int64_t ms;
	int id;

	while ((id = cli_next(c)))
		switch (id) {
		case TIMEOUT:
			if (text_duration(c->value, &ms) < 0)
				return cli_usage(c,
						 "--timeout %s is no duration "
						 "such as 90, 1.5s or 2h",
						 c->value);
			w->deadline = sys_boot_ms() + ms;
			break;
		case EXIT_CODE:
			w->exit_code = true;
			break;
		case ANY:
			w->any = true;
			break;
		case JSON:
			w->json = true;
			break;
		}
	if (c->word_count == 0)
		return cli_usage(c, "give a job to wait for");
	return 0;
}

static int
run_wait(struct cli *c)
{
	struct home home = HOME_INIT;
	struct waiting w = {.home = &home, .deadline = -1};
	autoids struct ids ids = IDS_INIT;
	struct err e;
	int status = read_options(c, &w);

	if (status)
		return status;
	if (cli_home(c, &home, HOME_READ, &e) < 0 ||
	    cli_jobs(&home, c->words, c->word_count, &ids, &e) < 0 ||
	    open_views(&w, &ids, &e) < 0 || (status = wait_jobs(&w, &e)) < 0)
		status = cli_fail(&e);
	for (size_t i = 0; i < w.count; i++)
		view_release(&w.views[i]);
	free(w.views);
	home_close(&home);
	return status;
}

const struct command cmd_wait = {
	.name = "wait",
	.operands = "JOB…",
	.summary = "wait until jobs have ended; exit as they did",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_wait,
};
