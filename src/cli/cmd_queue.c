/* SPDX-License-Identifier: Apache-2.0 */
/* mj queue: the jobs, one row each. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/explain.h"
#include "cli/json.h"
#include "cli/table.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/pause.h"

#define JSON_OPTION CLI_LONG

static const struct cli_option options[] = {
	{'a', "all", NULL, "also jobs that have ended"},
	{'s', "status", "LIST", "only these, such as RUNNING,FAILED*"},
	{'n', "name", "GLOB", "only jobs called so"},
	{'l', "limit", "N", "only the newest N"},
	{'v', "verbose", NULL, "a row for each task as well"},
	{JSON_OPTION, "json", NULL, "one JSON object a line"},
};

static const struct column columns[] = {
	{"ID", true},	    {"TASK", true},  {"NAME", false},
	{"STATUS", false},  {"POOL", false}, {"SUBMITTED", false},
	{"TOTAL", true},    {"RUN", true},   {"#RECOVERIES", true},
	{"DETAILS", false},
};

struct query {
	bool all, verbose, json;
	bool statuses[STATUS_COUNT]; /* with by_status */
	bool by_status;
	const char *glob;
	uint64_t limit;
	const struct home *home;
	struct waits waits;
	struct table table;
	int64_t now;
	uint64_t shown;
};

/*
 * Mark the statuses a pattern in any case means.  Return whether there are any.
 */
static bool
mark_statuses(struct query *q, const char *pattern)
{
	bool any = false;

	for (int s = 0; s < STATUS_COUNT; s++) {
		const char *name = status_name((enum status)s);

		if (fnmatch(pattern, name, FNM_CASEFOLD))
			continue;
		any = q->statuses[s] = true;
		/* Nobody asks for what has ended to see none. */
		q->all |= status_final((enum status)s);
	}
	return any;
}

static int
parse_statuses(struct cli *c, struct query *q)
{
	autofree char *copy = mem_copy(c->value);
	char *rest = copy, *word;

	q->by_status = true;
	/* `-s "running, failed"` is meant as it looks */
	while ((word = strsep(&rest, ", ")))
		if (*word && !mark_statuses(q, word))
			return cli_usage(c,
					 "no such status: '%s'; there are "
					 "PENDING STARTING RUNNING RECOVERING "
					 "CANCELLING SUCCEEDED FAILED* "
					 "CANCELLED SKIPPED",
					 word);
	return 0;
}

static int
read_options(struct cli *c, struct query *q)
{
	int id, status = 0;

	while (!status && (id = cli_next(c)))
		switch (id) {
		case 'a':
			q->all = true;
			break;
		case 's':
			status = parse_statuses(c, q);
			break;
		case 'n':
			q->glob = c->value;
			break;
		case 'l':
			if (text_u64(c->value, UINT32_MAX, &q->limit) < 0)
				status = cli_usage(c, "--limit %s is no number",
						   c->value);
			break;
		case 'v':
			q->verbose = true;
			break;
		case JSON_OPTION:
			q->json = true;
			break;
		}
	return status;
}

static bool
wanted(const struct query *q, const struct view *v)
{
	if (v->final && !q->all)
		return false;
	if (q->by_status && !q->statuses[v->status])
		return false;
	return !q->glob || !fnmatch(q->glob, v->record.name, 0);
}

static void __attribute__((format(printf, 2, 3)))
cell_format(struct table *t, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	table_cell(t, text);
}

static void
cell_span(struct table *t, int64_t ms)
{
	char text[32];

	table_cell(t, ms < 0 ? "" : text_span(ms, text, sizeof(text)));
}

static int64_t
job_run_ms(const struct query *q, const struct view *v)
{
	int64_t end = v->record.final ? v->record.ended_ms : q->now;

	if (!v->started_ms)
		return -1;
	return end > v->started_ms ? end - v->started_ms : 0;
}

static void
job_row(struct query *q, const struct view *v)
{
	autobuf struct buf why = BUF_INIT;
	char when[TEXT_TIME_SIZE];
	int64_t end = v->record.final ? v->record.ended_ms : q->now;

	cell_format(&q->table, "%u", v->id);
	if (v->total > 1)
		cell_format(&q->table, "%zu/%zu", v->done, v->total);
	else
		table_cell(&q->table, "");
	table_cell(&q->table, v->record.name);
	table_cell(&q->table, status_name(v->status));
	table_cell(&q->table, v->record.pool);
	table_cell(&q->table, text_time_local(v->record.submitted_ms, when));
	cell_span(&q->table, end > v->record.submitted_ms
				     ? end - v->record.submitted_ms
				     : 0);
	cell_span(&q->table, job_run_ms(q, v));
	cell_format(&q->table, "%u", v->recoveries);
	explain_job(v, &q->waits, &why);
	table_cell(&q->table, buf_text(&why));
}

static void
task_row(struct query *q, const struct view *v, size_t i)
{
	const struct task_view *t = &v->tasks[i];
	autobuf struct buf why = BUF_INIT;

	table_cell(&q->table, "↳");
	cell_format(&q->table, "%zu", i);
	table_cell(&q->table, t->name);
	table_cell(&q->table, status_name(t->status));
	table_cell(&q->table, t->pool);
	table_cell(&q->table, "");
	table_cell(&q->table, "");
	cell_span(&q->table, t->run ? view_run_ms(t->run, q->now) : -1);
	cell_format(&q->table, "%u", t->record ? t->record->recoveries : 0);
	explain_task(v, t, &q->waits, &why);
	table_cell(&q->table, buf_text(&why));
}

static struct json *
task_json(struct query *q, const struct view *v, const struct task_view *t)
{
	autobuf struct buf why = BUF_INIT;
	struct json *o = json_make_object();

	explain_task(v, t, &q->waits, &why);
	json_put_text(o, "name", t->name);
	json_put_text(o, "status", status_name(t->status));
	json_put_text(o, "reason", buf_text(&why));
	json_put_text(o, "pool", t->pool);
	json_put_seconds(o, "run_seconds",
			 t->run ? view_run_ms(t->run, q->now) : -1);
	json_put_int(o, "recoveries", t->record ? t->record->recoveries : 0);
	return o;
}

/* With -v the tasks of the spec, which v has then. */
static void
put_tasks(struct query *q, const struct view *v, struct json *o)
{
	struct json *tasks;

	if (!q->verbose)
		return;
	tasks = json_make_array();
	for (size_t i = 0; i < v->task_count; i++)
		json_append(tasks, task_json(q, v, &v->tasks[i]));
	json_put(o, "tasks", tasks);
}

static void
job_json(struct query *q, const struct view *v)
{
	autobuf struct buf why = BUF_INIT;
	struct json *o = json_make_object();

	explain_job(v, &q->waits, &why);
	json_put_int(o, "id", v->id);
	json_put_text(o, "name", v->record.name);
	json_put_text(o, "status", status_name(v->status));
	json_put_text(o, "schedule_state",
		      schedule_name(waits_schedule(&q->waits, v->id)));
	json_put_text(o, "reason", buf_text(&why));
	json_put_text(o, "pool", v->record.pool);
	json_put_time(o, "submitted_at", v->record.submitted_ms);
	json_put_time(o, "started_at", v->started_ms);
	json_put_time(o, "ended_at", v->record.final ? v->record.ended_ms : 0);
	json_put_time(o, "suspended_at", v->suspended_ms);
	json_put_seconds(o, "run_seconds", job_run_ms(q, v));
	json_put_int(o, "tasks_done", (int64_t)v->done);
	json_put_int(o, "tasks_total", (int64_t)v->total);
	json_put_int(o, "recoveries", v->recoveries);
	put_tasks(q, v, o);
	json_print(o);
}

/* An active job that cannot be read is shown as well, and disturbs no other. */
static void
bad_row(struct query *q, uint32_t id, const char *why)
{
	struct json *o;

	q->shown++;
	if (q->json) {
		o = json_make_object();
		json_put_int(o, "id", id);
		json_put_text(o, "status", "BAD");
		json_put_text(o, "reason", why);
		json_print(o);
		return;
	}
	cell_format(&q->table, "%u", id);
	table_cell(&q->table, "");
	table_cell(&q->table, "");
	table_cell(&q->table, "BAD");
	for (int i = 0; i < 5; i++)
		table_cell(&q->table, "");
	table_cell(&q->table, why);
}

static void
show_job(struct query *q, uint32_t id)
{
	autoview struct view v = VIEW_INIT;
	struct err e;

	if (view_read(q->home, id, false, &v, &e) < 0) {
		if (e.code != ERR_MISSING && !q->by_status && !q->glob)
			bad_row(q, id, e.text);
		return;
	}
	if (!wanted(q, &v))
		return;
	q->shown++;
	if (!q->json)
		job_row(q, &v);
	if (q->verbose) {
		view_release(&v);
		if (view_read(q->home, id, true, &v, &e) < 0 && !v.task_count)
			return;
	}
	if (q->json)
		job_json(q, &v);
	for (size_t i = 0; i < v.task_count && q->verbose && !q->json; i++)
		task_row(q, &v, i);
}

/* The numbers to look at, ascending, each once. */
static int
gather(const struct query *q, struct ids *ids, struct err *e)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	const struct waits *w = &q->waits;
	uint32_t id;

	if (!q->all) {
		for (size_t i = 0; i < w->count; i++)
			if (i == 0 || w->list[i].job != w->list[i - 1].job)
				ids_add(ids, w->list[i].job);
		return 0;
	}
	if (jobs_list(q->home, &all, e) < 0)
		return -1;
	for (size_t i = 0; i < all.count; i++)
		if (!queue_parse_id(all.names[i], &id))
			ids_add(ids, id);
	return 0;
}

static void
tell_of_bad(const struct home *home)
{
	autonames struct file_names bad = FILE_NAMES_INIT;
	autobuf struct buf why = BUF_INIT;
	uint32_t id;

	file_list(home->fd, "bad", &bad, NULL);
	if (bad.count == 0 || queue_parse_id(bad.names[bad.count - 1], &id) < 0)
		return;
	view_aside(home, id, &why);
	if (bad.count == 1)
		cli_say("1 record is set aside in %s/bad: job %u: %s",
			home->path, id, buf_text(&why));
	else
		cli_say("%zu records are set aside in %s/bad; the last: job "
			"%u: %s",
			bad.count, home->path, id, buf_text(&why));
}

/* What is paused, and since when: a line each, before the rows. */
static void
tell_of_pauses(const struct query *q)
{
	char when[TEXT_TIME_SIZE];
	int64_t since = pause_since(q->home, NULL);

	if (q->json)
		return;
	if (since)
		printf("everything is paused since %s: mj resume\n",
		       text_time_local(since, when));
	for (size_t i = 0; i < q->waits.pools.count; i++) {
		const char *pool = q->waits.pools.names[i];

		since = pause_since(q->home, pool);
		if (since)
			printf("pool %s is paused since %s: mj resume %s\n",
			       pool, text_time_local(since, when), pool);
	}
}

static void
print_rows(struct query *q)
{
	autobuf struct buf out = BUF_INIT;

	if (q->json)
		return;
	if (q->shown == 0) {
		puts(q->all ? "no such jobs"
		     : q->glob || q->by_status
			     ? "no active jobs match; -a looks at those that "
			       "have ended, too"
			     : "no active jobs");
		return;
	}
	table_render(&q->table, sys_columns(1), &out);
	fwrite(out.data, 1, out.len, stdout);
}

static int
show_all(struct query *q, struct err *e)
{
	autoids struct ids ids = IDS_INIT;

	if (waits_read(q->home, &q->waits, e) < 0 || gather(q, &ids, e) < 0)
		return -1;
	for (size_t i = ids.count; i > 0 && q->shown < q->limit; i--)
		show_job(q, ids.list[i - 1]);
	tell_of_pauses(q);
	print_rows(q);
	tell_of_bad(q->home);
	return 0;
}

static int
run_queue(struct cli *c)
{
	struct home home = HOME_INIT;
	struct query q = {
		.home = &home,
		.limit = UINT32_MAX,
		.now = sys_wall_ms(),
		.table = {.columns = columns,
			  .column_count = sizeof(columns) / sizeof(columns[0])},
	};
	struct err e;
	int status = read_options(c, &q);

	if (status)
		return status;
	if (cli_home(c, &home, HOME_READ, &e) == 0) {
		if (show_all(&q, &e) < 0)
			status = cli_fail(&e);
	} else if (e.code == ERR_MISSING) {
		print_rows(&q); /* no home yet is one without jobs */
	} else {
		status = cli_fail(&e);
	}
	waits_release(&q.waits);
	table_release(&q.table);
	home_close(&home);
	return status;
}

const struct command cmd_queue = {
	.name = "queue",
	.operands = "",
	.summary = "list the active jobs, or all",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_queue,
};
