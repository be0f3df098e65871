/* SPDX-License-Identifier: Apache-2.0 */
/* mj launch: submit a job. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/cmd_launch.h"
#include "cli/follow.h"
#include "cli/given.h"
#include "cli/json.h"
#include "cli/origin.h"
#include "cli/plan.h"
#include "cli/select.h"
#include "engine/cancel.h"
#include "engine/submit.h"
#include "os/file.h"
#include "os/sig.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/spec.h"

#define NUM_JOBS_MAX 100000
#define NUMBER_MAX 1000000
#define RECOVER_ON_MAX 150 /* bytes, that a line of the record has room for */

enum {
	OPT_POOL = CLI_LONG,
	OPT_PRIORITY,
	OPT_ENV,
	OPT_ENV_FILE,
	OPT_SECRET,
	OPT_FROM,
	OPT_HOLD,
	OPT_NUM_JOBS,
	OPT_MAX_PARALLEL,
	OPT_TIMEOUT,
	OPT_MAX_RESTARTS,
	OPT_RECOVER_ON,
	OPT_WORKDIR,
	OPT_WAIT,
	OPT_DRY_RUN,
	OPT_JSON,
};

static const struct cli_option options[] = {
	{'n', "name", "NAME", "call the job NAME"},
	{OPT_POOL, "pool", "POOL", "run all its tasks in POOL"},
	{OPT_PRIORITY, "priority", "N", "-1000 to 1000, higher first"},
	{OPT_ENV, "env", "K[=V]", "set K for the tasks; without V as it is here"},
	{OPT_ENV_FILE, "env-file", "FILE", "set what FILE says, a line K=V each"},
	{OPT_SECRET, "secret", "K[=V]", "the same, and never shown"},
	{OPT_FROM, "from", "JOB", "the spec, variables and options of JOB"},
	{OPT_HOLD, "hold", NULL, "do not start it before `mj release`"},
	{OPT_NUM_JOBS, "num-jobs", "N", "submit N jobs alike, an array"},
	{OPT_MAX_PARALLEL, "max-parallel", "N", "run at most N of an array at a time"},
	{OPT_TIMEOUT, "timeout", "D", "limit of each task's attempt, as 90 or 12h"},
	{OPT_MAX_RESTARTS, "max-restarts", "N", "try each task again after N failures of its own"},
	{OPT_RECOVER_ON, "recover-on", "LIST", "and without counting after these exit codes, as 33,75"},
	{OPT_WORKDIR, "workdir", "DIR", "run the COMMAND in DIR, not here"},
	{'f', "follow", NULL, "show its output until it ends"},
	{OPT_WAIT, "wait", NULL, "wait for its end"},
	{OPT_DRY_RUN, "dry-run", NULL, "print the plan and submit nothing"},
	{OPT_JSON, "json", NULL, "print an object instead of the number"},
};

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
	case OPT_HOLD:
		l->s.held = true;
		return 0;
	case 'f':
		l->follow = true;
		return 0;
	case OPT_WAIT:
		l->wait = true;
		return 0;
	case OPT_DRY_RUN:
		l->dry_run = true;
		return 0;
	case OPT_JSON:
		l->json = true;
		return 0;
	default:
		return 0;
	}
}

static int
read_options(struct launch *l, struct cli *c, struct err *e)
{
	int id;

	while ((id = cli_next(c)))
		if (read_option(l, id, c->value, e) < 0)
			return -1;
	if (l->s.max_parallel && l->s.count == 1)
		return err_set(e, ERR_INPUT,
			       "--max-parallel is for an array: give "
			       "--num-jobs as well");
	if ((l->follow || l->wait) && l->s.count > 1)
		return err_set(e, ERR_INPUT,
			       "--follow and --wait are for one job: use `mj "
			       "wait` for an array");
	return 0;
}

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
		launch_hint_at_dashes(file, e->code == ERR_MISSING, e);
		e->code = ERR_INPUT;
		return -1;
	}
	if (spec_parse(buf_text(&l->text), l->text.len, shown, &l->spec, &notes,
		       e) < 0) {
		if (!strncmp(buf_text(&l->text), "#!", 2) ||
		    !strncmp(buf_text(&l->text), "\177ELF", 4))
			launch_hint_at_dashes(file, true, e);
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

/* Everything that can be wrong is found here, before anything is stored. */
static int
prepare(struct launch *l, struct cli *c, struct err *e)
{
	if (read_options(l, c, e) < 0)
		return -1;
	/* a wrong spec makes no home; another job's spec is in one */
	if ((!l->from && read_spec(l, c, e) < 0) ||
	    cli_home(c, &l->home, HOME_CHANGE, e) < 0 ||
	    (l->from && read_spec(l, c, e) < 0) || check_workdir(l, e) < 0)
		return -1;
	if (launch_check_tasks(l, e) < 0 || launch_check_name(l, e) < 0)
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
	return home_check_logs(&l->home, e);
}

static void
print_object(uint32_t job, const char *name)
{
	struct json *object = json_make_object();

	json_put_int(object, "id", job);
	json_put_text(object, "name", name);
	json_print(object);
}

static void
print_numbers(const struct launch *l, uint32_t first)
{
	for (uint32_t i = 0; i < l->s.count; i++)
		if (l->json)
			print_object(first + i, l->s.name);
		else
			printf("%" PRIu32 "\n", first + i);
	/* the job is submitted: that is exit 0 even if nobody can be told its number */
	if (cli_flush() < 0)
		cli_say("job %" PRIu32 " is submitted, but its number could "
			"not be written: %s",
			first, errno ? strerror(errno) : "no reason is known");
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

static void
print_hints(const struct launch *l, uint32_t first)
{
	bool many = l->s.count > 1;
	char last[24] = "", held[80] = "";

	if (l->follow || l->wait || l->json)
		return;
	if (many)
		snprintf(last, sizeof(last), "-%" PRIu32,
			 first + l->s.count - 1);
	if (l->s.held)
		snprintf(held, sizeof(held),
			 " on hold: mj release %" PRIu32 "%s starts it", first,
			 last);
	fprintf(stderr,
		"job%s %" PRIu32 "%s (%s) %s submitted%s\n"
		"  mj logs %" PRIu32 "    follow its output\n"
		"  mj queue     see what runs and waits\n"
		"  mj cancel %" PRIu32 "%s  end it\n",
		many ? "s" : "", first, last, l->s.name, many ? "are" : "is",
		held, first, first, last);
}

static int
follow(struct launch *l, uint32_t job)
{
	struct follow how = {.tail = -1, .launched = true};
	struct err e;
	int status = l->follow ? follow_job(&l->home, job, &how, &e)
			       : select_wait(&l->home, job, true, &e);

	return status < 0 ? cli_fail(&e) : status;
}

/* Nothing was submitted: what is missing is a file or a directory, or the job of --from. */
static int
refuse(const struct launch *l, struct err *e)
{
	bool no_job = l->from && !l->text.len;

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
		print_numbers(l, first);
	if (done == 0)
		heed_cancel_all(l, first);
	if (done == 0 && cli_wake(&l->home) < 0)
		cli_say("no pass could be started (%s): the job starts with "
			"the next one",
			strerror(errno));
	sig_restore(&old); /* a ^C until now must not cost the pass */
	if (done < 0)
		return refuse(l, &e);
	print_hints(l, first);
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
