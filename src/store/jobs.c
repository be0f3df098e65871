/* SPDX-License-Identifier: Apache-2.0 */
#include "store/jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/spec.h"

#define ARGV_MAX (4u << 20)

char *
jobs_path(uint32_t job, const char *file)
{
	return mem_printf("jobs/%010u%s%s", job, file ? "/" : "",
			  file ? file : "");
}

char *
jobs_runner_path(uint32_t job, const char *task)
{
	return mem_printf("jobs/%010u/runner.%s.pid", job, task);
}

int
jobs_refresh(const struct home *home, uint32_t job, struct record *r,
	     size_t *offset, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_path(job, "record");

	if (file_read(home->fd, path, *offset, JOBS_RECORD_MAX, &text, e) < 0)
		return -1;
	*offset += record_fold(r, buf_text(&text), text.len);
	return 0;
}

int
jobs_record(const struct home *home, uint32_t job, struct record *r,
	    struct err *e)
{
	size_t offset = 0;

	if (jobs_refresh(home, job, r, &offset, e) < 0)
		return -1;
	if (!r->submitted)
		return err_set(e, ERR_CORRUPT,
			       "job %u: its record is damaged: no block or not "
			       "the first one can be read",
			       job);
	return 0;
}

int
jobs_append(const struct home *home, uint32_t job, const struct block *b,
	    bool durable, struct err *e)
{
	autofree char *path = jobs_path(job, "record");
	autoclose int fd = file_open_append(home->fd, path, false, e);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = sys_write(fd, b->text.data, b->text.len);
	if (n >= 0 && (size_t)n < b->text.len)
		errno = ENOSPC; /* a torn block: the fold skips it */
	if (n < 0 || (size_t)n < b->text.len)
		return err_sys(e, "append to %s", path);
	if (durable && file_sync(fd, e) < 0)
		return err_wrap(e, "%s", path);
	return 0;
}

int
jobs_spec_text(const struct home *home, uint32_t job, struct buf *text,
	       bool *is_argv, struct err *e)
{
	autofree char *yaml = jobs_path(job, "job.yaml");
	autofree char *argv = jobs_path(job, "argv");
	struct err own;

	*is_argv = false;
	if (file_read(home->fd, yaml, 0, SPEC_SIZE_MAX, text, &own) == 0)
		return 0;
	if (own.code == ERR_MISSING) {
		*is_argv = true;
		return file_read(home->fd, argv, 0, ARGV_MAX, text, e);
	}
	if (e)
		*e = own;
	return -1;
}

static int
spec_from_argv(const struct buf *text, struct job *out, struct err *e)
{
	char **words = NULL;
	size_t count = 0, cap = 0;

	if (text->len == 0 || text->data[text->len - 1] != '\0')
		return err_set(e, ERR_CORRUPT, "argv is damaged");
	for (size_t at = 0; at < text->len;
	     at += strlen(text->data + at) + 1) {
		words = mem_grow(words, count, &cap, sizeof(char *));
		words[count++] = text->data + at;
	}
	spec_command(words, count, out);
	free(words);
	return 0;
}

/* What was said beside the spec. */
static void
put_over(const struct record *r, struct task *t)
{
	if (r->only_pool[0])
		job_set_places(t, (const char *const[]){r->only_pool}, 1);
	if (r->timeout_ms && !t->timeout_ms)
		t->timeout_ms = r->timeout_ms;
	if (r->max_restarts >= 0)
		t->recovery.max_restarts = (uint32_t)r->max_restarts;
	recovery_add_codes(&t->recovery, r->recover_on);
	need_widen(&t->need, &r->need);
}

int
jobs_spec(const struct home *home, uint32_t job, const struct record *r,
	  struct job *out, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_path(job, "job.yaml");
	bool is_argv;

	if (jobs_spec_text(home, job, &text, &is_argv, e) < 0)
		return -1;
	if ((is_argv ? spec_from_argv(&text, out, e)
		     : spec_parse(buf_text(&text), text.len, path, out, NULL,
				  e)) < 0)
		return -1;
	free(out->name);
	out->name = mem_copy(r->name);
	for (size_t i = 0; i < out->task_count; i++)
		put_over(r, &out->tasks[i]);
	return 0;
}

void
jobs_request(uint32_t job, const struct record *r, struct request *out)
{
	*out = (struct request){.job = job, .round = r->round};
	if (r->final && r->next_round > r->round)
		out->round = r->next_round;
	snprintf(out->pool, sizeof(out->pool), "%s", r->pool);
	snprintf(out->shard, sizeof(out->shard), "%s", r->shard);
}

bool
jobs_final(const struct home *home, uint32_t job, const struct record *r)
{
	struct request request;

	if (!r->final)
		return false;
	jobs_request(job, r, &request);
	return queue_find(home, &request) == QUEUE_NONE;
}

char *
jobs_cancel_path(uint32_t job, const char *task)
{
	return mem_printf("jobs/%010u/cancel%s%s", job, task ? "." : "",
			  task ? task : "");
}

void
jobs_cancel_read(const struct home *home, uint32_t job, const char *task,
		 struct cancel_note *out)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_cancel_path(job, task);
	struct file_info info;
	char grace[32], at[TEXT_TIME_SIZE];

	*out = (struct cancel_note){.grace_ms = -1};
	/* Its existence is the message, even if it cannot be read. */
	out->asked = file_info(home->fd, path, &info) == 0;
	out->unsure = !out->asked && errno != ENOENT;
	out->at_ms = out->asked ? info.changed_ms : 0;
	if (!out->asked ||
	    file_read(home->fd, path, 0, 4096, &text, NULL) < 0)
		return;
	/* the file's own time is that of the last tick of the clock, milliseconds before */
	if (text_field(buf_text(&text), "at", at, sizeof(at)))
		text_time_parse(at, &out->at_ms);
	text_field(buf_text(&text), "by", out->by, sizeof(out->by));
	if (text_field(buf_text(&text), "grace", grace, sizeof(grace)) &&
	    text_duration(grace, &out->grace_ms) < 0)
		out->grace_ms = -1;
}

void
jobs_cancel_all_note(const struct record *record, struct cancel_note *out)
{
	*out = (struct cancel_note){.asked = true, .grace_ms = -1};
	snprintf(out->by, sizeof(out->by), "cancelled by %.80s",
		 record->user[0] ? record->user : "its user");
}

static int
put_note(const struct home *home, const char *path, const char *aside,
	 const struct buf *text, bool durable)
{
	file_unlink(home->fd, aside, NULL);
	if (file_create(home->fd, aside, buf_text(text), text->len, durable,
			NULL) == 0 &&
	    file_rename(home->fd, aside, path, false, NULL) == 0)
		return 0;
	file_unlink(home->fd, aside, NULL);
	return -1;
}

static int
write_note(const struct home *home, uint32_t job, const char *task,
	   const struct cancel_note *note, bool durable)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_cancel_path(job, task);
	autofree char *aside = mem_printf("jobs/%010u/.cancel.%d", job,
					  (int)sys_pid());
	char at[TEXT_TIME_SIZE];

	text_time(note->at_ms ? note->at_ms : sys_wall_ms(), at);
	buf_printf(&text, "at = %s\n", at);
	if (note->by[0])
		buf_printf(&text, "by = %s\n", note->by);
	if (note->grace_ms >= 0)
		buf_printf(&text, "grace = %lldms\n",
			   (long long)note->grace_ms);
	return put_note(home, path, aside, &text, durable);
}

/* Without room for words an empty one still says it. */
static int
touch_note(const struct home *home, uint32_t job, const char *task,
	   struct err *e)
{
	autofree char *path = jobs_cancel_path(job, task);

	return file_touch(home->fd, path, e);
}

int
jobs_cancel_put(const struct home *home, uint32_t job, const char *task,
		const struct cancel_note *note, struct err *e)
{
	return write_note(home, job, task, note, false) < 0
		       ? touch_note(home, job, task, e)
		       : 0;
}

int
jobs_cancel_write(const struct home *home, uint32_t job, const char *task,
		  const struct cancel_note *note, struct err *e)
{
	autofree char *dir = jobs_path(job, NULL);

	if (write_note(home, job, task, note, true) < 0 &&
	    touch_note(home, job, task, e) < 0)
		return -1;
	return file_sync_dir(home->fd, dir, e);
}

int
jobs_pid_read(const struct home *home, const char *path, struct proc *out,
	      struct buf *rest)
{
	autobuf struct buf text = BUF_INIT;

	*out = (struct proc){0};
	if (file_read(home->fd, path, 0, 4096, &text, NULL) < 0)
		return -1;
	if (rest)
		buf_puts(rest, buf_text(&text));
	return proc_parse(buf_text(&text), out);
}

int
jobs_pid_write(int fd, const struct proc *p, const char *rest, struct err *e)
{
	autobuf struct buf text = BUF_INIT;

	/* /proc could not be read: nobody could prove who that is */
	if (p->start == 0)
		return err_set(e, ERR_SYS, "pid file: no start time");
	proc_format(p, &text);
	buf_puts(&text, rest);
	if (file_put(fd, text.data, text.len, e) < 0)
		return err_wrap(e, "pid file");
	file_cut(fd, (off_t)text.len);
	return 0;
}

bool
jobs_poke(const struct home *home, uint32_t job, char byte)
{
	autofree char *path = jobs_path(job, "ctl");

	return file_poke(home->fd, path, byte);
}

/* Remove the entries that name the job, wherever they are. */
static void
remove_entries(const struct home *home, uint32_t job, const char *dir)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("%s/%s", dir, names.names[i]);
		uint32_t number = (uint32_t)strtoul(names.names[i], NULL, 10);

		if (number == job)
			file_unlink(home->fd, path, NULL);
	}
}

static void
remove_held(const struct home *home, uint32_t job)
{
	autonames struct file_names held = FILE_NAMES_INIT;
	struct request r;

	queue_list_held(home, true, &held, NULL);
	for (size_t i = 0; i < held.count; i++) {
		autofree char *path = mem_printf("queue/held/%s", held.names[i]);

		if (queue_parse_request(queue_entry_name(path), &r) == 0 &&
		    r.job == job)
			file_unlink(home->fd, path, NULL);
	}
}

void
jobs_drop_ctl(const struct home *home, uint32_t job)
{
	autofree char *ctl = jobs_path(job, "ctl");
	autofree char *lock = jobs_path(job, "controller.pid");

	file_unlink(home->fd, ctl, NULL);
	file_unlink(home->fd, lock, NULL);
}

static void
remove_waiting(const struct home *home, uint32_t job, const char *pool)
{
	autonames struct file_names classes = FILE_NAMES_INIT;
	autofree char *waiting = mem_printf("queue/pool/%s/waiting", pool);

	file_list(home->fd, waiting, &classes, NULL);
	for (size_t i = 0; i < classes.count; i++) {
		autonames struct file_names shards = FILE_NAMES_INIT;
		autofree char *class =
			mem_printf("%s/%s", waiting, classes.names[i]);

		file_list(home->fd, class, &shards, NULL);
		for (size_t k = 0; k < shards.count; k++) {
			autofree char *shard =
				mem_printf("%s/%s", class, shards.names[k]);

			remove_entries(home, job, shard);
		}
	}
}

void
jobs_drop_entries(const struct home *home, uint32_t job)
{
	autonames struct file_names pools = FILE_NAMES_INIT;

	queue_pools(home, &pools, NULL);
	/* requests first: nothing can be granted after them */
	for (size_t i = 0; i < pools.count; i++)
		remove_waiting(home, job, pools.names[i]);
	remove_entries(home, job, "queue/launching");
	for (size_t i = 0; i < pools.count; i++) {
		autofree char *dir = mem_printf("queue/pool/%s/running",
						pools.names[i]);

		remove_entries(home, job, dir);
	}
	remove_held(home, job);
}

bool
jobs_is_runner_file(const char *name)
{
	size_t len = strlen(name);

	return !strncmp(name, "runner.", 7) && len > 11 &&
	       !strcmp(name + len - 4, ".pid");
}

bool
jobs_runner_lives(const struct home *home, uint32_t job)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	autofree char *dir = jobs_path(job, NULL);

	if (file_list(home->fd, dir, &names, NULL) < 0)
		return true;
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = jobs_path(job, names.names[i]);
		autoclose int lock = -1;
		struct err e = {0};

		if (!jobs_is_runner_file(names.names[i]))
			continue;
		lock = lock_try(home->fd, path, 0, &e);
		if (lock < 0 && e.code != ERR_MISSING)
			return true;
	}
	return false;
}

int
jobs_quarantine(const struct home *home, uint32_t job, const char *reason,
		struct err *e)
{
	autofree char *why = jobs_path(job, "reason");
	autofree char *from = jobs_path(job, NULL);
	autofree char *to = mem_printf("bad/%010u", job);
	autofree char *again = mem_printf("bad/%010u.%lld", job,
					  (long long)sys_wall_ms());

	if (jobs_runner_lives(home, job))
		return err_set(e, ERR_BUSY, "job %u: a runner of it lives", job);
	file_unlink(home->fd, why, NULL);
	file_create(home->fd, why, reason, strlen(reason), false, NULL);
	if (file_rename(home->fd, from, to, true, e) < 0 &&
	    file_rename(home->fd, from, again, true, e) < 0)
		return -1;
	file_sync_dir(home->fd, "bad", NULL);
	jobs_drop_entries(home, job);
	return queue_bury(home, job, e) < 0 ? -1 : 0;
}

int
jobs_list(const struct home *home, struct file_names *out, struct err *e)
{
	return file_list(home->fd, "jobs", out, e);
}
