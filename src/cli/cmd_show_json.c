/* SPDX-License-Identifier: Apache-2.0 */
/* mj show --json. */
#include "cli/cmd_show.h"

#include "base/mem.h"
#include "cli/explain.h"
#include "cli/json.h"
#include "cli/story.h"
#include "model/cause.h"
#include "store/logs.h"

int64_t
show_waited_ms(const struct shown *s, const struct task_view *t, size_t number)
{
	int64_t at = t->record->runs[number].started_ms;
	int64_t since = story_wanted(&s->view, (size_t)(t - s->view.tasks),
				     number);

	return !at || !since ? -1 : at > since ? at - since : 0;
}

int64_t
show_next_attempt(const struct task_view *t)
{
	return t->record && (t->status == STATUS_PENDING ||
			     t->status == STATUS_RECOVERING)
		       ? t->record->due_ms
		       : 0;
}

static struct json *
attempt_json(const struct shown *s, const struct task_view *t, size_t number)
{
	const struct run *run = &t->record->runs[number];
	struct json *o = json_make_object();
	autofree char *log =
		logs_task_path(s->logs, s->view.id, t->name, run->attempt);
	autofree char *errors = logs_kind_path(
		s->logs, s->view.id, t->name, run->attempt, LOG_ERRORS);
	autofree char *launch =
		logs_launch_path(s->logs, s->view.id, t->name, run->attempt);
	char why[200];

	json_put_int(o, "attempt", run->attempt);
	json_put_int(o, "exit_code", run->exit_code);
	json_put_int(o, "signal", run->signal > 0 ? run->signal : -1);
	json_put_true(o, "core", run->core);
	json_put_text(o, "step", run->step);
	json_put_text(o, "pool", run->pool);
	json_put_text(o, "remote", run->remote);
	json_put_text(o, "gpus", run->gpus);
	json_put_text(o, "cgroup", run->cgroup);
	json_put_text(o, "unlimited", run->unlimited);
	json_put_text(o, "cause", run->cause);
	json_put_text(o, "error", run->error);
	json_put_text(o, "reason",
		      explain_cause(&s->view, t->name, run, why, sizeof(why)));
	json_put_text(o, "cancelled_by", run->by);
	json_put_time(o, "started_at", run->started_ms);
	json_put_time(o, "running_at", run->running_ms);
	json_put_time(o, "ended_at", run->ended_ms);
	json_put_seconds(o, "waited_seconds", show_waited_ms(s, t, number));
	json_put_seconds(o, "run_seconds", view_run_ms(run, s->now));
	json_put_seconds(o, "suspended_seconds",
			 run->suspended_ms ? view_suspended_ms(run, s->now)
					   : -1);
	json_put_seconds(o, "cpu_seconds", run->ended_ms ? run->cpu_ms : -1);
	json_put_int(o, "lost_bytes", run->lost ? run->lost : -1);
	json_put_int(o, "left_behind", run->left > 0 ? run->left : -1);
	json_put_int(o, "max_rss_kib", run->ended_ms ? run->rss_kib : -1);
	json_put_text(o, "log", log);
	json_put_text(o, "errors_log", run->errors_pipe ? errors : "");
	json_put_text(o, "launch_log", run->pool[0] ? launch : "");
	return o;
}

static void
put_deps(const struct shown *s, const struct task_view *t, struct json *o)
{
	const struct job *job = &s->view.job;
	const struct task *task;
	struct json *list;

	if (!s->view.has_spec)
		return;
	task = &job->tasks[t - s->view.tasks];
	list = json_make_array();
	for (size_t i = 0; i < task->dep_count; i++)
		json_append(list,
			    json_make_text(job->tasks[task->deps[i]].name));
	json_put(o, "depends_on", list);
}

static struct json *
task_json(const struct shown *s, const struct task_view *t)
{
	struct json *o = json_make_object(), *attempts = json_make_array();
	autobuf struct buf why = BUF_INIT;

	explain_task(&s->view, t, &s->waits, &why);
	json_put_text(o, "name", t->name);
	json_put_text(o, "status", status_name(t->status));
	json_put_text(o, "pool", t->pool);
	json_put_text(o, "reason", buf_text(&why));
	json_put_seconds(o, "timeout_seconds",
			 explain_limit(&s->view, t->name));
	put_deps(s, t, o);
	json_put_time(o, "waiting_since",
		      explain_since(s->home, &s->waits, s->view.id, t->name));
	json_put_time(o, "suspended_at", t->suspended_ms);
	json_put_int(o, "recoveries", t->record ? t->record->recoveries : 0);
	json_put_time(o, "next_attempt_at", show_next_attempt(t));
	for (size_t i = 0; t->record && i < t->record->run_count; i++)
		json_append(attempts, attempt_json(s, t, i));
	json_put(o, "attempts", attempts);
	return o;
}

static void
put_cancel(const struct shown *s, struct json *o)
{
	struct json *note;

	if (!s->cancel.asked)
		return;
	note = json_make_object();
	json_put_text(note, "by", s->cancel.by);
	json_put_time(note, "at", s->cancel.at_ms);
	json_put_seconds(note, "grace_seconds", s->cancel.grace_ms);
	json_put(o, "cancel", note);
}

/* What callbacks of the job failed; their output is in a log of their own. */
static void
put_events(const struct shown *s, struct json *o)
{
	const struct record *r = &s->view.record;
	autofree char *log = logs_events_path(s->logs, s->view.id);

	if (!r->told.seq)
		return;
	json_put_text(o, "event_log", log);
	json_put_int(o, "event_errors", r->told_bad_count);
	json_put_text(o, "event_error", r->told_bad.error);
}

/* What keeps it from starting, or did. */
static void
put_conditions(const struct record *r, struct json *o)
{
	struct json *afters = NULL;
	const struct after *a;

	json_put_text(o, "unique", r->unique);
	json_put_true(o, "hold", r->hold);
	json_put_time(o, "begin_at", r->begin_ms);
	for (size_t at = 0; (a = record_after(r, &at));) {
		struct json *one = json_make_object();

		afters = afters ? afters : json_make_array();
		json_put_int(one, "job", a->job);
		json_put_text(one, "want", want_name(a->want));
		json_append(afters, one);
	}
	if (afters)
		json_put(o, "after", afters);
}

void
show_json(const struct shown *s)
{
	const struct view *v = &s->view;
	const struct record *r = &v->record;
	struct json *o = json_make_object(), *tasks = json_make_array();
	autobuf struct buf why = BUF_INIT;
	autofree char *log = logs_controller_path(s->logs, v->id);

	explain_job(v, &s->waits, &why);
	json_put_int(o, "id", v->id);
	json_put_text(o, "name", r->name);
	json_put_text(o, "status", status_name(v->status));
	json_put_text(o, "schedule_state",
		      schedule_name(waits_schedule(&s->waits, v->id)));
	json_put_text(o, "reason", buf_text(&why));
	json_put_signed(o, "priority", r->priority);
	json_put_text(o, "user", r->user);
	json_put_text(o, "pool", r->pool);
	json_put_time(o, "submitted_at", r->submitted_ms);
	json_put_time(o, "waiting_since",
		      explain_since(s->home, &s->waits, v->id, NULL));
	json_put_time(o, "started_at", v->started_ms);
	json_put_time(o, "ended_at", r->final ? r->ended_ms : 0);
	json_put_time(o, "suspended_at", v->suspended_ms);
	json_put_int(o, "round", r->round);
	json_put_int(o, "recoveries", v->recoveries);
	json_put_text(o, "workdir", s->capture.cwd);
	json_put_text(o, "controller_log", log);
	put_events(s, o);
	put_conditions(r, o);
	put_cancel(s, o);
	for (size_t i = 0; i < v->task_count; i++)
		json_append(tasks, task_json(s, &v->tasks[i]));
	json_put(o, "tasks", tasks);
	json_put(o, "story", story_json(v, &s->cancel));
	json_print(o);
}
