/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/inactive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/inactive_parts.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/notices.h"
#include "store/jobs.h"
#include "store/queue.h"

#define LOCK_TRIES 50 /* of LOCK_WAIT_MS: who has it holds it for a moment */
#define LOCK_WAIT_MS 2
#define REASON_JOBS 3 /* more are counted only */
#define UNSUBMITTED_MS 600000 /* a launch that has not got on for so long was killed */

/* Jobs whose dependents are to be looked at, in the order they ended. */
struct cascade {
	const struct home *home;
	struct buf *report;
	uint32_t *list; /* owned */
	size_t count, cap;
	size_t own; /* from here on their entries are ours to remove */
};

static void __attribute__((format(printf, 3, 4)))
tell(struct buf *report, uint32_t job, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	if (!report)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	buf_printf(report, "job %u: %s\n", job, text);
}

int
inactive_lock(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *path = jobs_path(job, "controller.pid");

	for (int i = 0;; i++) {
		int lock = lock_try(home->fd, path, 0, e);

		if (lock >= 0 || e->code != ERR_BUSY || i == LOCK_TRIES ||
		    queue_alive(home, job))
			return lock;
		sys_sleep_ms(LOCK_WAIT_MS);
	}
}

/* Whether a condition holds; if it never will, *why says so. */
static bool
is_met(const struct home *home, const struct after *a, char *why, size_t size)
{
	struct record r = RECORD_INIT;
	struct request request;
	struct err e = {0};
	bool met = false, ended;

	if (jobs_record(home, a->job, &r, &e) == 0) {
		jobs_request(a->job, &r, &request);
		/* a round that was asked for counts before it begins */
		ended = r.final && (request.round == r.round ||
				    queue_find(home, &request) == QUEUE_NONE);
		met = ended && want_met(a->want, r.status);
		if (ended && !met)
			snprintf(why, size, "job %u ended %s", a->job,
				 status_name(r.status));
	} else if (e.code == ERR_MISSING ||
		   (e.code == ERR_CORRUPT && !queue_alive(home, a->job))) {
		snprintf(why, size, "job %u is gone", a->job);
	}
	record_release(&r);
	return met;
}

bool
inactive_free(const struct home *home, const struct record *r, char *why,
	      size_t size)
{
	bool is_free = !r->hold && r->begin_ms <= sys_wall_ms();
	const struct after *a;

	*why = '\0';
	/* of a round that is to begin only a hold is known */
	if (r->final && r->next_round > r->round)
		return !r->hold;
	for (size_t at = 0; !*why && (a = record_after(r, &at));)
		is_free &= is_met(home, a, why, size);
	return is_free && !*why;
}

int
inactive_note_end(const struct home *home, const struct early_end *end,
		  bool durable, struct err *e)
{
	struct block b = BLOCK_INIT;
	int done;

	block_begin(&b, "job", NULL);
	if (end->request.round > end->record->round)
		block_int(&b, "round", end->request.round);
	block_text(&b, "status", status_name(end->status));
	block_time(&b, "at", sys_wall_ms());
	block_text(&b, "reason", end->reason);
	block_end(&b);
	done = jobs_append(home, end->request.job, &b, durable, e);
	block_release(&b);
	return done;
}

static void
add_ended(struct cascade *c, uint32_t job)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->list[i] == job)
			return;
	c->list = mem_grow(c->list, c->count, &c->cap, sizeof(*c->list));
	c->list[c->count++] = job;
}

enum settled
inactive_put_off(const struct home *home, uint32_t job)
{
	notices_begin(home, 0, job, NULL);
	return SETTLED_BUSY;
}

/*
 * Back in the queue, it is also wanted in the other pools that its first task may use:
 * said before, and once more as a pass may have met the hint before its request.
 */
static int
requeue(const struct home *home, const struct request *request,
	const struct record *r)
{
	struct job spec = JOB_INIT;
	struct request wanted = *request;
	const struct task *root = NULL;
	long at = -1;
	int done;

	if (jobs_spec(home, request->job, r, &spec, NULL) == 0)
		at = job_find(&spec, r->root);
	if (at >= 0 && spec.tasks[at].place_count > 1)
		root = &spec.tasks[at];
	if (root)
		wanted.need = root->need;
	if (root)
		queue_hint(home, &wanted, 1, root->places, root->place_count);
	done = queue_release(home, request, NULL);
	if (root && done == 0)
		queue_hint(home, &wanted, 1, root->places, root->place_count);
	job_release(&spec);
	return done;
}

static enum settled
release(struct cascade *c, const struct request *request,
	const struct record *r)
{
	if (requeue(c->home, request, r) < 0)
		return inactive_put_off(c->home, request->job);
	notices_withdraw(c->home, request->job, r);
	home_wake(c->home, WAKE_PASS);
	tell(c->report, request->job, "released");
	return SETTLED_RELEASED;
}

/* Under the job's lock. */
static enum settled
decide(struct cascade *c, uint32_t job, const struct record *r)
{
	char why[120];
	struct early_end end = {
		.record = r, .status = STATUS_SKIPPED, .reason = why};
	bool is_free;

	jobs_request(job, r, &end.request);
	if (!queue_held(c->home, &end.request))
		return SETTLED_ELSEWHERE;
	if (r->final && end.request.round == r->round) {
		add_ended(c, job); /* who wrote that was killed */
		return SETTLED_SKIPPED;
	}
	is_free = inactive_free(c->home, r, why, sizeof(why));
	if (is_free)
		return release(c, &end.request, r);
	if (!*why)
		return SETTLED_LEFT;
	if (inactive_note_end(c->home, &end, true, NULL) < 0)
		return inactive_put_off(c->home, job);
	tell(c->report, job, "%s: %s", status_name(STATUS_SKIPPED), why);
	add_ended(c, job);
	return SETTLED_SKIPPED;
}

static enum settled
settle_one(struct cascade *c, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct err e = {0};
	autoclose int lock = inactive_lock(c->home, job, &e);
	enum settled result = SETTLED_ELSEWHERE;

	/* its controller has the lock, and will not let go */
	if (lock < 0 && queue_alive(c->home, job))
		return SETTLED_ELSEWHERE;
	if (lock < 0)
		return e.code == ERR_MISSING ? SETTLED_ELSEWHERE
					     : inactive_put_off(c->home, job);
	if (jobs_record(c->home, job, &r, &e) == 0)
		result = decide(c, job, &r);
	else if (e.code == ERR_CORRUPT && !queue_alive(c->home, job) &&
		 jobs_quarantine(c->home, job, e.text, NULL) == 0) {
		tell(c->report, job, "%s", e.text);
		add_ended(c, job);
	} else if (e.code != ERR_MISSING) {
		result = inactive_put_off(c->home, job);
	}
	record_release(&r);
	return result;
}

/* The final record is there, and so are those of all that came after it. */
static void
remove_entry(const struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct request request;
	struct err e = {0};
	autoclose int lock = inactive_lock(home, job, &e);

	if (lock < 0 && e.code != ERR_MISSING)
		inactive_put_off(home, job);
	if (lock >= 0 && jobs_record(home, job, &r, NULL) == 0 && r.final) {
		jobs_request(job, &r, &request);
		request.round = r.round;
		queue_withdraw(home, &request, NULL);
		queue_unhold(home, &request, NULL);
		notices_withdraw(home, job, &r);
		jobs_drop_ctl(home, job);
	}
	record_release(&r);
}

/*
 * Look for dependents, and theirs, until there are none.  Entries go last, those furthest
 * away first: what is left when we are killed hangs together, and is found again from the
 * job it began with.
 */
static void
run_cascade(struct cascade *c)
{
	uint32_t dependent;

	for (size_t i = 0; i < c->count; i++) {
		autonames struct file_names names = FILE_NAMES_INIT;

		notices_dependents(c->home, c->list[i], &names, NULL);
		for (size_t k = 0; k < names.count; k++)
			if (queue_parse_id(names.names[k], &dependent) == 0)
				settle_one(c, dependent);
	}
	for (size_t i = c->count; i > c->own; i--)
		remove_entry(c->home, c->list[i - 1]);
	free(c->list);
}

enum settled
inactive_settle(const struct home *home, uint32_t job, struct buf *report)
{
	struct cascade c = {.home = home, .report = report};
	enum settled result = settle_one(&c, job);

	run_cascade(&c);
	return result;
}

void
inactive_ended(const struct home *home, uint32_t job, struct buf *report)
{
	struct cascade c = {.home = home, .report = report, .own = 1};

	add_ended(&c, job);
	run_cascade(&c);
}

void
inactive_finish(const struct home *home, uint32_t job)
{
	struct cascade c = {.home = home};

	add_ended(&c, job);
	run_cascade(&c);
}

/* Whether the job may just be being submitted: it has notices before it has an entry. */
static bool
is_unsubmitted(const struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct request request;
	bool is = jobs_record(home, job, &r, NULL) == 0 && r.blocks <= 1;

	jobs_request(job, &r, &request);
	is = is && queue_find(home, &request) == QUEUE_NONE;
	record_release(&r);
	return is;
}

/*
 * A notice that was read.  It goes before the last look, so that one who came to it while we
 * looked is not overlooked.
 */
static enum settled
heed(const struct home *home, const char *name, uint32_t job,
     struct buf *report)
{
	enum settled result = inactive_settle(home, job, report);

	if (result == SETTLED_BUSY ||
	    (result == SETTLED_ELSEWHERE && is_unsubmitted(home, job) &&
	     notices_begin_age(home, name) < UNSUBMITTED_MS))
		return result;
	notices_drop_begin(home, name);
	if (result == SETTLED_LEFT || result == SETTLED_ELSEWHERE)
		result = inactive_settle(home, job, report);
	return result;
}

enum settled
inactive_look(const struct home *home, uint32_t job, struct buf *report)
{
	char name[NOTICE_NAME_SIZE];

	return heed(home, notices_begin_name(0, job, name), job, report);
}

void
inactive_due(const struct home *home, struct buf *report)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	int64_t now = sys_wall_ms(), begin_ms;
	uint32_t job;

	notices_begins(home, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		if (notices_parse_begin(names.names[i], &begin_ms, &job) < 0)
			continue;
		if (begin_ms > now)
			break;
		heed(home, names.names[i], job, report);
	}
}

int
inactive_end(const struct home *home, uint32_t job, const struct record *record,
	     enum status status, const char *reason, struct err *e)
{
	struct early_end end = {
		.record = record, .status = status, .reason = reason};

	jobs_request(job, record, &end.request);
	if ((!record->final || end.request.round > record->round) &&
	    inactive_note_end(home, &end, true, e) < 0)
		return -1;
	inactive_ended(home, job, NULL);
	if (queue_withdraw(home, &end.request, e) < 0 ||
	    queue_unhold(home, &end.request, e) < 0)
		return -1;
	notices_withdraw(home, job, record);
	jobs_drop_ctl(home, job);
	return 0;
}

void
inactive_reason(const struct record *r, int64_t now_ms, struct buf *out)
{
	char moment[TEXT_TIME_SIZE], span[32];
	const struct after *a;
	size_t shown = 0;

	for (size_t at = 0; (a = record_after(r, &at)); shown++)
		if (shown < REASON_JOBS)
			buf_printf(out, "%sjob %u (%s)",
				   shown ? ", " : "after ", a->job,
				   want_name(a->want));
	if (shown > REASON_JOBS)
		buf_printf(out, " and %zu more", shown - REASON_JOBS);
	if (r->begin_ms > now_ms)
		buf_printf(out, "%sbegins %s (in %s)", shown ? "; " : "",
			   text_minute(r->begin_ms, moment),
			   text_span(r->begin_ms - now_ms, span, sizeof(span)));
	else if (!shown && !r->hold)
		buf_puts(out, "due: the next pass lets it start");
}
