/* SPDX-License-Identifier: Apache-2.0 */
/* mj gc: remove jobs that ended long ago, with their logs. */
#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "cli/cmd.h"
#include "cli/json.h"
#include "cli/moment.h"
#include "engine/doctor.h"
#include "engine/gc.h"

enum {
	OPT_KEEP = CLI_LONG,
	OPT_KEEP_BYTES,
	OPT_BAD,
	OPT_DRY_RUN,
	OPT_UTC,
	OPT_JSON,
};

static const struct cli_option options[] = {
	{OPT_KEEP, "keep", "D", "remove what ended longer ago, as 30d or 12h"},
	{OPT_KEEP_BYTES, "keep-bytes", "SIZE",
	 "remove the oldest until all jobs take no more"},
	{OPT_BAD, "bad", NULL, "remove what was set aside in bad/, too"},
	{OPT_DRY_RUN, "dry-run", NULL, "say what would be removed, and do nothing"},
	{OPT_UTC, "utc", NULL, "times in UTC, not in the local zone"},
	{OPT_JSON, "json", NULL, "as one JSON object"},
};

struct collection {
	struct gc gc;
	struct json *list; /* NULL: as text */
};

static void
tell(void *arg, const struct gc_job *job)
{
	struct collection *c = arg;
	char bytes[32], at[TEXT_TIME_SIZE];
	struct json *o;

	if (!c->list) {
		printf("job %" PRIu32 "%s%s, %s %s, %s\n", job->job,
		       *job->name ? " " : "", job->name,
		       *job->name ? "ended" : "set aside",
		       text_time_local(job->ended_ms, at),
		       text_bytes(job->bytes, bytes, sizeof(bytes)));
		return;
	}
	o = json_make_object();
	json_put_int(o, "id", job->job);
	json_put_text(o, "name", job->name);
	json_put_text(o, "status", *job->name ? status_name(job->status) : "");
	json_put_time(o, "ended_at", job->ended_ms);
	json_put_int(o, "bytes", (int64_t)job->bytes);
	json_append(c->list, o);
}

static int
read_options(struct collection *c, struct cli *cli)
{
	uint64_t n;
	int id;

	while ((id = cli_next(cli)))
		switch (id) {
		case OPT_KEEP:
			if (text_duration(cli->value, &c->gc.keep_ms) < 0)
				return cli_usage(cli,
						 "--keep %s: give a duration "
						 "such as 30d or 12h",
						 cli->value);
			break;
		case OPT_KEEP_BYTES:
			if (text_size(cli->value, &n) < 0)
				return cli_usage(cli,
						 "--keep-bytes %s: give a size "
						 "such as 500M or 10G",
						 cli->value);
			c->gc.keep_bytes = (int64_t)n;
			break;
		case OPT_BAD:
			c->gc.bad = true;
			break;
		case OPT_DRY_RUN:
			c->gc.dry_run = true;
			break;
		case OPT_UTC:
			moment_use_utc();
			break;
		case OPT_JSON:
			c->list = json_make_array();
			break;
		}
	return CLI_OK;
}

static void
sum_up(struct collection *c)
{
	const struct gc *g = &c->gc;
	struct json *o;
	char bytes[32];

	if (!c->list) {
		printf("%" PRIu64 " job%s %s, %s\n", g->jobs,
		       g->jobs == 1 ? "" : "s",
		       g->dry_run ? "would be removed" : "removed",
		       text_bytes(g->bytes, bytes, sizeof(bytes)));
		return;
	}
	o = json_make_object();
	json_put_true(o, "dry_run", g->dry_run);
	json_put_int(o, "count", (int64_t)g->jobs);
	json_put_int(o, "bytes", (int64_t)g->bytes);
	json_put(o, "jobs", c->list);
	json_print(o);
}

static int
collect(struct collection *c, struct cli *cli)
{
	struct gc *g = &c->gc;
	struct err e;
	int done;

	if (g->keep_ms < 0 && g->keep_bytes < 0) {
		if (g->home->config_error.code)
			return CLI_USAGE; /* that was said */
		g->keep_ms = g->home->config.keep_ms;
		g->keep_bytes = g->home->config.keep_bytes;
	}
	if (g->keep_ms < 0 && g->keep_bytes < 0)
		return cli_usage(cli, "give --keep or --keep-bytes, or set "
				      "keep in config.ini");
	if (!g->dry_run)
		gc_clear(g->home);
	done = gc_run(g, &e);
	if (!g->dry_run && doctor_clear_left(g->home))
		g->in_vain = true;
	if (g->in_vain)
		cli_wake(g->home);
	sum_up(c);
	return done < 0 ? cli_fail(&e) : CLI_OK;
}

static int
run(struct cli *cli)
{
	struct home home = HOME_INIT;
	struct collection c = {
		.gc = {.home = &home, .keep_ms = -1, .keep_bytes = -1,
		       .tell = tell, .arg = &c},
	};
	struct err e;
	int status = read_options(&c, cli);

	if (status != CLI_OK)
		return status;
	if (cli_home(cli, &home, c.gc.dry_run ? HOME_READ : HOME_CHANGE, &e) < 0)
		status = cli_fail(&e);
	else
		status = collect(&c, cli);
	home_close(&home);
	return status;
}

const struct command cmd_gc = {
	.name = "gc",
	.operands = "",
	.summary = "remove jobs that ended long ago, with their logs",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
