/* SPDX-License-Identifier: Apache-2.0 */
/* mj queue: the jobs, one row each. */
#include <stdio.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/cmd_queue.h"
#include "cli/moment.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/queue.h"
#include "store/view.h"

#define INTERVAL_MIN_MS 100

enum {
	JSON_OPTION = CLI_LONG,
	SINCE_OPTION,
	SORT_OPTION,
	INTERVAL_OPTION,
	COLOR_OPTION,
	UTC_OPTION,
};

static const struct cli_option options[] = {
	{'a', "all", NULL, "also jobs that have ended"},
	{'s', "status", "LIST", "only these, such as RUNNING,FAILED*"},
	{'n', "name", "GLOB", "only jobs called so"},
	{SINCE_OPTION, "since", "TIME", "not those that ended before: 12h ago, or a time"},
	{SORT_OPTION, "sort", "COLUMNS", "by these columns, as -run,name; - is downwards"},
	{'l', "limit", "N", "only the first N, the newest without --sort"},
	{'v', "verbose", NULL, "a row for each task as well"},
	{'w', "watch", NULL, "show it again and again, until ^C"},
	{INTERVAL_OPTION, "interval", "D", "with --watch: how often, each second without"},
	{COLOR_OPTION, "color", "auto|always|never", "colours; auto is on a terminal"},
	{UTC_OPTION, "utc", NULL, "times in UTC, not in the local zone"},
	{JSON_OPTION, "json", NULL, "one JSON object a line"},
};

static int
read_interval(struct cli *c, struct queue *q)
{
	if (text_duration(c->value, &q->interval_ms) == 0 &&
	    q->interval_ms >= INTERVAL_MIN_MS)
		return 0;
	return cli_usage(c, "--interval %s: give 0.1s or more", c->value);
}

static int
read_option(struct cli *c, struct queue *q, int id, struct err *e)
{
	switch (id) {
	case 'a':
		q->query.all = true;
		return 0;
	case 's':
		return roster_parse_statuses(&q->query, c->value, e);
	case 'n':
		q->query.glob = c->value;
		return 0;
	case SINCE_OPTION:
		q->query.all = true;
		return moment_since("--since", c->value, sys_wall_ms(),
				    &q->query.since_ms, e);
	case SORT_OPTION:
		return roster_parse_sort(&q->query, c->value, e);
	case 'l':
		return cli_limit(c, &q->query.limit);
	case 'v':
		q->query.tasks = true;
		return 0;
	case 'w':
		q->watch = true;
		return 0;
	case INTERVAL_OPTION:
		return read_interval(c, q);
	case COLOR_OPTION:
		if (screen_parse_colour(c->value, &q->colour) == 0)
			return 0;
		return cli_usage(c, "--color %s: give auto, always or never",
				 c->value);
	case UTC_OPTION:
		q->utc = true;
		return 0;
	case JSON_OPTION:
		q->json = true;
		return 0;
	default:
		return 0;
	}
}

static int
read_options(struct cli *c, struct queue *q)
{
	struct err e = {0};
	int id, status = 0;

	for (size_t i = 0; i < c->given_count; i++)
		if (c->given[i].id == UTC_OPTION)
			moment_use_utc(); /* --since may come before it */
	while (!status && (id = cli_next(c)))
		status = read_option(c, q, id, &e);
	if (status < 0)
		return cli_usage(c, "%s", e.text);
	if (!status && q->watch && q->json)
		return cli_usage(c, "--watch and --json do not go together");
	return status;
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

static void
print_frame(const struct queue *q)
{
	autobuf struct buf out = BUF_INIT;

	queue_frame(q, 0, &out);
	fwrite(out.data, 1, out.len, stdout);
}

static int
show(struct queue *q)
{
	struct err e;

	if (q->watch)
		return queue_watch(q);
	if (roster_read(&q->home, &q->query, &q->roster, &e) < 0)
		return cli_fail(&e);
	if (q->json)
		queue_json(q);
	else
		print_frame(q);
	tell_of_bad(&q->home);
	return CLI_OK;
}

static int
run_queue(struct cli *c)
{
	struct queue q = {
		.home = HOME_INIT,
		.query = {.limit = UINT32_MAX},
		.roster = ROSTER_INIT,
		.interval_ms = 1000,
	};
	struct err e;
	int status = read_options(c, &q);

	if (status)
		return status;
	screen_open(&q.screen, 1, q.colour);
	if (cli_home_or_none(c, &q.home, &e) == 0)
		status = show(&q);
	else
		status = cli_fail(&e);
	roster_release(&q.roster);
	home_close(&q.home);
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
