/* SPDX-License-Identifier: Apache-2.0 */
/* mj-schedule: one pass, by hand or by a timer. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "engine/pass.h"
#include "engine/starter.h"
#include "engine/submit.h"
#include "os/root.h"
#include "os/sig.h"
#include "os/sys.h"
#include "store/waits.h"

#define STATUS_STUCK 3

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

enum {
	OPT_ONCE = CLI_LONG,
	OPT_EVERY,
	OPT_REAP,
	OPT_DRY_RUN,
	OPT_VERSION,
};

static const struct cli_option options[] = {
	{OPT_ONCE, "once", NULL, "one pass, then leave (the default)"},
	{OPT_EVERY, "every", "SECONDS", "a pass each SECONDS, until told to stop"},
	{OPT_REAP, "reap", NULL, "fail with status 3 if a pass is stuck"},
	{OPT_DRY_RUN, "dry-run", NULL, "say what a pass would do, and do nothing"},
	{'v', "verbose", NULL, "say what was done"},
	{OPT_VERSION, "version", NULL, "print the version"},
};

struct wish {
	struct home home;
	int64_t every_ms; /* 0: once */
	bool reap, dry_run, verbose, version;
};

/* What no pass will start, as its pool is no more. */
static void
report_pools(const struct home *home, struct buf *report)
{
	struct waits w = WAITS_INIT;
	const char *last = NULL;

	if (waits_read(home, &w, NULL) < 0)
		return;
	for (size_t i = 0; i < w.count; i++) {
		const struct owed *o = &w.list[i];

		if (o->kind != OWED_REQUEST || o->pool == last ||
		    config_pool(&home->config, o->pool))
			continue;
		last = o->pool;
		buf_printf(report, "job %u waits: %s\n", o->job, o->reason);
	}
	waits_release(&w);
}

/* In the pass's own process: it speaks only after it has let the lock go. */
static int
pass(void *arg)
{
	struct wish *s = arg;
	autobuf struct buf report = BUF_INIT;
	enum pass_result result = pass_by_hand(&s->home, true, true, &report);

	home_timer_seen(&s->home);
	if (result == PASS_BUSY && s->verbose)
		buf_puts(&report, "another pass is at work\n");
	if (result == PASS_DONE && s->verbose)
		report_pools(&s->home, &report);
	/* settings that were wrong when we began were named then */
	if (result == PASS_FAILED && s->home.config_error.code && !s->every_ms)
		return CLI_USAGE;
	if (s->verbose || result == PASS_STUCK || result == PASS_FAILED ||
	    result == PASS_SHORT ||
	    !strncmp(buf_text(&report), "the last pass", 13))
		fputs(buf_text(&report), stderr);
	fflush(stderr);
	switch (result) {
	case PASS_DONE:
	case PASS_BUSY:
		return CLI_OK;
	case PASS_SHORT:
		/* what is left is tried again, without us */
		return submit_wake(&s->home) < 0 ? CLI_ERROR : CLI_OK;
	case PASS_STUCK:
		return s->reap ? STATUS_STUCK : CLI_OK;
	case PASS_FAILED:
		return CLI_USAGE;
	}
	return CLI_ERROR;
}

static int
plan(struct wish *s)
{
	autobuf struct buf report = BUF_INIT;
	struct err e;

	if (pass_plan(&s->home, &report, &e) < 0)
		return cli_fail(&e);
	fputs(report.len ? buf_text(&report) : "nothing waits\n", stdout);
	return CLI_OK;
}

static int
once(struct wish *s)
{
	struct err e;
	int status = starter_run(pass, s, &e);

	return status < 0 ? cli_fail(&e) : status;
}

/* Sleep until the next pass is due or a signal says stop; reap what became our child. */
static bool
sleep_until(int signals, int64_t due_ms)
{
	struct spawn_end end;
	int signo;

	for (;;) {
		struct pollfd fd = {signals, POLLIN, 0};
		int64_t left = due_ms - sys_boot_ms();

		if (left <= 0)
			return true;
		sys_poll(&fd, 1, left);
		while ((signo = sig_next(signals, NULL)))
			if (signo == SIGTERM || signo == SIGHUP)
				return false;
		while (spawn_reap(-1, false, &end) == 1)
			continue;
	}
}

static int
again_and_again(struct wish *s)
{
	int signals;
	int64_t due_ms = sys_boot_ms();

	sig_block();
	signals = sig_open();
	sig_default(SIGINT);
	do {
		once(s);
		due_ms += s->every_ms;
		if (due_ms < sys_boot_ms())
			due_ms = sys_boot_ms() + s->every_ms;
	} while (sleep_until(signals, due_ms));
	sys_close(&signals);
	return CLI_OK;
}

static int
read_options(struct wish *s, struct cli *c)
{
	int id;

	while ((id = cli_next(c)))
		if (id == OPT_EVERY &&
		    (text_duration(c->value, &s->every_ms) < 0 ||
		     s->every_ms < 100))
			return cli_usage(c, "--every %s: give seconds, as 60",
					 c->value);
		else if (id == OPT_REAP)
			s->reap = true;
		else if (id == OPT_DRY_RUN)
			s->dry_run = true;
		else if (id == 'v')
			s->verbose = true;
		else if (id == OPT_VERSION)
			s->version = true;
	if (c->word_count)
		return cli_usage(c, "unexpected '%s'", c->words[0]);
	return CLI_OK;
}

static int
act(struct wish *s)
{
	struct err e;

	if (s->dry_run)
		return plan(s);
	if (home_check_writable(&s->home, &e) < 0)
		return cli_fail(&e);
	return s->every_ms ? again_and_again(s) : once(s);
}

static int
run(struct cli *c)
{
	struct wish s = {.home = HOME_INIT};
	struct err e;
	int status = read_options(&s, c);

	if (status != CLI_OK)
		return status;
	if (s.version) {
		puts("mj-schedule " PACKAGE_VERSION);
		return CLI_OK;
	}
	if (cli_home(c, &s.home, s.dry_run ? HOME_READ : HOME_MAKE, &e) == 0)
		status = act(&s);
	else if (s.dry_run && e.code == ERR_MISSING)
		printf("nothing waits\n");
	else
		status = cli_fail(&e);
	home_close(&s.home);
	return status;
}

static const struct command schedule = {
	.name = "mj-schedule",
	.operands = "",
	.summary = "run one pass of the scheduler",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};

static int
begin(int argc, char **argv)
{
	cli_start(argc, argv);
	return cli_run(&schedule, NULL, argc - 1, argv + 1);
}

int
main(int argc, char **argv)
{
	return root_main(begin, argc, argv);
}
