/* SPDX-License-Identifier: Apache-2.0 */
/* mj launch: submit a job. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/announce.h"
#include "cli/cmd.h"
#include "cli/cmd_launch.h"
#include "cli/follow.h"
#include "cli/given.h"
#include "cli/json.h"
#include "cli/origin.h"
#include "cli/plan.h"
#include "cli/remedy.h"
#include "cli/select.h"
#include "cli/when.h"
#include "engine/cancel.h"
#include "engine/inactive.h"
#include "engine/submit.h"
#include "os/file.h"
#include "os/sig.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/spec.h"


static const struct cli_option options[] = {
	{'n', "name", "NAME", "call the job NAME"},
	{OPT_POOL, "pool", "POOL", "run all its tasks in POOL"},
	{OPT_PRIORITY, "priority", "N", "-1000 to 1000, higher first"},
	{OPT_ENV, "env", "K[=V]", "set K for the tasks; without V as it is here"},
	{OPT_ENV_FILE, "env-file", "FILE", "set what FILE says, a line K=V each"},
	{OPT_SECRET, "secret", "K[=V]", "the same, and never shown"},
	{OPT_FROM, "from", "JOB", "the spec, variables and options of JOB"},
	{OPT_AFTER, "after", "JOB[:WANT]", "start it when JOB ended: ok, any, fail"},
	{OPT_BEGIN, "begin", "TIME", "not before: +2h, '2026-12-01 02:00' or 2026-12-01T02:00 (UTC)"},
	{OPT_HOLD, "hold", NULL, "do not start it before `mj release`"},
	{OPT_UNIQUE, "unique", "KEY", "refuse while a job with KEY has not ended"},
	{OPT_NUM_JOBS, "num-jobs", "N", "submit N jobs alike, an array"},
	{OPT_MAX_PARALLEL, "max-parallel", "N", "run at most N of an array at a time"},
	{OPT_TIMEOUT, "timeout", "D", "limit of each task's attempt, as 90 or 12h"},
	{OPT_MAX_RESTARTS, "max-restarts", "N", "try each task again after N failures of its own"},
	{OPT_RECOVER_ON, "recover-on", "CODES", "and without counting after these exit codes, as 33,75"},
	{OPT_WORKDIR, "workdir", "DIR", "run the COMMAND in DIR, not here"},
	{OPT_CPUS, "cpus", "N", "what the COMMAND needs of a pool that counts"},
	{OPT_MEMORY, "memory", "SIZE", "the same, as 4GB or 512MB"},
	{OPT_GPUS, "gpus", "N", "the same: it is told which as MJ_GPUS"},
	{'f', "follow", NULL, "show its output, or its tasks, until it ends"},
	{OPT_LOGS, "logs", NULL, "with -f: all output of several tasks on a terminal, too"},
	{'d', "detach-run", NULL, "do not follow it, which is so without -f"},
	{OPT_WAIT, "wait", NULL, "wait for its end"},
	{OPT_DRY_RUN, "dry-run", NULL, "print the plan and submit nothing"},
	{OPT_JSON, "json", NULL, "print an object instead of the number"},
};

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void
name_after_file(struct launch *l, const char *file)
{
	autofree char *base = mem_copy(base_name(file));
	char *dot = strrchr(base, '.');

	if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml")))
		*dot = '\0';
	spec_name_from(!strcmp(file, "-") ? "stdin" : base, l->default_name);
}

static int
read_spec_file(struct launch *l, const char *file, struct err *e)
{
	autobuf struct buf notes = BUF_INIT;
	bool is_stdin = !strcmp(file, "-");
	const char *shown = is_stdin ? "stdin" : file;

	l->file = shown;
	if (file_read(AT_FDCWD, is_stdin ? "/dev/stdin" : file, 0,
		      SPEC_SIZE_MAX, &l->text, e) < 0) {
		remedy_spec(file, e);
		e->code = ERR_INPUT;
		return -1;
	}
	if (spec_parse(buf_text(&l->text), l->text.len, shown, &l->spec, &notes,
		       e) < 0) {
		if (!strncmp(buf_text(&l->text), "#!", 2) ||
		    !strncmp(buf_text(&l->text), "\177ELF", 4))
			remedy_dashes(file, e);
		return -1;
	}
	if (notes.len)
		fprintf(stderr, "%s", buf_text(&notes));
	name_after_file(l, file);
	return 0;
}

static void
read_words(struct launch *l, const struct cli *c)
{
	for (size_t i = 0; i < c->word_count; i++)
		buf_add(&l->text, c->words[i], strlen(c->words[i]) + 1);
	spec_command(c->words, c->word_count, &l->spec);
	spec_name_from(base_name(c->words[0]), l->default_name);
	l->s.is_argv = true;
}

static int
read_origin(struct launch *l, const struct cli *c, struct err *e)
{
	if (c->word_count > 0)
		return err_set(e, ERR_INPUT,
			       "--from %s has a spec: give no other", l->from);
	if (origin_read(&l->home, l->from, &l->origin, &l->text, &l->spec, e) <
	    0)
		return -1;
	l->s.is_argv = l->origin.is_argv;
	if (!l->name)
		l->name = l->origin.record.name;
	if (!l->priority_given)
		l->s.priority = l->origin.record.priority;
	l->priority_given = true;
	origin_lend(&l->origin, &l->s, &l->capture);
	return 0;
}

static int
read_spec(struct launch *l, const struct cli *c, struct err *e)
{
	if (l->from)
		return read_origin(l, c, e);
	if (c->has_dashes && c->dashes == 0 && c->word_count > 0) {
		if (!c->words[0][0])
			return err_set(e, ERR_INPUT,
				       "the command's name is empty: give a "
				       "program after --");
		read_words(l, c);
		return 0;
	}
	if (c->word_count == 1)
		return read_spec_file(l, c->words[0], e);
	if (c->word_count > 1 && !c->has_dashes)
		return err_set(e, ERR_INPUT,
			       "give one spec, or -- before a command: mj "
			       "launch -- %s %s%s",
			       c->words[0], c->words[1],
			       c->word_count > 2 ? " …" : "");
	if (c->has_dashes && c->dashes > 0)
		return err_set(e, ERR_INPUT,
			       "'%s' stands before --, where options do: leave "
			       "it out, or -- and what is behind it",
			       c->words[0]);
	return err_set(e, ERR_INPUT,
		       "give one spec (mj launch SPEC.yaml, or - for stdin) or "
		       "a command (mj launch -- CMD ARG…)");
}

/* --workdir takes the place of the directory of the submit, for a command alone. */
static int
check_workdir(struct launch *l, struct err *e)
{
	if (!l->workdir || l->s.is_argv)
		return 0;
	return err_set(e, ERR_INPUT,
		       "--workdir is for a command: write workdir: %s in the "
		       "spec",
		       l->workdir);
}

static int
find_afters(struct launch *l, struct err *e)
{
	for (size_t i = 0; i < l->after_count; i++)
		if (when_after(&l->home, "--after", l->after_words[i],
			       &l->afters, e) < 0)
			return -1;
	l->s.afters = l->afters.list;
	l->s.after_count = l->afters.count;
	if (l->s.begin_ms <= sys_wall_ms())
		l->s.begin_ms = 0;
	return 0;
}

/* Everything that can be wrong is found here, before anything is stored. */
static int
prepare(struct launch *l, struct cli *c, struct err *e)
{
	if (launch_read_options(l, c, e) < 0)
		return -1;
	/* a wrong spec makes no home; another job's spec is in one */
	if ((!l->from && read_spec(l, c, e) < 0) ||
	    cli_home(c, &l->home, HOME_MAKE, e) < 0 ||
	    (l->from && read_spec(l, c, e) < 0) || check_workdir(l, e) < 0)
		return -1;
	if (launch_check_tasks(l, e) < 0 || launch_check_name(l, e) < 0 ||
	    find_afters(l, e) < 0)
		return -1;
	launch_warn_of_shell(l);
	l->s.text = buf_text(&l->text);
	l->s.text_len = l->text.len;
	l->s.spec = &l->spec;
	l->s.capture = &l->capture;
	if (!l->priority_given)
		l->s.priority = l->spec.priority;
	if (l->dry_run)
		return 0;
	if (capture_take(&l->capture, &l->home, e) < 0)
		return -1;
	if (l->from)
		origin_move(&l->origin, &l->capture);
	if (l->workdir && capture_enter(&l->capture, l->workdir, e) < 0)
		return -1;
	if (l->s.is_argv && !l->from)
		launch_warn_of_command(l, c->words[0], c->word_count == 1);
	return home_check_logs(&l->home, e);
}

/* `cancel -a` covers submissions under way: it left its mark before or sees our entry. */
static void
heed_cancel_all(struct launch *l, uint32_t first)
{
	autorecord struct record r = RECORD_INIT;
	struct cancel_note note;

	if (seq_cancelled_upto(&l->home) < first)
		return;
	jobs_record(&l->home, first, &r, NULL);
	jobs_cancel_all_note(&r, &note);
	for (uint32_t i = 0; i < l->s.count; i++)
		cancel_job(&l->home, first + i, NULL, &note, NULL);
}

/* What it comes after may have ended while we submitted it. */
static void
look_once(struct launch *l, uint32_t first)
{
	autobuf struct buf report = BUF_INIT;

	for (uint32_t i = 0; i < l->s.count; i++)
		if (l->s.after_count || l->s.begin_ms)
			inactive_look(&l->home, first + i, &report);
	/* the hints say it of the first, as they all come after the same jobs */
	if ((l->follow || l->wait || l->json) &&
	    strstr(buf_text(&report), status_name(STATUS_SKIPPED)))
		fputs(buf_text(&report), stderr);
}

static int
follow(struct launch *l, uint32_t job)
{
	struct follow how = {.tail = -1,
			     .launched = true,
			     .progress = true,
			     .logs = l->logs};
	struct err e;
	int status = l->follow ? follow_job(&l->home, job, &how, &e)
			       : select_wait(&l->home, job, true, &e);

	return status < 0 ? cli_fail(&e) : status;
}

/* Nothing was submitted: what is missing is a file or a directory, or a job that was named. */
static int
refuse(const struct launch *l, struct err *e)
{
	bool no_job = l->home.fd >= 0 &&
		      ((l->from && !l->text.len) ||
		       (l->after_count && !l->s.after_count));

	if (e->code == ERR_MISSING && !no_job)
		e->code = ERR_SYS;
	return cli_fail(e);
}

static int
launch(struct launch *l)
{
	uint32_t first;
	sigset_t old;
	struct err e;
	int done;

	sig_hold(&old);
	done = submit(&l->home, &l->s, &first, &e);
	if (done == 0)
		announce_numbers(&l->s, first, l->json);
	if (done == 0) {
		heed_cancel_all(l, first);
		look_once(l, first);
	}
	/* also after a look at a key, as that took locks */
	if (done >= 0 && cli_wake(&l->home) < 0)
		cli_say("no pass could be started (%s): the job starts with "
			"the next one",
			err_words(errno));
	sig_restore(&old); /* a ^C until now must not cost the pass */
	if (done < 0)
		return refuse(l, &e);
	if (done > 0)
		return announce_taken(&l->s, first, l->json);
	if (!l->follow && !l->wait && !l->json)
		announce_hints(&l->home, &l->s, first);
	else if (!l->json && sys_is_terminal(2))
		fprintf(stderr, "job %" PRIu32 " (%s) is submitted; ^C leaves "
				"it to go on\n",
			first, l->s.name);
	if (l->s.begin_ms)
		when_warn(&l->home);
	return l->follow || l->wait ? follow(l, first) : CLI_OK;
}

static int
run(struct cli *c)
{
	struct launch l = {
		.home = HOME_INIT,
		.capture = CAPTURE_INIT,
		.spec = JOB_INIT,
		.text = BUF_INIT,
		.origin = ORIGIN_INIT,
		.s = {.count = 1, .max_restarts = -1},
	};
	struct err e = {0};
	int status;

	if (prepare(&l, c, &e) < 0)
		status = refuse(&l, &e);
	else if (l.dry_run)
		status = plan_print(&l.home, &l.s);
	else
		status = launch(&l);
	origin_release(&l.origin);
	free(l.after_words);
	afters_release(&l.afters);
	capture_release(&l.capture);
	job_release(&l.spec);
	buf_release(&l.text);
	home_close(&l.home);
	return status;
}

const struct command cmd_launch = {
	.name = "launch",
	.operands = "SPEC.yaml | - | -- COMMAND [ARG...]",
	.summary = "submit a job and print its number",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.needs_settings = true,
	.run = run,
};
