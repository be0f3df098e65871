/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"
#include "specs.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUN_MS 20000 /* a command takes no longer */
#define SETTLE_MS                                                              \
	7000 /* what comes by itself, retries included, comes in this */
#define LASTING_MS 1300 /* how long a lasting failure lasts, retries in it */
#define PASSES_MAX 4	/* by hand, until everything must have ended */

__attribute__((format(printf, 2, 3))) static void
wrong(struct play *p, const char *fmt, ...)
{
	size_t used = strlen(p->why);
	va_list ap;

	va_start(ap, fmt);
	if (used < sizeof(p->why) - 1)
		vsnprintf(p->why + used, sizeof(p->why) - used, fmt, ap);
	va_end(ap);
	strncat(p->why, "; ", sizeof(p->why) - strlen(p->why) - 1);
}

/* From now on calls fail; a lasting failure ends some time later. */
static void
arm(struct play *p)
{
	p->home = world_read(&p->w, "home/home");
	p->plan->active = 1;
	if (!p->lasting || fork() != 0)
		return;
	world_sleep(LASTING_MS);
	p->plan->active = 0;
	_exit(0);
}

/* Run mj or mj-schedule; three words of arguments at most. */
static void
run(struct play *p, struct outcome *o, const char *program, const char *one,
    const char *two, const char *three)
{
	const char *argv[] = {program, one, two, three, NULL};

	world_run(&p->w, o, RUN_MS, argv);
	if (o->status == -2)
		wrong(p, "%s %s did not end", program, one);
	if (o->status == -1)
		wrong(p, "%s %s was ended by a signal", program, one);
	if (o->status > 0 && !*o->err)
		wrong(p, "%s %s: status %d without a word", program, one,
		      o->status);
}

static bool
is_for_a_while(int errnum)
{
	static const int list[] = {EMFILE, ENFILE, ENOMEM, EAGAIN,
				   EINTR,  ENOSPC, EDQUOT, FAULT_SHORT};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i] == errnum)
			return true;
	return false;
}

/* Whether the fault may end a job badly, if it says so. */
static bool
may_fail_jobs(const struct play *p)
{
	return !is_for_a_while(p->plan->errnum) &&
	       (p->plan->role == ROLE_CONTROLLER ||
		p->plan->role == ROLE_RUNNER || p->plan->role == ROLE_COMMAND);
}

/*
 * Let everything end, nothing failing any more.  Where a failure left something to
 * the timer, its pass is run by hand, a few times at most.
 */
static void
settle(struct play *p)
{
	struct outcome o;

	for (int i = 0;; i++) {
		bool quiet = world_quiet(&p->w, SETTLE_MS);
		char *owed = world_owed(&p->w);
		bool done = quiet && !*owed;

		if (!done && i == PASSES_MAX) {
			char living[600];

			world_living(living, sizeof(living));
			wrong(p, "still owed: %sstill there: %s", owed, living);
		}
		free(owed);
		if (done || i == PASSES_MAX)
			return;
		p->late = true;
		run(p, &o, p->schedule, "--once", NULL, NULL);
	}
}

/* Whose home it is was found out before: no failure makes it another machine's. */
static void
check_home(struct play *p)
{
	char *now = world_read(&p->w, "home/home");

	if (*p->home && strcmp(now, p->home) != 0)
		wrong(p, "the file home changed from '%s' to '%s'", p->home,
		      now);
	free(now);
}

static void
check_no_harm(struct play *p)
{
	char *effects = world_read(&p->w, "effects");

	check_home(p);
	if (count_lines(effects, "double"))
		wrong(p, "two attempts at a time: %s", effects);
	free(effects);
}

/* The output is in the log, or the log or the record says what is missing. */
static void
check_log(struct play *p, unsigned job, const char *task, unsigned attempt,
	  const char *output)
{
	char *text = world_read(&p->w, "logs/managed_jobs/%010u/%s.%u.log", job,
				task, attempt);
	char *record = world_read(&p->w, "home/jobs/%010u/record", job);

	if (strcmp(text, output) != 0 && !strstr(text, "bytes of output") &&
	    !strstr(record, "\nlost = "))
		wrong(p, "the log of %s has '%s'", task, text);
	free(text);
	free(record);
}

static void
check_times(struct play *p, const char *task, unsigned starts, unsigned ends)
{
	char start[50], end[50];
	char *effects = world_read(&p->w, "effects");

	snprintf(start, sizeof(start), "start %s", task);
	snprintf(end, sizeof(end), "end %s", task);
	if (count_lines(effects, start) != starts ||
	    count_lines(effects, end) != ends)
		wrong(p, "%s ran otherwise than it should: %s", task, effects);
	free(effects);
}

static void
check_effects(struct play *p, const char *task, unsigned starts)
{
	check_times(p, task, starts, 1);
}

/* The job ended in the status, or badly where it may.  Return whether as wished. */
static bool
check_end(struct play *p, unsigned job, const char *status)
{
	struct job_facts f;

	world_job(&p->w, job, &f);
	if (!f.there)
		wrong(p, "job %u is not there", job);
	else if (!is_final(f.status))
		wrong(p, "job %u is not final", job);
	else if (f.finals > 1)
		wrong(p, "job %u had %u final statuses", job, f.finals);
	else if (!strcmp(f.status, status))
		return true;
	else if (!may_fail_jobs(p) || !*f.reason)
		wrong(p, "job %u is %s: %s", job, f.status, f.reason);
	return false;
}

static void
check_pair(struct play *p, unsigned job)
{
	if (!check_end(p, job, "SUCCEEDED"))
		return;
	check_effects(p, "a", 1);
	check_effects(p, "b", 1);
	check_log(p, job, "a", 1, "out-a\n");
	check_log(p, job, "b", 1, "out-b\n");
}

/* A launch that failed leaves nothing that will ever run. */
static void
check_not_launched(struct play *p)
{
	char *effects = world_read(&p->w, "effects");

	if (*effects)
		wrong(p, "launch failed, but the job ran: %s", effects);
	free(effects);
}

static void
settings(struct play *p, const char *text)
{
	char path[400];

	mkdir(world_path(&p->w, path, "home"), 0700);
	world_write(&p->w, "home/config.ini", text);
}

static void
play_run(struct play *p)
{
	struct outcome launch;
	unsigned job;

	world_write(&p->w, "job.yaml", pair);
	arm(p);
	run(p, &launch, p->mj, "launch", "job.yaml", NULL);
	settle(p);
	check_no_harm(p);
	job = (unsigned)atoi(launch.out);
	if (launch.status != 0)
		check_not_launched(p);
	else if (job)
		check_pair(p, job);
	else
		wrong(p, "launch printed no number");
}

/* Either none of an array ever runs, or each job of it once, whatever passes do meanwhile. */
static void
play_array(struct play *p)
{
	const char *every[] = {p->schedule, "--every", "0.1", NULL};
	struct outcome launch;
	pid_t passes;

	settings(p, "[pool local]\ntype = local\nslots = 1\n");
	world_write(&p->w, "job.yaml", single);
	passes = world_start(&p->w, every);
	arm(p);
	run(p, &launch, p->mj, "launch", "--num-jobs=3", "job.yaml");
	kill(passes, SIGTERM);
	settle(p);
	check_no_harm(p);
	if (launch.status != 0) {
		check_not_launched(p);
		return;
	}
	for (unsigned job = 1; job <= 3; job++)
		check_end(p, job, "SUCCEEDED");
	check_times(p, "a", 3, 3);
}

/* In a home that is there and idle. */
static void
play_again(struct play *p)
{
	struct outcome o;

	run(p, &o, p->schedule, "--once", NULL, NULL);
	play_run(p);
}

static bool
has_started(struct world *w)
{
	struct job_facts f;
	char *effects = world_read(w, "effects");
	char *record = world_read(w, "home/jobs/0000000001/record");
	bool started = count_lines(effects, "start") &&
		       strstr(record, "status = RUNNING");

	world_job(w, 1, &f);
	free(effects);
	free(record);
	return started;
}

/* A job that runs already, without failures. */
static void
start_one(struct play *p, const char *spec)
{
	struct outcome o;

	world_write(&p->w, "job.yaml", spec);
	run(p, &o, p->mj, "launch", "job.yaml", NULL);
	if (!world_until(&p->w, SETTLE_MS, has_started))
		wrong(p, "the job did not start: %s", o.err);
}

static void
open_gate(struct play *p)
{
	world_write(&p->w, "gate", "");
}

static void
play_cancel(struct play *p)
{
	struct outcome o;

	start_one(p, endless);
	arm(p);
	run(p, &o, p->mj, "cancel", "1", NULL);
	if (o.status != 0) {
		p->plan->active = 0;
		run(p, &o, p->mj, "cancel", "1", NULL);
		if (o.status != 0)
			wrong(p, "cancel fails twice: %s", o.err);
	}
	settle(p);
	check_no_harm(p);
	check_end(p, 1, "CANCELLED");
}

/* Read with a failing call: the same answer, or a clear error; and nothing written. */
static void
read_with(struct play *p, const char *one, const char *two, const char *three)
{
	struct outcome before, after;
	uint64_t sum;

	run(p, &before, p->mj, one, two, three);
	sum = world_sum(&p->w);
	arm(p);
	run(p, &after, p->mj, one, two, three);
	p->plan->active = 0;
	if (after.status == 0 && strcmp(before.out, after.out) != 0 &&
	    !*after.err && !strstr(after.out, strerror(p->plan->errnum)))
		wrong(p, "another answer, without an error: %s", after.out);
	if (world_sum(&p->w) != sum)
		wrong(p, "reading changed something");
}

/* One job has ended and one is held. */
static void
make_jobs(struct play *p)
{
	struct outcome o;

	world_write(&p->w, "job.yaml", pair);
	run(p, &o, p->mj, "launch", "job.yaml", NULL);
	settle(p);
	run(p, &o, p->mj, "launch", "--hold", "job.yaml");
	if (!world_quiet(&p->w, SETTLE_MS))
		wrong(p, "the pass after a held launch does not end");
}

static void
play_queue(struct play *p)
{
	make_jobs(p);
	read_with(p, "queue", "-a", "--json");
}

static void
play_show(struct play *p)
{
	make_jobs(p);
	read_with(p, "show", "1", "--json");
}

static void
play_logs(struct play *p)
{
	make_jobs(p);
	read_with(p, "logs", "1", NULL);
}

static bool
second_started(const struct play *p)
{
	char *effects = world_read(&p->w, "effects");
	bool started = count_lines(effects, "start") > 1;

	free(effects);
	return started;
}

/* One place, taken; whatever fails in a pass, the second job waits. */
static void
play_limits(struct play *p)
{
	struct outcome o;

	settings(p, "[pool local]\ntype = local\nslots = 1\n");
	start_one(p, gated);
	run(p, &o, p->mj, "launch", "job.yaml", NULL);
	for (int i = 0; i < 200 && strstr(world_read(&p->w, "home/"
							    "scheduler.pid"),
					  "start");
	     i++)
		world_sleep(5);
	arm(p);
	run(p, &o, p->schedule, "--once", NULL, NULL);
	world_sleep(100);
	if (second_started(p))
		wrong(p, "two run where there is one place");
	open_gate(p);
	settle(p);
	check_end(p, 1, "SUCCEEDED");
	check_end(p, 2, "SUCCEEDED");
}

/* The controller is killed: another one takes its place, and the task goes on. */
static void
play_replace(struct play *p)
{
	start_one(p, gated);
	arm(p);
	kill(world_pid(&p->w, 1, "controller.pid"), SIGKILL);
	world_sleep(150);
	open_gate(p);
	settle(p);
	check_no_harm(p);
	if (check_end(p, 1, "SUCCEEDED")) {
		check_effects(p, "a", 1);
		check_log(p, 1, "gated", 1, "before\nafter\n");
	}
}

/* The runner is killed: the controller goes on with its command. */
static void
play_take_over(struct play *p)
{
	start_one(p, gated);
	arm(p);
	kill(world_pid(&p->w, 1, "runner.gated.pid"), SIGKILL);
	world_sleep(100);
	open_gate(p);
	settle(p);
	check_no_harm(p);
	if (check_end(p, 1, "SUCCEEDED")) {
		check_effects(p, "a", 1);
		check_log(p, 1, "gated", 1, "before\nafter\n");
	}
}

/* Both are killed: what is left is ended, and the next attempt ends the job. */
static void
play_hunt(struct play *p)
{
	struct outcome o;
	pid_t controller, runner;

	start_one(p, gated);
	controller = world_pid(&p->w, 1, "controller.pid");
	runner = world_pid(&p->w, 1, "runner.gated.pid");
	kill(controller, SIGSTOP);
	kill(runner, SIGKILL);
	kill(controller, SIGKILL);
	world_await_end(runner);
	world_await_end(controller);
	arm(p);
	run(p, &o, p->schedule, "--once", NULL, NULL);
	if (o.status != 0) {
		p->plan->active = 0;
		run(p, &o, p->schedule, "--once", NULL, NULL);
	}
	world_sleep(200);
	open_gate(p);
	settle(p);
	check_no_harm(p);
	check_end(p, 1, "SUCCEEDED");
}

#define BIT(role) (1u << (role))
#define KEEPERS (BIT(ROLE_CONTROLLER) | BIT(ROLE_RUNNER) | BIT(ROLE_COMMAND))
#define STARTERS (BIT(ROLE_STARTER) | BIT(ROLE_PASS))

const struct scene scenes[] = {
	{"run", play_run, BIT(ROLE_LAUNCH) | STARTERS | KEEPERS},
	{"again", play_again, BIT(ROLE_LAUNCH)},
	{"array", play_array, BIT(ROLE_LAUNCH)},
	{"cancel", play_cancel, BIT(ROLE_CANCEL) | STARTERS | KEEPERS},
	{"queue", play_queue, BIT(ROLE_READER)},
	{"show", play_show, BIT(ROLE_READER)},
	{"logs", play_logs, BIT(ROLE_READER)},
	{"limits", play_limits, BIT(ROLE_SCHEDULE) | STARTERS},
	{"replace", play_replace, STARTERS | KEEPERS},
	{"take-over", play_take_over, STARTERS | KEEPERS},
	{"hunt", play_hunt, BIT(ROLE_SCHEDULE) | STARTERS | KEEPERS},
};
const unsigned scene_count = sizeof(scenes) / sizeof(scenes[0]);
