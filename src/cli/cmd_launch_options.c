/* SPDX-License-Identifier: Apache-2.0 */
/* What the options of mj launch ask for. */
#include "cli/cmd_launch.h"

#include <string.h>

#include "base/mem.h"
#include "cli/given.h"

#define NUM_JOBS_MAX 100000
#define NUMBER_MAX 1000000
#define RECOVER_ON_MAX 150 /* bytes, that a line of the record has room for */

static int
input_error(struct err *e, const char *what, const char *value,
	    const char *remedy)
{
	return err_set(e, ERR_INPUT, "%s %s: %s", what, value, remedy);
}

static int
read_number(struct launch *l, int id, const char *value, struct err *e)
{
	int64_t n;

	if (id == OPT_PRIORITY) {
		if (text_i64(value, -PRIORITY_MAX, PRIORITY_MAX, &n) < 0)
			return input_error(e, "--priority", value,
					   "give -1000 to 1000");
		l->s.priority = (int)n;
		l->priority_given = true;
	} else if (id == OPT_NUM_JOBS) {
		if (text_i64(value, 1, NUM_JOBS_MAX, &n) < 0)
			return input_error(e, "--num-jobs", value,
					   "give 1 to 100000");
		l->s.count = (uint32_t)n;
	} else if (id == OPT_MAX_RESTARTS) {
		if (text_i64(value, 0, NUMBER_MAX, &n) < 0)
			return input_error(e, "--max-restarts", value,
					   "give 0 to 1000000");
		l->s.max_restarts = (int)n;
	} else if (id == OPT_MAX_PARALLEL) {
		if (text_i64(value, 1, NUM_JOBS_MAX, &n) < 0)
			return input_error(e, "--max-parallel", value,
					   "give 1 to 100000");
		l->s.max_parallel = (uint32_t)n;
	} else if (text_duration(value, &l->s.timeout_ms) < 0) {
		return input_error(e, "--timeout", value,
				   "give a duration such as 90, 1.5s or 12h, "
				   "or 0 for none");
	}
	return 0;
}

static int
read_name(struct launch *l, const char *value, struct err *e)
{
	l->name = value;
	if (!text_name_ok(value, JOB_NAME_MAX))
		return err_set(e, ERR_INPUT,
			       "--name '%s': a name is 1 to %d of "
			       "A-Z a-z 0-9 . _ - and does not start with "
			       ". or -",
			       value, JOB_NAME_MAX);
	return 0;
}

static int
read_codes(struct launch *l, const char *value, struct err *e)
{
	struct recovery r = RECOVERY_INIT;

	l->s.recover_on = value;
	if (!*value || strlen(value) >= RECOVER_ON_MAX ||
	    recovery_add_codes(&r, value) < 0)
		return input_error(e, "--recover-on", value,
				   "give exit codes from 1 to 255 with commas "
				   "between, as 33,75");
	return 0;
}

static void
add_after(struct launch *l, const char *value)
{
	l->after_words = mem_grow(l->after_words, l->after_count,
				  &l->after_cap, sizeof(char *));
	l->after_words[l->after_count++] = value;
}

static int
read_need(struct launch *l, int id, const char *value, struct err *e)
{
	static const struct {
		const char *option, *remedy;
	} known[NEED_KIND_COUNT] = {
		[NEED_CPUS] = {"--cpus", "give " NEED_CPUS_RULE},
		[NEED_MEMORY] = {"--memory", "give " NEED_MEMORY_RULE},
		[NEED_GPUS] = {"--gpus",
			       "give " NEED_GPUS_RULE ", or NAME:NUMBER"},
	};
	enum need_kind kind = (enum need_kind)(id - OPT_CPUS);

	if (need_parse(kind, value, &l->s.need.amount[kind]) < 0 &&
	    /* A100:2, as accelerators of a spec */
	    (kind != NEED_GPUS ||
	     need_accelerator(value, &l->s.need.amount[kind]) < 0))
		return input_error(e, known[kind].option, value,
				   known[kind].remedy);
	return 0;
}

/* An option without a value. */
static void
read_flag(struct launch *l, int id)
{
	l->s.held |= id == OPT_HOLD;
	l->follow |= id == 'f';
	l->logs |= id == OPT_LOGS;
	l->wait |= id == OPT_WAIT;
	l->dry_run |= id == OPT_DRY_RUN;
	l->json |= id == OPT_JSON;
}

static int
read_option(struct launch *l, int id, const char *value, struct err *e)
{
	switch (id) {
	case 'n':
		return read_name(l, value, e);
	case OPT_POOL:
		l->s.only_pool = value;
		return 0;
	case OPT_PRIORITY:
	case OPT_NUM_JOBS:
	case OPT_MAX_PARALLEL:
	case OPT_TIMEOUT:
	case OPT_MAX_RESTARTS:
		return read_number(l, id, value, e);
	case OPT_ENV:
		return given_put(&l->capture.given, "--env", value, e);
	case OPT_SECRET:
		return given_put(&l->capture.secrets, "--secret", value, e);
	case OPT_ENV_FILE:
		return given_read(&l->capture.given, value, e);
	case OPT_RECOVER_ON:
		return read_codes(l, value, e);
	case OPT_FROM:
		l->from = value;
		return 0;
	case OPT_WORKDIR:
		l->workdir = value;
		return 0;
	case OPT_CPUS:
	case OPT_MEMORY:
	case OPT_GPUS:
		return read_need(l, id, value, e);
	case OPT_AFTER:
		add_after(l, value);
		return 0;
	case OPT_BEGIN:
		return when_begin("--begin", value, &l->s.begin_ms, e);
	case OPT_UNIQUE:
		l->s.unique = value;
		return when_unique(value, e);
	default:
		read_flag(l, id);
		return 0;
	}
}

int
launch_read_options(struct launch *l, struct cli *c, struct err *e)
{
	int id;

	while ((id = cli_next(c)))
		if (read_option(l, id, c->value, e) < 0)
			return -1;
	if (l->s.max_parallel && l->s.count == 1)
		return err_set(e, ERR_INPUT,
			       "--max-parallel is for an array: give "
			       "--num-jobs as well");
	if (l->s.unique && l->s.count > 1)
		return err_set(e, ERR_INPUT,
			       "--unique and --num-jobs do not go together: a "
			       "key is for one job");
	if (l->logs && !l->follow)
		return err_set(e, ERR_INPUT,
			       "--logs goes with --follow: mj launch -f --logs");
	if ((l->follow || l->wait) && l->s.count > 1)
		return err_set(e, ERR_INPUT,
			       "--follow and --wait are for one job: use `mj "
			       "wait` for an array");
	return 0;
}
