/* SPDX-License-Identifier: Apache-2.0 */
/* mj hold, mj release: keep a waiting job from starting, and let it. */
#include <inttypes.h>

#include "cli/cmd.h"
#include "engine/change.h"
#include "engine/submit.h"

/* Every job is tried; the first failure gives the exit status. */
static int
apply(struct cli *c, bool hold)
{
	struct home home = HOME_INIT;
	autoids struct ids ids = IDS_INIT;
	struct err e;
	int status = CLI_OK;

	if (c->word_count == 0)
		return cli_usage(c, "give a job");
	if (cli_home(c, &home, HOME_CHANGE, &e) < 0 ||
	    cli_jobs(&home, c->words, c->word_count, &ids, &e) < 0) {
		status = cli_fail(&e);
		home_close(&home);
		return status;
	}
	for (size_t i = 0; i < ids.count; i++)
		if (change_hold(&home, ids.list[i], hold, &e) < 0) {
			int failed = cli_fail(&e);

			status = status == CLI_OK ? failed : status;
		}
	cli_wake(&home);
	home_close(&home);
	return status;
}

static int
run_hold(struct cli *c)
{
	return apply(c, true);
}

static int
run_release(struct cli *c)
{
	return apply(c, false);
}

const struct command cmd_hold = {
	.name = "hold",
	.operands = "JOB...",
	.summary = "keep a waiting job from starting",
	.run = run_hold,
};

const struct command cmd_release = {
	.name = "release",
	.operands = "JOB...",
	.summary = "let a held job start",
	.run = run_release,
};
