/* SPDX-License-Identifier: Apache-2.0 */
/* mj set: change a job that has not started. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/remedy.h"
#include "cli/result.h"
#include "cli/when.h"
#include "engine/change.h"
#include "model/job.h"
#include "os/sig.h"
#include "os/sys.h"

/* What the command line asked for. */
struct set {
	struct home home;
	struct ids ids;
	struct afters afters;
	struct change change;
	size_t settings;
	bool json;
};

enum { OPT_JSON = CLI_LONG };

static const struct cli_option options[] = {
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

static int
set_priority(struct set *s, const char *value, struct err *e)
{
	int64_t n;

	if (text_i64(value, -PRIORITY_MAX, PRIORITY_MAX, &n) < 0)
		return err_set(e, ERR_INPUT,
			       "priority=%s: give -1000 to 1000", value);
	s->change.has_priority = true;
	s->change.priority = (int)n;
	return 0;
}

static int
set_pool(struct set *s, const char *value, struct err *e)
{
	if (s->home.config_error.code)
		return err_set(e, ERR_INPUT, "pool=%s: mend %s/config.ini first",
			       value, s->home.path);
	if (!config_pool(&s->home.config, value)) {
		err_set(e, ERR_INPUT, "pool=%s: there is no such pool", value);
		remedy_pool(&s->home, value, e);
		return -1;
	}
	s->change.pool = value;
	return 0;
}

static int
set_timeout(struct set *s, const char *value, struct err *e)
{
	s->change.has_timeout = true;
	if (!strcmp(value, "none"))
		return 0;
	if (text_duration(value, &s->change.timeout_ms) < 0 ||
	    s->change.timeout_ms == 0)
		return err_set(e, ERR_INPUT,
			       "timeout=%s: give a duration such as 90, 1.5s "
			       "or 12h, or none",
			       value);
	return 0;
}

static int
set_begin(struct set *s, const char *value, struct err *e)
{
	s->change.has_begin = true;
	return when_begin("begin", value, &s->change.begin_ms, e);
}

/* Several are separated by commas. */
static int
set_after(struct set *s, const char *value, struct err *e)
{
	autofree char *copy = mem_copy(value);
	char *rest = copy, *word;

	s->change.has_after = true;
	if (!strcmp(value, "none"))
		return 0;
	while ((word = strsep(&rest, ",")))
		if (when_after(&s->home, "after", word, &s->afters, e) < 0)
			return -1;
	return 0;
}

static const struct setting {
	const char *name;
	int (*set)(struct set *s, const char *value, struct err *e);
} settings[] = {
	{"priority", set_priority}, {"pool", set_pool},
	{"timeout", set_timeout},   {"begin", set_begin},
	{"after", set_after},
};

#define SETTINGS (sizeof(settings) / sizeof(settings[0]))

static int
read_setting(struct set *s, const char *word, struct err *e)
{
	size_t len = strcspn(word, "=");

	s->settings++;
	for (size_t i = 0; i < SETTINGS; i++)
		if (strlen(settings[i].name) == len &&
		    !strncmp(settings[i].name, word, len))
			return settings[i].set(s, word + len + 1, e);
	return err_set(e, ERR_INPUT,
		       "%s: give priority=, pool=, timeout=, begin= or after=",
		       word);
}

/* A word with '=' is a setting, any other a job. */
static int
read_words(struct set *s, const struct cli *c, struct err *e)
{
	for (size_t i = 0; i < c->word_count; i++) {
		int done = strchr(c->words[i], '=')
				   ? read_setting(s, c->words[i], e)
				   : cli_jobs(&s->home, &c->words[i], 1,
					      &s->ids, e);

		if (done < 0)
			return -1;
	}
	if (s->ids.count == 0 || s->settings == 0)
		return err_set(e, ERR_INPUT,
			       "give jobs and what to set, as in mj set 7 "
			       "priority=10");
	s->change.afters = s->afters.list;
	s->change.after_count = s->afters.count;
	return 0;
}

static int
set_one(struct set *s, uint32_t job)
{
	autobuf struct buf report = BUF_INIT;
	struct err e;
	bool skipped;

	if (change_set(&s->home, job, &s->change, &report, &e) < 0) {
		remedy_ended(&s->home, job, &e);
		return cli_fail(&e);
	}
	skipped = strstr(buf_text(&report), status_name(STATUS_SKIPPED));
	result_say(s->json, job, NULL, skipped ? "skipped" : "changed",
		   "is changed");
	if (skipped)
		fputs(buf_text(&report), stderr);
	return CLI_OK;
}

/* Every job is tried; the first failure gives the exit status. */
static int
set_each(struct set *s)
{
	int status = CLI_OK;

	for (size_t i = 0; i < s->ids.count; i++) {
		int failed = set_one(s, s->ids.list[i]);

		status = status == CLI_OK ? failed : status;
	}
	return status;
}

static int
run(struct cli *c)
{
	struct set s = {.home = HOME_INIT, .ids = IDS_INIT};
	struct err e;
	sigset_t old;
	int status;

	while (cli_next(c))
		s.json = true;
	if (cli_home(c, &s.home, HOME_CHANGE, &e) < 0 ||
	    read_words(&s, c, &e) < 0) {
		status = cli_fail(&e);
	} else {
		sig_hold(&old); /* a ^C must not leave it between two places */
		status = set_each(&s);
		cli_wake(&s.home);
		sig_restore(&old);
		if (s.change.begin_ms > sys_wall_ms())
			when_warn(&s.home);
	}
	afters_release(&s.afters);
	ids_release(&s.ids);
	home_close(&s.home);
	return status;
}

const struct command cmd_set = {
	.name = "set",
	.operands = "JOB... KEY=VALUE...",
	.summary = "change a job that has not started",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
