/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/herald.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/text.h"
#include "engine/command.h"
#include "engine/family.h"
#include "engine/say.h"
#include "engine/starter.h"
#include "model/news.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/jobs.h"
#include "store/logs.h"

#define LAST_TRIES 5 /* no process to be had must not keep a job from its end */
#define REAP_WAIT_MS 10 /* between the end of a family and that of its first process */

/* A herald at work, in processes of its own; all borrowed but news. */
struct herald {
	const struct live *live;
	const char *path; /* of the lock */
	int report; /* where it says that it is there; -1 none */
	int lock;
	int signals;
	char tag[256];
	size_t offset; /* of the record, read so far */
	struct news news;
};

/* How a callback ended. */
struct outcome {
	struct spawn_end end;
	bool ended; /* end says how */
	bool late;  /* it was ended for want of time */
};

static bool
has_callbacks(const struct live *l)
{
	if (l->home->config.on_event)
		return true;
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->spec.tasks[i].event_callback)
			return true;
	return false;
}

static void
put_event(const struct herald *h, const struct news_item *item, size_t task,
	  struct env_list *env)
{
	const char *event = news_name(item->kind);
	char number[24];

	env_put(env, "MJ_TAG", h->tag);
	env_put(env, "MJ_EVENT", event);
	env_put(env, "MJ_JOB_STATUS", status_name(news_job_status(&h->news)));
	env_put(env, "JOB_STATUS", event);
	env_put(env, "TASK_NAME", item->task);
	snprintf(number, sizeof(number), "%zu", task);
	env_put(env, "TASK_ID", number);
	env_put(env, "JOB_ID", env_get(env, "MJ_JOB_ID"));
}

/* In the new process. */
static void
become(struct command *c, const char *text, int log)
{
	char flag[] = "-c";
	autofree char *last = mem_copy(text);
	char *words[] = {c->shell, flag, last, NULL};
	struct spawn s = {
		.argv = words,
		.envp = c->env.list,
		.path_list = env_get(&c->env, "PATH"),
		.in = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0),
		.out = log,
		.errors = log,
		.dir = c->dir,
		.umask = c->capture->umask,
	};
	const char *what;

	command_settings(c->capture, log);
	what = spawn_exec(&s);
	last = mem_printf("[mj: could not start the callback: %s: %s]\n", what,
			  err_words(errno));
	sys_write_all(log, last, strlen(last));
	spawn_exit(127);
}

static void
reap(pid_t pid, struct outcome *out)
{
	struct spawn_end end;

	while (spawn_reap(-1, false, &end) == 1) {
		if (end.pid != pid)
			continue;
		out->ended = true;
		out->end = end;
	}
}

/* Told to stop from outside, we go: a later herald tells this event again. */
static void
sleep_until_signal(const struct herald *h, int64_t wait_ms)
{
	struct pollfd fd = {h->signals, POLLIN, 0};
	int signo;

	sys_poll(&fd, 1, wait_ms);
	while ((signo = sig_next(h->signals, NULL)))
		if (signo == SIGTERM || signo == SIGHUP)
			spawn_exit(0);
}

/* Wait for its end or the time limit; then what is left of it is ended, too. */
static void
attend(const struct herald *h, pid_t pid, struct outcome *out)
{
	const struct config *config = &h->live->home->config;
	struct family f = {.top = sys_pid(), .boot = h->live->home->boot};
	struct ending ending = {.active = false};
	int64_t limit_ms = sys_boot_ms() + config->event_timeout_ms;

	for (;;) {
		int64_t now_ms = sys_boot_ms(), wait_ms = limit_ms - now_ms;

		reap(pid, out);
		if (!ending.active && (out->ended || wait_ms <= 0)) {
			out->late = !out->ended;
			ending_start(&ending, now_ms, config->grace_ms);
		}
		if (ending.active)
			wait_ms = ending_step(&ending, &f, now_ms);
		if (ending.active && !wait_ms && out->ended)
			break;
		sleep_until_signal(h, wait_ms ? wait_ms : REAP_WAIT_MS);
	}
	ending_release(&ending);
}

static void
describe(const struct herald *h, const struct outcome *o, const char *which,
	 char *error, size_t size)
{
	char span[48];

	if (*error)
		return; /* the first that failed */
	if (o->late)
		snprintf(error, size, "%s: timeout after %s", which,
			 text_span(h->live->home->config.event_timeout_ms,
				   span, sizeof(span)));
	else if (o->end.signal)
		snprintf(error, size, "%s: %s", which,
			 text_signal(o->end.signal, span, sizeof(span)));
	else if (o->end.exit_code)
		snprintf(error, size, "%s: exit %d", which, o->end.exit_code);
}

static void
run(const struct herald *h, struct command *c, const char *text,
    const char *which, char error[160])
{
	struct outcome out = {.ended = false};
	struct err e = {0};
	autoclose int log = logs_open_events(h->live->logs, h->live->job, &e);
	pid_t pid;

	if (!text)
		return;
	/* what cannot be kept is let go: the callback runs all the same */
	if (log < 0)
		log = sys_open(AT_FDCWD, "/dev/null", O_WRONLY, 0);
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0)
		become(c, text, log);
	if (pid < 0) {
		snprintf(error, 160, "%s: fork: %s", which, err_words(errno));
		return;
	}
	attend(h, pid, &out);
	describe(h, &out, which, error, 160);
}

/* Run the callbacks for an event; in error why the first that failed did. */
static void
tell(const struct herald *h, const struct news_item *item, char error[160])
{
	const struct live *l = h->live;
	long task = job_find(&l->spec, item->task);
	struct capture capture = CAPTURE_INIT;
	struct command c = {.dir = NULL};
	struct attempt_order order = {
		.home = l->home,
		.job = l->job,
		.spec = &l->spec,
		.record = &h->news.record,
		.task = task < 0 ? 0 : (size_t)task,
		.attempt = item->attempt,
		.recoveries = item->recoveries,
	};
	struct err e;

	if (task < 0)
		return;
	if (command_prepare(&c, &order, &capture, &e) < 0) {
		snprintf(error, 160, "%.150s", e.text);
	} else {
		put_event(h, item, (size_t)task, &c.env);
		run(h, &c, l->spec.tasks[task].event_callback,
		    "event_callback", error);
		run(h, &c, l->home->config.on_event, "on_event", error);
	}
	command_release(&c);
	capture_release(&capture);
}

/* Without room for the note it may be told again. */
static void
note_told(const struct herald *h, const struct news_item *item,
	  const char *error)
{
	struct block b = BLOCK_INIT;

	block_begin(&b, "event", NULL);
	block_int(&b, "seq", (int64_t)item->seq);
	block_text(&b, "event", news_name(item->kind));
	block_text(&b, "task", item->task);
	block_time(&b, "at", sys_wall_ms());
	if (*error)
		block_text(&b, "error", error);
	block_end(&b);
	jobs_append(h->live->home, h->live->job, &b, false, NULL);
	block_release(&b);
	if (*error)
		say("event %s of task %s: %s", news_name(item->kind),
		    item->task, error);
}

/* Read what is new.  Return whether there is something to tell. */
static bool
read_news(struct herald *h)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_path(h->live->job, "record");

	h->news.count = 0; /* all of it was told */
	if (file_read(h->live->home->fd, path, h->offset, JOBS_RECORD_MAX,
		      &text, NULL) < 0)
		return false;
	h->offset += news_read(&h->news, buf_text(&text), text.len);
	return h->news.count > 0;
}

/* A herald before us that was killed left its name, and maybe a callback that lives. */
static void
end_leftovers(const struct herald *h)
{
	struct family f = {.tag = h->tag, .boot = h->live->home->boot};
	struct ending ending = {.active = false};
	struct proc before;
	int64_t wait_ms;

	if (jobs_pid_read(h->live->home, h->path, &before, NULL) < 0 ||
	    strcmp(before.boot, h->live->home->boot) != 0)
		return;
	ending_start(&ending, sys_boot_ms(), h->live->home->config.grace_ms);
	while ((wait_ms = ending_step(&ending, &f, sys_boot_ms())))
		sleep_until_signal(h, wait_ms);
	ending_release(&ending);
}

/* In the process that does it. */
static int
tell_all(void *arg)
{
	struct herald *h = arg;
	struct proc self;

	sys_subreaper();
	/* with us and our guard there, no single kill can lose what is to be told */
	if (h->report >= 0)
		sys_write_all(h->report, "y", 1);
	sys_close(&h->report);
	/* an older one may be at work still: events are told in their order */
	h->lock = lock_wait(h->live->home->fd, h->path, 1, NULL);
	if (h->lock < 0)
		return 0; /* the job is gone */
	h->signals = sig_open();
	end_leftovers(h);
	proc_self(&self, h->live->home->boot);
	jobs_pid_write(h->lock, &self, "", NULL);
	while (read_news(h))
		for (size_t i = 0; i < h->news.count; i++) {
			char error[160] = "";

			tell(h, &h->news.list[i], error);
			note_told(h, &h->news.list[i], error);
		}
	file_cut(h->lock, 0);
	if (h->news.record.final)
		file_unlink(h->live->home->fd, h->path, NULL);
	return 0;
}

/* In the new process, which guards the one that does it. */
static void
be_herald(const struct live *l, int report)
{
	int keep[] = {l->home->fd, report};
	autofree char *path = jobs_path(l->job, "events.pid");
	struct herald h = {
		.live = l,
		.path = path,
		.report = report,
		.news = NEWS_INIT,
	};

	sig_block();
	sys_close_others(keep, 2);
	sys_detach();
	sys_subreaper();
	title_set("mj: %s job %u events", l->home->path, l->job);
	/* no task can be called so: nobody takes it for that of an attempt */
	snprintf(h.tag, sizeof(h.tag), "%s:%s:%u:!events", l->home->id,
		 l->home->boot, l->job);
	h.news.spec = &l->spec;
	starter_run(tell_all, &h, NULL);
	spawn_exit(0);
}

static pid_t
start(const struct live *l, int report)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0)
		be_herald(l, report);
	return pid;
}

/* Start one and wait until it is there and guarded, not until it tells.  Return whether. */
static bool
start_surely(const struct live *l)
{
	int ends[2];
	char byte;
	bool there;

	if (sys_pipe(ends, false) < 0)
		return false;
	there = start(l, ends[1]) > 0;
	sys_close(&ends[1]);
	there = there && sys_read(ends[0], &byte, 1) == 1;
	sys_close(&ends[0]);
	return there;
}

void
herald_tell(struct live *l)
{
	pid_t pid;

	/* what is not in the record yet is told of after it is */
	if (!l->news || l->herald || l->out.text.len)
		return;
	l->news = false;
	if (!has_callbacks(l))
		return;
	pid = start(l, -1);
	if (pid > 0)
		l->herald = pid;
	else
		l->news = l->failed = true; /* again, a little later */
}

void
herald_last(struct live *l)
{
	if (!has_callbacks(l))
		return;
	for (int i = 0; i < LAST_TRIES; i++)
		if (start_surely(l))
			return;
	say("no process to tell of the end: %s", err_words(errno));
}
