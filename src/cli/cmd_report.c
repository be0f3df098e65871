/* SPDX-License-Identifier: Apache-2.0 */
/* mj report: a page about a job, or about all. */
#include <stdio.h>

#include "base/text.h"
#include "cli/cmd.h"
#include "cli/deliver.h"
#include "cli/moment.h"
#include "cli/report.h"
#include "os/sys.h"

#define LIMIT 1000

enum { OPT_UTC = CLI_LONG };

static const struct cli_option options[] = {
	{'o', "output", "FILE", "replace FILE as a whole; else stdout"},
	{'l', "limit", "N", "of all jobs the newest N (1000)"},
	{OPT_UTC, "utc", NULL, "times in UTC"},
};

struct order {
	const char *path;
	uint64_t limit;
};

static int
read_options(struct cli *c, struct order *o)
{
	int id;

	while ((id = cli_next(c)))
		switch (id) {
		case 'o':
			o->path = c->value;
			break;
		case 'l':
			if (cli_limit(c, &o->limit) != CLI_OK)
				return CLI_USAGE;
			break;
		case OPT_UTC:
			moment_use_utc();
			break;
		}
	if (c->word_count > 1)
		return cli_usage(c, "give one job, or none for all of them");
	if (!o->path && sys_is_terminal(1))
		return cli_usage(c, "a page is nothing for a terminal: give "
				    "-o FILE.html");
	return CLI_OK;
}

static int
make(struct cli *c, const struct order *o, struct home *home, struct err *e)
{
	autobuf struct buf page = BUF_INIT;
	uint32_t job;
	int done;

	if (c->word_count == 0)
		done = report_all(home, o->limit, &page, e);
	else if (cli_job(home, c->words[0], &job, e) == 0)
		done = report_job(home, job, &page, e);
	else
		return -1;
	return done < 0 ? -1 : deliver(o->path, &page, e);
}

static int
run_report(struct cli *c)
{
	struct home home = HOME_INIT;
	struct order o = {.limit = LIMIT};
	struct err e;
	int status = read_options(c, &o);

	if (status != CLI_OK)
		return status;
	if ((c->word_count ? cli_home(c, &home, HOME_READ, &e)
			   : cli_home_or_none(c, &home, &e)) < 0 ||
	    make(c, &o, &home, &e) < 0)
		status = cli_fail(&e);
	home_close(&home);
	return status;
}

const struct command cmd_report = {
	.name = "report",
	.operands = "[JOB]",
	.summary = "make a web page about a job, or about all",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_report,
};
