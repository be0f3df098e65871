/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mj show: everything about a job, per attempt.  Never its environment or
 * secrets.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/chart.h"
#include "cli/cmd.h"
#include "cli/cmd_show.h"
#include "cli/explain.h"
#include "cli/moment.h"
#include "cli/story.h"
#include "cli/width.h"
#include "model/cause.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"

enum { OPT_JSON = CLI_LONG, OPT_UTC };

static const struct cli_option options[] = {
	{OPT_JSON, "json", NULL, "as one JSON object"},
	{OPT_UTC, "utc", NULL, "times in UTC"},
};

/* `name  value`, nothing for no value; what must not reach a terminal is '?'. */
static void
line(const char *indent, const char *name, const char *value)
{
	autobuf struct buf text = BUF_INIT;

	if (!value || !*value)
		return;
	width_add(&text, value, WIDTH_ALL, true);
	printf("%s%-*s%s\n", indent, 12 - (int)strlen(indent) / 2, name,
	       buf_text(&text));
}

static void
line_time(const char *indent, const char *name, int64_t wall_ms)
{
	char text[TEXT_TIME_SIZE];

	if (wall_ms > 0)
		line(indent, name, text_time_local(wall_ms, text));
}

static void
line_span(const char *indent, const char *name, int64_t ms)
{
	char text[32];

	if (ms >= 0)
		line(indent, name, text_span(ms, text, sizeof(text)));
}

/* Since when it waits, and how long that is. */
static void
line_waits(const struct shown *s, const char *indent, const char *task)
{
	int64_t since = explain_since(s->home, &s->waits, s->view.id, task);
	char at[TEXT_TIME_SIZE], span[32], text[80];

	if (!since)
		return;
	snprintf(text, sizeof(text), "%s, since %s",
		 text_span(s->now - since, span, sizeof(span)),
		 text_time_local(since, at));
	line(indent, "waiting for", text);
}

/* When, and in how long. */
static void
line_next(const struct shown *s, int64_t due_ms)
{
	char at[TEXT_TIME_SIZE], span[32], text[80];

	if (!due_ms)
		return;
	snprintf(text, sizeof(text), "%s, in %s", text_time_local(due_ms, at),
		 text_span(due_ms > s->now ? due_ms - s->now : 0, span,
			   sizeof(span)));
	line("  ", "next try", text);
}

static void
show_attempt(const struct shown *s, const struct task_view *t, size_t number)
{
	const struct run *run = &t->record->runs[number];
	static const char in[] = "    ";
	autofree char *log =
		logs_task_path(s->logs, s->view.id, t->name, run->attempt);
	autofree char *errors = logs_kind_path(
		s->logs, s->view.id, t->name, run->attempt, LOG_ERRORS);
	char text[200];

	printf("  attempt %u\n", run->attempt);
	line(in, "cause",
	     explain_cause(&s->view, t->name, run, text, sizeof(text)));
	line(in, "end", run->ended_ms ? cause_end(run, text, sizeof(text))
			: run->started_ms ? "" : "to be started");
	line(in, "step", run->step);
	line(in, "pool", run->pool);
	line(in, "remote", run->remote);
	line(in, "gpus", run->gpus);
	line(in, "cgroup", run->cgroup);
	line(in, "unlimited", run->unlimited);
	line_span(in, "waited", show_waited_ms(s, t, number));
	line_time(in, "started", run->started_ms);
	line_time(in, "running", run->running_ms);
	line_time(in, "ended", run->ended_ms);
	line_span(in, "run time", view_run_ms(run, s->now));
	if (run->suspended_ms)
		line_span(in, "suspended", view_suspended_ms(run, s->now));
	if (run->ended_ms) {
		line_span(in, "CPU time", run->cpu_ms);
		if (run->rss_kib >= 0) {
			snprintf(text, sizeof(text), "%lld KiB",
				 (long long)run->rss_kib);
			line(in, "max RSS", text);
		}
	}
	if (run->lost) {
		snprintf(text, sizeof(text),
			 "%lld bytes of output: the log could not be written",
			 (long long)run->lost);
		line(in, "lost", text);
	}
	if (run->left > 0) {
		snprintf(text, sizeof(text),
			 "%d process%s behind, which %s ended", run->left,
			 run->left > 1 ? "es" : "", run->left > 1 ? "were" : "was");
		line(in, "left", text);
	}
	line(in, "log", log);
	if (run->errors_pipe)
		line(in, "errors", errors);
	if (run->pool[0]) {
		autofree char *launch = logs_launch_path(
			s->logs, s->view.id, t->name, run->attempt);

		line(in, "launch log", launch);
	}
}

static void
show_task(const struct shown *s, const struct task_view *t)
{
	autobuf struct buf why = BUF_INIT;
	char number[24];

	explain_task(&s->view, t, &s->waits, &why);
	printf("\ntask %s\n", t->name);
	line("  ", "status", status_name(t->status));
	line("  ", "reason", buf_text(&why));
	line_waits(s, "  ", t->name);
	line("  ", "pool", t->pool);
	line_span("  ", "time limit", explain_limit(&s->view, t->name));
	if (t->record && t->record->recoveries) {
		snprintf(number, sizeof(number), "%u", t->record->recoveries);
		line("  ", "recoveries", number);
	}
	line_next(s, show_next_attempt(t));
	for (size_t i = 0; t->record && i < t->record->run_count; i++)
		show_attempt(s, t, i);
}

static void
show_cancel(const struct shown *s)
{
	if (s->cancel.asked)
		line("", "cancel",
		     s->cancel.by[0] ? s->cancel.by : "was asked for");
	if (s->cancel.asked)
		line_span("", "grace", s->cancel.grace_ms);
}

static void
show_events(const struct shown *s)
{
	const struct record *r = &s->view.record;
	autofree char *log = logs_events_path(s->logs, s->view.id);
	autofree char *bad = NULL;

	if (r->told_bad_count)
		bad = mem_printf("%u failed; the last: %s of task %s: %s",
				 r->told_bad_count, r->told_bad.event,
				 r->told_bad.task, r->told_bad.error);
	line("", "callbacks", bad);
	line("", "events", file_exists(s->home->fd, log) ? log : NULL);
}

static void
show_conditions(const struct record *r)
{
	const struct after *a;
	char text[40];

	line("", "key", r->unique);
	line_time("", "begins", r->begin_ms);
	for (size_t at = 0; (a = record_after(r, &at));) {
		snprintf(text, sizeof(text), "job %u (%s)", a->job,
			 want_name(a->want));
		line("", "after", text);
	}
}

static void
show_text(const struct shown *s)
{
	const struct view *v = &s->view;
	autobuf struct buf why = BUF_INIT;
	autofree char *log = logs_controller_path(s->logs, v->id);
	char number[24];

	explain_job(v, &s->waits, &why);
	printf("job %u\n", v->id);
	line("", "name", v->record.name);
	line("", "status", status_name(v->status));
	line("", "scheduler", schedule_name(waits_schedule(&s->waits, v->id)));
	line("", "reason", buf_text(&why));
	line_waits(s, "", NULL);
	snprintf(number, sizeof(number), "%d", v->record.priority);
	line("", "priority", number);
	line("", "user", v->record.user);
	line("", "pool", v->record.pool);
	line_time("", "submitted", v->record.submitted_ms);
	if (v->started_ms)
		line_span("", "waited", v->started_ms - v->record.submitted_ms);
	line_time("", "started", v->started_ms);
	line_time("", "ended", v->record.final ? v->record.ended_ms : 0);
	snprintf(number, sizeof(number), "%u", v->record.round);
	line("", "round", v->record.round > 1 ? number : NULL);
	show_conditions(&v->record);
	show_cancel(s);
	line("", "workdir", s->capture.cwd);
	line("", "controller", file_exists(s->home->fd, log) ? log : NULL);
	show_events(s);
	for (size_t i = 0; i < v->task_count; i++)
		show_task(s, &v->tasks[i]);
	story_print(v, &s->cancel);
}

static int
read_all(struct shown *s, const char *word, struct err *e)
{
	struct err damage;
	uint32_t job;

	if (cli_job(s->home, word, &job, e) < 0 || chart_read_view(s->home, job, &s->view, e) < 0 ||
	    waits_read(s->home, &s->waits, e) < 0)
		return -1;
	/* Without its environment only the place of its logs is a guess. */
	if (capture_read(s->home, job, &s->capture, &damage) < 0)
		cli_say("%s: where its logs are is a guess", damage.text);
	s->logs = s->capture.logs ? s->capture.logs : s->home->logs;
	jobs_cancel_read(s->home, job, NULL, &s->cancel);
	return 0;
}

static int
run_show(struct cli *c)
{
	struct home home = HOME_INIT;
	struct shown s = {.home = &home,
			  .view = VIEW_INIT,
			  .capture = CAPTURE_INIT,
			  .now = sys_wall_ms()};
	struct err e;
	int status = CLI_OK;
	bool json = false;

	for (int id; (id = cli_next(c));)
		if (id == OPT_JSON)
			json = true;
		else
			moment_use_utc();
	if (c->word_count != 1)
		return cli_usage(c, "give one job");
	if (cli_home(c, &home, HOME_READ, &e) < 0 ||
	    read_all(&s, c->words[0], &e) < 0)
		status = cli_fail(&e);
	else if (json)
		show_json(&s);
	else
		show_text(&s);
	capture_release(&s.capture);
	waits_release(&s.waits);
	view_release(&s.view);
	home_close(&home);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.operands = "JOB",
	.summary = "tell everything about a job",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_show,
};
