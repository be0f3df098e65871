/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at jobs/: each directory with what queue/ says of its job. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "engine/doctor_parts.h"
#include "os/proc.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"

static bool
is_owed(const struct patient *p)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct entry *e = &p->entries[i];

		if ((e->kind == ENTRY_HELD || e->kind == ENTRY_ALIVE ||
		     e->kind == ENTRY_WAITING) &&
		    !e->r.task[0] && file_exists(p->d->home->fd, e->path))
			return true;
	}
	return false;
}

/* A job whose next round waits is open, although its record says so only at the claim. */
static void
open_round(struct patient *p)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct entry *e = &p->entries[i];

		if (p->readable && p->record.final && !e->r.task[0] &&
		    (e->kind == ENTRY_HELD || e->kind == ENTRY_WAITING) &&
		    e->r.round == p->record.next_round &&
		    file_exists(p->d->home->fd, e->path))
			record_open(&p->record, p->record.next_round);
	}
}

void
doctor_meet(struct doctor *d, uint32_t job, const struct entry *entries,
	    size_t count, struct patient *p)
{
	autofree char *dir = jobs_path(job, NULL);
	struct err e = {0};

	*p = (struct patient){
		.d = d,
		.job = job,
		.record = RECORD_INIT,
		.spec = JOB_INIT,
		.entries = entries,
		.count = count,
	};
	/* what cannot be looked at is not gone for that */
	p->has_dir = file_exists(d->home->fd, dir) || errno != ENOENT;
	p->owed = is_owed(p);
	if (jobs_refresh(d->home, job, &p->record, &p->offset, &e) < 0 &&
	    e.code != ERR_MISSING)
		p->failure = e;
	p->readable = p->record.submitted && !p->failure.code;
	open_round(p);
	if (p->readable && p->owed && !p->record.final)
		p->has_spec = jobs_spec(d->home, job, &p->record, &p->spec,
					NULL) == 0;
}

void
doctor_leave(struct patient *p)
{
	record_release(&p->record);
	job_release(&p->spec);
}

/* No entry was seen: look again at both, as a job that ends changes them in this order. */
static bool
is_forgotten(struct patient *p)
{
	struct request request;

	jobs_request(p->job, &p->record, &request);
	if (queue_find(p->d->home, &request) != QUEUE_NONE)
		return false;
	return jobs_refresh(p->d->home, p->job, &p->record, &p->offset,
			    NULL) == 0 &&
	       !p->record.final;
}

/*
 * One block and no entry: its launch was killed, unless queue/ itself was damaged after
 * the job was made.
 */
static void
judge_unsubmitted(struct patient *p)
{
	autofree char *dir = jobs_path(p->job, NULL);
	int64_t age_ms = doctor_age(p->d, dir);
	struct fault f = {.job = p->job, .path = dir, .mend = MEND_LEFT};

	if (age_ms < DOCTOR_OLD_MS || doctor_maker_works(p->d->home))
		return;
	if (doctor_age(p->d, "queue") < age_ms) {
		f.mend = MEND_HAND;
		f.advice = "queue/ was changed since: remove it if nobody "
			   "misses the job";
	}
	doctor_find(p->d, &f, "it never was submitted");
}

static void
judge_unowed(struct patient *p)
{
	autofree char *advice =
		mem_printf("if it is to go on: touch %s/queue/alive/%010u, "
			   "then mj-schedule",
			   p->d->home->path, p->job);

	if (p->d->blind || p->record.final || !is_forgotten(p))
		return;
	if (p->record.blocks <= 1)
		judge_unsubmitted(p);
	else
		doctor_find(p->d,
			    &(struct fault){.job = p->job, .advice = advice},
			    "it has not ended, and queue/ has no entry of it");
}

static void
judge_unreadable(struct patient *p)
{
	autofree char *aside = mem_printf("bad/%010u", p->job);
	struct fault f = {.job = p->job, .mend = MEND_ASIDE};

	if (p->failure.code) {
		f.mend = MEND_HAND;
		f.advice = "look at the disk and its log";
		doctor_find(p->d, &f, "%s", p->failure.text);
		return;
	}
	if (file_exists(p->d->home->fd, aside)) {
		f.mend = MEND_HAND;
		f.advice = "move its directory away: bad/ has one already";
	}
	doctor_find(p->d, &f, "its record has no sound first block");
}

/* What who starts it will need. */
static void
look_at_means(struct patient *p)
{
	struct capture capture = CAPTURE_INIT;
	struct job spec = JOB_INIT;
	struct err e = {0};
	struct fault f = {.job = p->job,
			  .advice = "cancel it and submit it again"};
	autofree char *lock = jobs_path(p->job, "controller.pid");

	if (!p->has_spec &&
	    jobs_spec(p->d->home, p->job, &p->record, &spec, &e) < 0)
		doctor_find(p->d, &f, "its spec cannot be read: %s", e.text);
	job_release(&spec);
	if (capture_read(p->d->home, p->job, &capture, &e) < 0)
		doctor_find(p->d, &f, "its environment cannot be read: %s",
			    e.text);
	capture_release(&capture);
	if (!queue_alive(p->d->home, p->job) &&
	    !file_exists(p->d->home->fd, lock))
		doctor_find(p->d,
			    &(struct fault){.job = p->job,
					    .path = lock,
					    .mend = MEND_LOCK},
			    "the lock file is missing: a pass would take it "
			    "for no job");
}

/* A job that waits, or is held, and is to be cancelled: whoever asked could not end it. */
static void
look_for_cancel(struct patient *p)
{
	struct cancel_note note;

	jobs_cancel_read(p->d->home, p->job, NULL, &note);
	if (note.asked && !queue_alive(p->d->home, p->job))
		doctor_find(p->d,
			    &(struct fault){.job = p->job, .mend = MEND_PASS},
			    "it is to be cancelled, and still waits");
}

static void
look_at_ctl(struct patient *p)
{
	autofree char *path = jobs_path(p->job, "ctl");
	autofree char *lock = jobs_path(p->job, "controller.pid");
	struct fault f = {.job = p->job,
			  .advice =
				  "its next controller makes it anew: kill -9 "
				  "this one"};
	struct file_info info;
	bool there = file_info(p->d->home->fd, path, &info) == 0;

	if (there && S_ISFIFO(info.mode))
		return;
	if (queue_alive(p->d->home, p->job) && doctor_lives(p->d, lock) &&
	    (there || !file_exists(p->d->home->fd, path)))
		doctor_find(p->d, &f,
			    there ? "its ctl is no FIFO: nobody can poke its "
				    "controller"
				  : "its ctl is missing: nobody can poke its "
				    "controller");
}

/* Text that says nothing in a pid file; an empty one only was not written yet. */
static void
look_at_pid(struct patient *p, const char *file)
{
	autofree char *path = jobs_path(p->job, file);
	autobuf struct buf text = BUF_INIT;
	struct proc named;
	struct fault f = {.job = p->job, .path = path, .mend = MEND_PID};

	if (file_read(p->d->home->fd, path, 0, 4096, &text, NULL) == 0 &&
	    (text.len == 0 || proc_parse(buf_text(&text), &named) == 0))
		return;
	if (doctor_lives(p->d, path)) {
		f.mend = MEND_HAND;
		f.advice = "it is made anew for the next holder";
	}
	if (file_exists(p->d->home->fd, path))
		doctor_find(p->d, &f, "it names no process");
}

static bool
is_pid_file(const char *name)
{
	size_t len = strlen(name);

	return !strcmp(name, "controller.pid") ||
	       (!strncmp(name, "runner.", 7) && len > 4 &&
		!strcmp(name + len - 4, ".pid"));
}

static void
look_at_files(struct patient *p)
{
	autofree char *dir = jobs_path(p->job, NULL);
	autonames struct file_names names = FILE_NAMES_INIT;
	autonames struct file_names hidden = FILE_NAMES_INIT;

	file_list(p->d->home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++)
		if (is_pid_file(names.names[i]))
			look_at_pid(p, names.names[i]);
	file_list_hidden(p->d->home->fd, dir, &hidden, NULL);
	for (size_t i = 0; i < hidden.count; i++) {
		autofree char *path = jobs_path(p->job, hidden.names[i]);

		if (doctor_age(p->d, path) >= DOCTOR_OLD_MS &&
		    !doctor_maker_works(p->d->home))
			doctor_find(p->d,
				    &(struct fault){.job = p->job,
						    .path = path,
						    .mend = MEND_LEFT},
				    "left by a command that was killed");
	}
}

/* An attempt that began has a log.  Those of jobs that have ended are their owner's. */
static void
look_for_logs(struct patient *p, const char *logs)
{
	struct fault f = {.job = p->job, .advice = "nothing brings it back"};

	for (size_t i = 0; i < p->record.task_count; i++) {
		const struct task_record *t = &p->record.tasks[i];

		for (size_t k = 0; k < t->run_count; k++) {
			autofree char *path = logs_task_path(
				logs, p->job, t->name, t->runs[k].attempt);

			if (t->runs[k].pid && !file_exists(AT_FDCWD, path))
				doctor_find(p->d, &f,
					    "the log of attempt %u of task %s "
					    "is missing",
					    t->runs[k].attempt, t->name);
		}
	}
}

static void
look_at_logs(struct patient *p)
{
	struct capture capture = CAPTURE_INIT;
	const char *logs = p->d->home->logs;

	if (!p->record.claim || !p->owed || p->record.final)
		return;
	if (capture_read(p->d->home, p->job, &capture, NULL) == 0 &&
	    capture.logs)
		logs = capture.logs;
	look_for_logs(p, logs);
	capture_release(&capture);
}

void
doctor_job(struct patient *p)
{
	if (!p->has_dir)
		return;
	if (!p->readable) {
		judge_unreadable(p);
		return;
	}
	doctor_record(p);
	if (!p->owed)
		judge_unowed(p);
	if (p->owed && !p->record.final) {
		look_at_means(p);
		look_for_cancel(p);
		look_at_ctl(p);
	}
	look_at_files(p);
	look_at_logs(p);
}

static void
look_at(struct doctor *d, uint32_t job, const struct entry *entries,
	size_t count)
{
	struct patient p;

	doctor_meet(d, job, entries, count, &p);
	doctor_job(&p);
	for (size_t i = 0; i < count; i++)
		doctor_entry(&p, &entries[i]);
	doctor_leave(&p);
}

/* How many entries from at on are of one job. */
static size_t
entries_of(const struct doctor *d, size_t at, uint32_t job)
{
	size_t n = 0;

	while (at + n < d->count && d->entries[at + n].r.job == job)
		n++;
	return n;
}

/* Look at all entries from *at on whose jobs are below upto: they have no directory. */
static void
look_at_homeless(struct doctor *d, size_t *at, uint32_t upto)
{
	while (*at < d->count && d->entries[*at].r.job < upto) {
		uint32_t job = d->entries[*at].r.job;
		size_t n = entries_of(d, *at, job);

		look_at(d, job, &d->entries[*at], n);
		*at += n;
	}
}

void
doctor_jobs(struct doctor *d)
{
	autonames struct file_names jobs = FILE_NAMES_INIT;
	size_t at = 0;

	jobs_list(d->home, &jobs, NULL);
	for (size_t i = 0; i < jobs.count; i++) {
		uint32_t job;
		size_t n;

		if (queue_parse_id(jobs.names[i], &job) < 0 ||
		    strlen(jobs.names[i]) != 10) {
			autofree char *path =
				mem_printf("jobs/%s", jobs.names[i]);

			doctor_find(d,
				    &(struct fault){.path = path,
						    .advice = "move it away"},
				    "it is no job's directory");
			continue;
		}
		look_at_homeless(d, &at, job);
		n = entries_of(d, at, job);
		look_at(d, job, n ? &d->entries[at] : NULL, n);
		at += n;
	}
	look_at_homeless(d, &at, UINT32_MAX);
}
