/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All of it happens under the job's lock, which keeps passes and controllers away.  A job
 * that waits is changed in held/, where nobody starts it: the notice for the next pass, the
 * move, the record, and then inactive_settle puts it where it belongs now.  Killed in
 * between, the next pass does that, by the notice.
 */
#include "engine/change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/inactive.h"
#include "engine/refuse.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/notices.h"
#include "store/jobs.h"
#include "store/queue.h"

#define LOCK_TRIES 500 /* of LOCK_WAIT_MS: a pass or client holds it for a moment only */
#define LOCK_WAIT_MS 2

/* A job under our hands. */
struct subject {
	struct home *home;
	uint32_t job;
	int lock;
	struct record record;
	struct request request;
	enum queue_place place; /* held or waiting */
};

/* The job lock, or -1 with *e when the job has a controller (or nobody lets go for a second). */
static int
lock_waiting(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *path = jobs_path(job, "controller.pid");

	for (int i = 0; i < LOCK_TRIES; i++) {
		int lock = lock_try(home->fd, path, 0, e);

		if (lock >= 0 || queue_alive(home, job) ||
		    !file_exists(home->fd, path))
			return lock;
		sys_sleep_ms(LOCK_WAIT_MS);
	}
	return -1;
}

static void
let_go(struct subject *s)
{
	record_release(&s->record);
	sys_close(&s->lock);
}

/* Take a job that has not started, or say why not.  let_go frees it either way. */
static int
take(struct subject *s, struct err *e)
{
	struct err why = {0};

	s->lock = lock_waiting(s->home, s->job, &why);
	s->record = (struct record)RECORD_INIT;
	if (jobs_record(s->home, s->job, &s->record, e) < 0)
		return -1;
	jobs_request(s->job, &s->record, &s->request);
	s->place = queue_find(s->home, &s->request);
	if (s->place == QUEUE_UNKNOWN)
		return err_sys(e, "look for the entry of job %u", s->job);
	if (s->place == QUEUE_NONE ||
	    (s->record.final && s->request.round == s->record.round))
		return err_set(e, ERR_REFUSED, "job %u has ended", s->job);
	if (s->place == QUEUE_ALIVE)
		return err_set(e, ERR_REFUSED,
			       "job %u has started: cancel it, or let it run",
			       s->job);
	if (s->lock < 0 && why.code == ERR_SYS)
		return err_set(e, ERR_SYS, "job %u: %s", s->job, why.text);
	if (s->lock < 0)
		return err_set(e, ERR_BUSY, "job %u is being started", s->job);
	return 0;
}

static int
append(const struct subject *s, struct block *b, struct err *e)
{
	int done = jobs_append(s->home, s->job, b, true, e);

	block_release(b);
	return done;
}

static int
note_hold(const struct subject *s, bool hold, struct err *e)
{
	struct block b = BLOCK_INIT;

	block_begin(&b, "job", NULL);
	block_time(&b, "at", sys_wall_ms());
	block_int(&b, "hold", hold);
	block_end(&b);
	return append(s, &b, e);
}

static int
hold(struct subject *s, struct err *e)
{
	if (!(s->record.hold && s->place == QUEUE_HELD) &&
	    note_hold(s, true, e) < 0)
		return -1;
	if (s->place == QUEUE_HELD)
		return s->record.hold;
	if (notices_publish(s->home, s->job, &s->record, e) < 0)
		return -1;
	return queue_hold(s->home, &s->request, e);
}

static int
refuse_release(const struct subject *s, struct err *e)
{
	autobuf struct buf why = BUF_INIT;
	size_t at = 0;
	bool after = record_after(&s->record, &at);

	inactive_reason(&s->record, sys_wall_ms(), &why);
	return err_set(e, ERR_REFUSED,
		       "job %u is not on hold, but waits: %s; mj set %u %s "
		       "changes that",
		       s->job, buf_text(&why), s->job,
		       after ? "after=none" : "begin=now");
}

static int
release(struct subject *s, struct err *e)
{
	char never[120];

	if (s->place == QUEUE_WAITING)
		return 1;
	if (!s->record.hold &&
	    !inactive_free(s->home, &s->record, never, sizeof(never)) &&
	    !*never)
		return refuse_release(s, e);
	if (notices_begin(s->home, 0, s->job, e) < 0)
		return -1;
	return s->record.hold ? note_hold(s, false, e) : 0;
}

int
change_hold(struct home *home, uint32_t job, bool on, struct err *e)
{
	struct subject s = {.home = home, .job = job};
	int done = take(&s, e);

	if (done == 0)
		done = on ? hold(&s, e) : release(&s, e);
	let_go(&s);
	if (done == 0 && !on)
		inactive_look(home, job, NULL);
	return done;
}

/* Numbers still to be looked at, each once. */
struct chain {
	uint32_t *list; /* owned */
	size_t count, cap;
};

static void
chain_add(struct chain *c, uint32_t job)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->list[i] == job)
			return;
	c->list = mem_grow(c->list, c->count, &c->cap, sizeof(*c->list));
	c->list[c->count++] = job;
}

/* What a job that has not started comes after. */
static void
chain_follow(const struct home *home, struct chain *c, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct request request;
	const struct after *a;

	if (jobs_record(home, job, &r, NULL) == 0) {
		jobs_request(job, &r, &request);
		for (size_t at = 0; queue_held(home, &request) &&
				    (a = record_after(&r, &at));)
			chain_add(c, a->job);
	}
	record_release(&r);
}

/* Jobs that came after each other in a ring would wait for ever. */
static int
check_ring(const struct subject *s, const struct change *c, struct err *e)
{
	struct chain chain = {NULL, 0, 0};
	bool ring = false;

	for (size_t i = 0; i < c->after_count; i++)
		chain_add(&chain, c->afters[i].job);
	for (size_t i = 0; i < chain.count && !ring; i++) {
		ring = chain.list[i] == s->job;
		chain_follow(s->home, &chain, chain.list[i]);
	}
	free(chain.list);
	return ring ? err_set(e, ERR_REFUSED,
			      "job %u would come after itself: change the "
			      "others first",
			      s->job)
		    : 0;
}

/* While it is ours nobody else makes jobs come after others that have not started. */
static int
lock_rings(const struct home *home, struct err *e)
{
	struct err own = {0};

	for (int i = 0; i < LOCK_TRIES; i++) {
		int lock = lock_try(home->fd, "queue/after", 0, &own);

		if (lock >= 0)
			return lock;
		if (own.code == ERR_MISSING)
			file_mkdir(home->fd, "queue/after", true, NULL);
		sys_sleep_ms(LOCK_WAIT_MS);
	}
	return err_set(e, ERR_BUSY,
		       "another mj set does not get on: end it, or try again");
}

/* The number of a new set of conditions. */
static unsigned
next_set(const struct record *r)
{
	unsigned highest = r->after_set;

	for (size_t i = 0; i < r->after_count; i++)
		if (r->afters[i].set > highest)
			highest = r->afters[i].set;
	return highest + 1;
}

static void
put_afters(const struct change *c, unsigned set, struct block *b)
{
	char number[12];

	for (size_t i = 0; i < c->after_count; i++) {
		snprintf(number, sizeof(number), "%u", c->afters[i].job);
		block_begin(b, "after", number);
		block_text(b, "want", want_name(c->afters[i].want));
		block_int(b, "set", set);
		block_end(b);
	}
}

/* The job's place in the order of service, with what is changed of it. */
static void
put_place(const struct subject *s, const struct change *c, struct block *b)
{
	int priority = c->has_priority ? c->priority : s->record.priority;
	struct request next = s->request;

	if (c->pool) {
		block_text(b, "pool", c->pool);
		block_text(b, "only_pool", c->pool);
	}
	if (!c->has_priority)
		return;
	request_reshard(&next, priority);
	block_int(b, "priority", priority);
	block_text(b, "shard", next.shard);
}

static int
note_change(const struct subject *s, const struct change *c, struct err *e)
{
	struct block b = BLOCK_INIT;
	unsigned set = next_set(&s->record);

	if (c->has_after)
		put_afters(c, set, &b);
	block_begin(&b, "job", NULL);
	block_time(&b, "at", sys_wall_ms());
	put_place(s, c, &b);
	if (c->has_timeout)
		block_int(&b, "timeout_ms", c->timeout_ms);
	if (c->has_begin)
		block_time(&b, "begin", c->begin_ms);
	if (c->has_after)
		block_int(&b, "after_set", set);
	if (s->place == QUEUE_WAITING && s->record.hold)
		block_int(&b, "hold", 0); /* of a hold that was cut short */
	block_end(&b);
	return append(s, &b, e);
}

/* The notices of what it has and of what it gets, and that of the next pass. */
static int
publish(const struct subject *s, const struct change *c, struct err *e)
{
	struct record next = {.begin_ms = c->begin_ms,
			      .afters = c->afters,
			      .after_count = c->after_count};

	if (notices_begin(s->home, 0, s->job, e) < 0 ||
	    notices_publish(s->home, s->job, &s->record, e) < 0)
		return -1;
	return notices_publish(s->home, s->job, &next, e);
}

/* The notice of the time it had. */
static void
drop_begin(const struct subject *s, const struct change *c)
{
	char before[NOTICE_NAME_SIZE], now[NOTICE_NAME_SIZE];

	notices_begin_name(s->record.begin_ms, s->job, before);
	notices_begin_name(c->begin_ms, s->job, now);
	if (s->record.begin_ms && strcmp(before, now) != 0)
		notices_drop_begin(s->home, before);
}

/* A pool that can never serve one of its tasks would only end it. */
static int
check_pool(const struct subject *s, const struct change *c, struct err *e)
{
	struct record next = s->record; /* read only */
	struct job spec = JOB_INIT;
	char why[160];
	int done = 0;

	snprintf(next.only_pool, sizeof(next.only_pool), "%s", c->pool);
	if (jobs_spec(s->home, s->job, &next, &spec, e) < 0)
		return -1;
	for (size_t i = 0; i < spec.task_count && done == 0; i++)
		if (refuse_task(&s->home->config, &spec.tasks[i], why,
				sizeof(why)))
			done = err_set(e, ERR_REFUSED,
				       "job %u: task %s could never start: %s: "
				       "name another pool",
				       s->job, spec.tasks[i].name, why);
	job_release(&spec);
	return done;
}

static int
apply(struct subject *s, const struct change *c, struct err *e)
{
	autoclose int rings = -1;

	if (c->after_count > 0) {
		rings = lock_rings(s->home, e);
		if (rings < 0 || check_ring(s, c, e) < 0)
			return -1;
	}
	if (c->pool && check_pool(s, c, e) < 0)
		return -1;
	if (publish(s, c, e) < 0)
		return -1;
	if (s->place == QUEUE_WAITING &&
	    queue_hold(s->home, &s->request, e) < 0)
		return -1;
	if (note_change(s, c, e) < 0)
		return -1;
	if (c->has_begin)
		drop_begin(s, c);
	return 0;
}

/* What kept a job from starting is over once it is tried again. */
static int
check_round(const struct subject *s, const struct change *c, struct err *e)
{
	if (s->request.round <= s->record.round ||
	    (!c->has_begin && !c->has_after))
		return 0;
	return err_set(e, ERR_REFUSED,
		       "job %u is tried again, and no begin or after holds for "
		       "that: mj hold %u keeps it",
		       s->job, s->job);
}

int
change_set(struct home *home, uint32_t job, const struct change *c,
	   struct buf *report, struct err *e)
{
	struct subject s = {.home = home, .job = job};
	int done = take(&s, e);
	bool taken;

	if (done == 0)
		done = check_round(&s, c, e);
	taken = done == 0;

	if (taken)
		done = apply(&s, c, e);
	let_go(&s);
	if (taken)
		inactive_look(home, job, report);
	return done;
}
