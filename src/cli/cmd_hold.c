/* SPDX-License-Identifier: Apache-2.0 */
/* mj hold, mj release: keep a waiting job from starting, and let it. */
#include <inttypes.h>

#include "cli/cmd.h"
#include "cli/select.h"
#include "engine/change.h"
#include "engine/submit.h"

static const struct cli_option options[] = {
	{'n', "name", "GLOB", "all of them whose name matches"},
};

/* Every job is tried; the first failure gives the exit status. */
static int
apply_each(struct home *home, const struct ids *ids, const char *glob,
	   bool hold)
{
	int status = CLI_OK;
	struct err e;

	for (size_t i = 0; i < ids->count; i++) {
		int failed;

		if (change_hold(home, ids->list[i], hold, &e) == 0 ||
		    (glob && e.code == ERR_REFUSED))
			continue; /* by its name only those that can be are meant */
		failed = cli_fail(&e);
		status = status == CLI_OK ? failed : status;
	}
	cli_wake(home);
	return status;
}

static int
select_jobs(struct cli *c, const struct home *home, const char *glob,
	    struct ids *out, struct err *e)
{
	if (glob && select_active(home, glob, out, e) < 0)
		return -1;
	return cli_jobs(home, c->words, c->word_count, out, e);
}

static int
apply(struct cli *c, bool hold)
{
	struct home home = HOME_INIT;
	autoids struct ids ids = IDS_INIT;
	const char *glob = NULL;
	struct err e;
	int status;

	while (cli_next(c))
		glob = c->value;
	if (c->word_count == 0 && !glob)
		return cli_usage(c, "give a job or -n GLOB");
	if (cli_home(c, &home, HOME_CHANGE, &e) < 0 ||
	    select_jobs(c, &home, glob, &ids, &e) < 0)
		status = cli_fail(&e);
	else
		status = apply_each(&home, &ids, glob, hold);
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
	.operands = "[JOB...]",
	.summary = "keep a waiting job from starting",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_hold,
};

const struct command cmd_release = {
	.name = "release",
	.operands = "[JOB...]",
	.summary = "let a held job start",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_release,
};
