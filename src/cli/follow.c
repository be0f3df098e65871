/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/follow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/follow_parts.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/screen.h"
#include "cli/select.h"
#include "cli/stream.h"
#include "os/sys.h"
#include "store/view.h"

#define CHUNK 65536
#define PAUSE_FIRST_MS 2
#define PAUSE_MAX_MS 100

/*
 * Pass on all there is in the open log of source i.  Return 0, or -1 with *e.
 */
static int
drain(struct follower *f, size_t i, struct err *e)
{
	struct source *s = &f->sources[i];
	enum stream_news news;
	ssize_t n;

	do {
		n = stream_read(&s->stream, f->chunk, CHUNK, &news);
		if (n < 0)
			return err_sys(e, "read the log of job %u", f->view.id);
		if (n > 0)
			follow_put(f, i, f->chunk, (size_t)n);
		follow_tell(s->task, news);
	} while ((n > 0 || news == STREAM_REPLACED) && !ferror(stdout));
	return 0;
}

static bool
has_log(const struct follower *f, const struct source *s,
	const struct task_view *t)
{
	return follow_has(f->options,
			  t && t->record ? record_run(t->record, s->attempt)
					 : NULL,
			  s->kind);
}

/* Return 1 if the log is open, 0 if it does not exist (yet), or -1 with *e. */
static int
open_log(struct follower *f, struct source *s, const struct task_view *t,
	 struct err *e)
{
	autofree char *path =
		follow_path(f->options, f->logs, f->view.id, s->task,
			    s->attempt, s->kind);

	if (s->stream.fd >= 0)
		return 1;
	if (!has_log(f, s, t))
		return 0;
	if (stream_open(&s->stream, path, e) < 0)
		return e->code == ERR_MISSING ? 0 : -1;
	if (!f->began && f->options->tail >= 0)
		stream_tail(&s->stream, (uint64_t)f->options->tail);
	if (s->kind == LOG_ERRORS) {
		f->errors_seen = true;
		f->lines |= !f->options->only_errors;
	}
	return 1;
}

static unsigned
last_attempt(const struct task_view *t)
{
	unsigned last = t && t->record ? t->record->attempt : 0;

	return t && t->run && t->run->attempt > last ? t->run->attempt : last;
}

/* A log that was written to is gone: that is worth a line, once. */
static void
tell_missing(const struct follower *f, struct source *s,
	     const struct task_view *t)
{
	const struct run *run =
		t && t->record ? record_run(t->record, s->attempt) : NULL;

	if (s->missed || s->stream.fd >= 0 || !run || !run->ended_ms ||
	    !run->started_ms || !has_log(f, s, t))
		return;
	cli_say("the log of job %u, task %s, attempt %u is missing%s",
		f->view.id, s->task, s->attempt,
		s->kind == LOG_ERRORS ? ": that of its errors" : "");
	s->missed = true;
}

/* The row of source i; NULL while there is none, and for the controller. */
static const struct task_view *
row_of(const struct follower *f, size_t i)
{
	const char *task = f->sources[i].task;
	size_t row = f->sources[i].row;

	if (row < f->view.task_count && !strcmp(f->view.tasks[row].name, task))
		return &f->view.tasks[row];
	return view_task(&f->view, task);
}

/*
 * Pass on what source i has, attempt after attempt.  Attempts and ends were
 * looked up in the record before the logs are read, so what ended by then is
 * read to its end.
 */
static int
pump(struct follower *f, size_t i, struct err *e)
{
	struct source *s = &f->sources[i];
	const struct task_view *t = row_of(f, i);
	unsigned last = last_attempt(t);
	bool over = f->view.final || (t && status_final(t->status));

	if (!s->attempt)
		s->attempt = f->options->attempt ? f->options->attempt
			     : f->began && last	 ? 1
						 : last;
	while (s->attempt || !s->task[0]) {
		int open = open_log(f, s, t, e);

		if (open < 0 || (open && drain(f, i, e) < 0))
			return -1;
		if (f->options->attempt || s->attempt >= last)
			break;
		tell_missing(f, s, t);
		follow_end_log(f, i);
		s->attempt++;
	}
	s->done = f->options->once || over ||
		  (f->options->attempt && last > f->options->attempt);
	if (s->done) {
		tell_missing(f, s, t);
		follow_end_log(f, i);
	}
	return 0;
}

static void
add_source(struct follower *f, const char *task, size_t row, enum log_kind kind)
{
	struct source *s;

	f->sources =
		mem_grow(f->sources, f->count, &f->cap, sizeof(*f->sources));
	s = &f->sources[f->count++];
	*s = (struct source){.stream = STREAM_INIT, .row = row, .kind = kind};
	snprintf(s->task, sizeof(s->task), "%s", task);
}

static void
add_sources(struct follower *f, const char *task, size_t row)
{
	if (!f->options->only_errors)
		add_source(f, task, row, LOG_OUTPUT);
	if (!f->options->only_output && !f->options->launch && *task)
		add_source(f, task, row, LOG_ERRORS);
}

/* The record names tasks as they begin, and keeps their order. */
static void
find_sources(struct follower *f)
{
	if (f->options->controller || f->options->task) {
		if (f->count == 0)
			add_sources(f, f->options->task ? f->options->task : "",
				    0);
		return;
	}
	for (; f->rows < f->view.task_count; f->rows++)
		add_sources(f, f->view.tasks[f->rows].name, f->rows);
}

/* Whether everything that was asked for has been passed on. */
static bool
complete(const struct follower *f, bool final)
{
	if (final || f->options->once || ferror(stdout))
		return true;
	if (f->options->controller || f->count == 0)
		return false;
	for (size_t i = 0; i < f->count; i++)
		if (!f->sources[i].done)
			return false;
	/*
	 * The end of the only task asked for; with all of them the job's
	 * counts.
	 */
	return f->options->task || f->options->attempt;
}

static int
look(struct follower *f, bool *ended, struct err *e)
{
	bool final;

	if (view_refresh(f->home, &f->view, e) < 0)
		return -1;
	final = f->view.final;
	find_sources(f);
	for (size_t i = 0; i < f->count; i++)
		if (!f->sources[i].done && pump(f, i, e) < 0)
			return -1;
	f->began = true;
	progress_draw(f->progress);
	errno = 0;
	if (fflush(stdout) != 0 && !f->out_errno)
		f->out_errno = errno;
	*ended = complete(f, final);
	return 0;
}

/* Of the task asked for, or of all. */
static unsigned
most_attempts(const struct follower *f)
{
	unsigned most = 0;

	for (size_t i = 0; i < f->view.task_count; i++) {
		const struct task_view *t = &f->view.tasks[i];
		unsigned last = last_attempt(t);

		if (last > most && (!f->options->task ||
				    !strcmp(t->name, f->options->task)))
			most = last;
	}
	return most;
}

/* Return 0, or -1 with *e: the job has no such task or attempt. */
static int
check_options(const struct follower *f, struct err *e)
{
	const struct follow *o = f->options;

	if (o->task && !view_task(&f->view, o->task) &&
	    cli_task(f->home, f->view.id, o->task, e) < 0)
		return -1;
	if (!o->attempt || (!f->view.final && !o->once))
		return 0;
	if (o->attempt <= most_attempts(f))
		return 0;
	return err_set(e, ERR_MISSING, "%s%sjob %u has no attempt %u",
		       o->task ? o->task : "", o->task ? " of " : "",
		       f->view.id, o->attempt);
}

static int
run_follower(struct follower *f, struct err *e)
{
	int64_t pause = PAUSE_FIRST_MS;
	bool ended = false;

	patience_begin(&f->patience);
	while (!ended) {
		f->wrote = false;
		if (look(f, &ended, e) < 0)
			return -1;
		if (ended)
			break;
		pause = f->wrote ? PAUSE_FIRST_MS : pause * 2;
		if (pause > PAUSE_MAX_MS)
			pause = PAUSE_MAX_MS;
		if (!f->progress)
			patience_look(&f->patience, f->home, &f->view);
		interrupt_sleep(&f->watch, pause, f->view.id);
	}
	return 0;
}

/* Its output goes nowhere any more; the job is submitted all the same. */
static int
end_launched(struct follower *f, struct err *e)
{
	cli_flush();
	if (f->out_errno != EPIPE) {
		cli_say("cannot write the output of job %u: %s; waiting for "
			"its end",
			f->view.id, err_words(f->out_errno));
		return select_wait(f->home, f->view.id, true, e);
	}
	if (!f->view.final)
		cli_say("job %u goes on; mj logs %u follows it", f->view.id,
			f->view.id);
	return cli_status(f->view.status);
}

static int
end_status(const struct follower *f)
{
	const struct task_view *t =
		f->options->task ? view_task(&f->view, f->options->task) : NULL;

	if (ferror(stdout))
		return CLI_ERROR;
	if (f->options->once && !f->options->controller && !f->view.final &&
	    !f->view.started_ms)
		outcome_not_started(f->home, &f->view);
	if (f->options->once)
		return CLI_OK;
	outcome_say(f->home, f->view.id, f->options->task);
	return cli_status(t ? t->status : f->view.status);
}

static void
release(struct follower *f)
{
	for (size_t i = 0; i < f->count; i++) {
		stream_close(&f->sources[i].stream);
		buf_release(&f->sources[i].part);
	}
	free(f->sources);
	free(f->logs);
	free(f->chunk);
	patience_release(&f->patience);
	view_release(&f->view);
}

static bool
on_terminal(void)
{
	struct screen screen;

	screen_open(&screen, 1, COLOUR_NEVER);
	return screen.terminal;
}

int
follow_job(const struct home *home, uint32_t job, const struct follow *options,
	   struct err *e)
{
	struct follower f = {
		.home = home,
		.options = options,
		.view = VIEW_INIT,
		.watch = options->launched ? interrupt_watch() : -1,
		.chunk = mem_new(CHUNK, 1),
	};
	struct progress progress;
	int status = -1, done;

	if (view_read(home, job, false, &f.view, e) == 0 &&
	    check_options(&f, e) == 0) {
		f.logs = follow_logs(home, job);
		if (options->progress &&
		    progress_begin(&progress, home, job, options->logs))
			f.progress = &progress;
		f.prefix = !options->task && !options->controller &&
			   f.view.total > 1;
		f.lines = f.prefix;
		f.over = f.prefix && on_terminal();
		done = run_follower(&f, e);
		progress_end(f.progress);
		if (done == 0)
			status = options->launched && ferror(stdout)
					 ? end_launched(&f, e)
					 : end_status(&f);
		if (status >= 0 && options->only_errors && !f.errors_seen)
			cli_say("job %u keeps no errors apart (log = joined): "
				"they are in its output",
				job);
	}
	interrupt_end(&f.watch);
	release(&f);
	return status;
}
