/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/pass.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/cancel.h"
#include "engine/claim.h"
#include "engine/gc.h"
#include "engine/inactive.h"
#include "engine/reap.h"
#include "engine/refuse.h"
#include "model/admit.h"
#include "os/file.h"
#include "os/heap.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/facts.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/walk.h"
#include "store/seq.h"

#define ADMIT_ROUNDS 4 /* claimants that die each time are not tried for ever */
#define BUSY_WAIT_MS 2 /* for a job lock that a client holds while it looks */
#define CLAIMS_MAX 16 /* answers awaited at a time: a descriptor each */

/* A pass at work. */
struct pass {
	struct home *home;
	struct buf *report;
	int lock;
	struct note note;
	struct facts facts;
	struct claim claims[CLAIMS_MAX];
	size_t claim_count;
	unsigned rank;	    /* hints up to it are served now */
	unsigned rank_seen; /* the highest one met */
	bool failed_claims; /* what was granted to them is free again */
	bool busy;	    /* somebody held a job's lock for a moment */
	bool exhausted;	    /* no process or no room: more would fail too */
	bool want;	    /* something was skipped because a call failed */
};

/* Whether a failure says nothing of what was asked: the next try may go well. */
static bool
is_want(const struct err *e)
{
	return e->code == ERR_SYS;
}

static void
take_grant_back(struct pass *p, const struct claim *c)
{
	queue_launch_end(p->home, c->request.job, c->root);
	queue_run_end(p->home, c->pool, c->request.job, c->root);
	p->failed_claims = true;
}

static void
settle_claim(struct pass *p, struct claim *c)
{
	bool there = claim_wait(p->home, c);

	note_answered(&p->note, c->pid);
	if (there)
		buf_printf(p->report, "job %u: started, process %d\n",
			   c->request.job, (int)c->pid);
	else
		take_grant_back(p, c);
}

/* In the order of the answers: one that is stuck must not let others look so, too. */
static void
await_claims(struct pass *p)
{
	bool answered[CLAIMS_MAX];
	size_t left = p->claim_count;

	while (left > 0) {
		claim_poll(p->claims, p->claim_count, answered);
		for (size_t i = 0; i < p->claim_count; i++)
			if (answered[i]) {
				settle_claim(p, &p->claims[i]);
				left--;
			}
	}
	p->claim_count = 0;
}

/*
 * A request whose job was ended, or never was, is no longer owed.  Who ended it may have
 * been killed before he looked for those that come after it.
 */
static void
drop_request(struct pass *p, const struct request *r, const char *why)
{
	inactive_ended(p->home, r->job, p->report);
	queue_withdraw(p->home, r, NULL);
	buf_printf(p->report, "job %u: %s\n", r->job, why);
}

/* Whether the job may be claimed; what stands against it is settled here, under its lock. */
static bool
may_claim(struct pass *p, const struct request *r, struct record *record)
{
	struct cancel_note note;
	struct err e = {0};

	if (jobs_record(p->home, r->job, record, &e) < 0) {
		p->want |= is_want(&e);
		if (e.code == ERR_CORRUPT &&
		    jobs_quarantine(p->home, r->job, e.text, NULL) == 0)
			drop_request(p, r, e.text);
		else if (e.code == ERR_MISSING)
			drop_request(p, r, "there is no such job");
		return false;
	}
	if (record->final && record->round >= r->round) {
		drop_request(p, r, "it has ended");
		return false;
	}
	jobs_cancel_read(p->home, r->job, NULL, &note);
	p->want |= note.unsure;
	if (note.unsure)
		return false;
	/* a retry came after whoever cancelled all jobs */
	if (!note.asked &&
	    (r->round > 1 || seq_cancelled_upto(p->home) < r->job))
		return true;
	if (cancel_waiting(p->home, r->job, record,
			   note.asked ? note.by : NULL,
			   NULL) == 0)
		buf_printf(p->report, "job %u: cancelled\n", r->job);
	else
		p->want = true;
	return false;
}

/*
 * Grant the root a place where entry is, and fork a controller that claims the request r.
 * Return whether a claim is under way.
 */
static bool
claim_job(struct pass *p, const struct request *entry, const struct request *r)
{
	autofree char *path = jobs_path(r->job, "controller.pid");
	struct record record = RECORD_INIT;
	struct claim *c = &p->claims[p->claim_count];
	struct err e = {0};
	int lock = lock_try(p->home->fd, path, 1, &e);
	bool ok = lock >= 0 && may_claim(p, r, &record);

	if (lock < 0 && e.code == ERR_MISSING)
		drop_request(p, r, "there is no such job");
	if (lock < 0 && e.code == ERR_BUSY)
		p->busy = true;
	p->want |= lock < 0 && is_want(&e);
	*c = (struct claim){.request = *r};
	snprintf(c->pool, sizeof(c->pool), "%s", entry->pool);
	snprintf(c->root, sizeof(c->root), "%s", record.root);
	record_release(&record);
	if (!ok) {
		sys_close(&lock);
		return false;
	}
	if (queue_run(p->home, entry, c->root, &e) < 0 ||
	    queue_launch(p->home, entry, c->root, &e) < 0 ||
	    claim_start(p->home, p->lock, &lock, false, pass_run, c, &e) < 0) {
		sys_close(&lock);
		take_grant_back(p, c);
		p->failed_claims = false;
		p->exhausted = e.code != ERR_MISSING; /* missing: it was moved */
		p->want |= p->exhausted;
		buf_printf(p->report, "job %u: %s\n", r->job, e.text);
		return false;
	}
	note_claimant(&p->note, c->pid);
	p->claim_count++;
	if (p->claim_count == CLAIMS_MAX)
		await_claims(p);
	return true;
}

/* Tell a controller to look at its grants.  Where nobody listens, nobody is to be told. */
static void
poke(struct pass *p, uint32_t job)
{
	if (!jobs_poke(p->home, job, POKE_NEWS))
		p->want |= errno != ENXIO && errno != ENOENT;
}

/* A task of a live job: its request r becomes a running/ entry where entry is. */
static bool
grant_task(struct pass *p, const struct request *entry, const struct request *r)
{
	struct err e = {0};

	if (!queue_alive(p->home, r->job)) {
		if (errno == ENOENT)
			drop_request(p, r, "it has no controller");
		else
			p->want = true;
		return false;
	}
	if (queue_launch(p->home, entry, r->task, &e) < 0) {
		if (e.code == ERR_MISSING)
			return false; /* withdrawn */
		buf_printf(p->report, "job %u: %s\n", r->job, e.text);
		p->exhausted = p->want = true;
		return false;
	}
	if ((r->need.ids && queue_assign(p->home, r, &e) < 0) ||
	    queue_grant(p->home, r, entry->pool, &e) < 0) {
		queue_launch_end(p->home, r->job, r->task); /* withdrawn */
		p->exhausted |= e.code != ERR_MISSING;
		p->want |= is_want(&e);
		return false;
	}
	poke(p, r->job);
	buf_printf(p->report, "job %u: task %s may start\n", r->job, r->task);
	return true;
}

/* Start what an entry stands for: a request, or a hint of one that waits elsewhere. */
static bool
start(struct pass *p, const struct request *entry)
{
	struct request r = *entry;
	bool started = false;

	if (!entry->rank || queue_original(p->home, entry, &r) == 0)
		started = entry->task[0] ? grant_task(p, entry, &r)
					 : claim_job(p, entry, &r);
	p->note.granted += started;
	/* served, or a hint of nothing; one that is still to be claimed goes when it is met again */
	if (entry->rank && (started ? entry->task[0] : !queue_waits(p->home, &r)))
		queue_withdraw(p->home, entry, NULL);
	return started;
}

/* Serve one request.  Return whether the next one of this pool may be looked at. */
static bool
serve(struct pass *p, struct walk *walk, size_t pool, struct request *r)
{
	bool is_job = !r->task[0];
	enum admit_answer answer;

	if (facts_ask(p->home, &p->facts, r) < 0)
		return p->want = true; /* no reason for the others to wait */
	answer = admit_decide(&p->facts.admission, pool, is_job);
	switch (answer) {
	case ADMIT_START:
		if (!start(p, r))
			admit_undo(&p->facts.admission, pool, is_job);
		return !p->exhausted;
	case ADMIT_ARRAY_FULL:
		walk_skip_shard(walk);
		return true;
	case ADMIT_ALIVE_FULL:
		walk->skip_new = true;
		return true;
	case ADMIT_LAUNCHING_FULL:
		p->facts.launch_wanted = true;
		return false;
	case ADMIT_NEVER:
	case ADMIT_LACKING:
	case ADMIT_KEPT:
		if ((r->rank || answer == ADMIT_NEVER) &&
		    refuse_request(p->home, r, p->report))
			admit_forget(&p->facts.admission, pool);
		else if (answer != ADMIT_NEVER && request_bulk(r))
			walk_skip_shard(walk); /* they need the same */
		return true;
	case ADMIT_PAUSED:
	case ADMIT_NO_POOL:
	case ADMIT_POOL_PAUSED:
	case ADMIT_POOL_FULL:
	case ADMIT_BEHIND:
	case ADMIT_ANSWER_COUNT:
		return false;
	}
	return false;
}

static void
serve_pool(struct pass *p, size_t pool)
{
	const struct admit_pool *a = &p->facts.admission.pools[pool];
	struct walk walk;
	struct request r;

	if (a->running >= a->slots)
		return;
	admit_walk(&p->facts.admission, pool);
	walk_start(&walk, p->home, a->name);
	while (walk_next(&walk, true, &r)) {
		if (r.rank > p->rank_seen)
			p->rank_seen = r.rank;
		if ((walk.skip_new && !r.task[0]) || r.rank > p->rank)
			continue;
		if (!serve(p, &walk, pool, &r))
			break;
	}
	p->want |= walk.failed;
	walk_end(&walk);
}

static void
admit(struct pass *p)
{
	struct err e;

	/* What cannot be counted must not be taken for none. */
	if (facts_count(p->home, &p->facts, &e) < 0) {
		buf_printf(p->report, "nothing is admitted: %s\n", e.text);
		p->want = true;
		facts_release(&p->facts);
		return;
	}
	/* A hint is served when no better choice of its request had room. */
	p->rank_seen = 0;
	for (p->rank = 0;; p->rank = p->rank ? p->rank + 1 : 2) {
		for (size_t i = 0; i < p->facts.admission.pool_count; i++)
			serve_pool(p, i);
		await_claims(p);
		if (p->exhausted || p->rank >= p->rank_seen)
			break;
	}
	facts_release(&p->facts);
}

/*
 * Admit until nothing is left to admit.  Who waits for a launch slot alone is told of by a
 * mark, set before the count that decides: who gives one back later sees the mark.
 */
static void
admit_all(struct pass *p)
{
	bool marked = false, wanted;

	queue_want_launch(p->home, false);
	for (int round = 0; round < ADMIT_ROUNDS; round++) {
		p->failed_claims = p->busy = p->facts.launch_wanted = false;
		admit(p);
		wanted = p->facts.launch_wanted;
		if (wanted && !marked) {
			queue_want_launch(p->home, true);
			marked = true;
			continue;
		}
		if ((!p->failed_claims && !p->busy) || p->exhausted)
			return;
		if (p->busy)
			sys_sleep_ms(BUSY_WAIT_MS);
	}
	p->want = true; /* claimants that die, or a lock that is held, again and again */
}

/* A launch that has not begun since the last pass: its controller may have missed a poke. */
static void
poke_launching(struct pass *p)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	p->want |= file_list(p->home->fd, "queue/launching", &names, NULL) < 0;
	for (size_t i = 0; i < names.count; i++)
		if (queue_parse_task(names.names[i], &job, task) == 0)
			poke(p, job);
}

/* If the pass before us died, say so and clear up what it left half done. */
static bool
look_back(struct pass *p)
{
	struct pass_note before;
	char since[TEXT_TIME_SIZE];
	bool died;

	note_read(p->home, &before);
	died = before.there;
	if (died)
		buf_printf(p->report,
			   "the last pass, process %d, died; it had begun %s\n",
			   (int)before.pass.pid,
			   text_time(before.since_ms, since));
	return died;
}

/* One round under the lock.  Return whether the marks could be cleared. */
static bool
round_of(struct pass *p, bool sweep)
{
	bool died = look_back(p), cleared = true;
	struct reaper reaper = {p->home,  p->lock,   pass_run,
				&p->note, p->report, &p->want};

	/* One that died may have cleared the mark and not done the work. */
	sweep |= died;
	note_begin(&p->note, p->home);
	if (home_woken(p->home, WAKE_SWEEP)) {
		cleared = home_wake_clear(p->home, WAKE_SWEEP) == 0;
		sweep = true;
	}
	cleared &= home_wake_clear(p->home, WAKE_PASS) == 0;
	if (sweep) {
		reap_stale_grants(&reaper);
		reap_sweep(&reaper);
	}
	inactive_due(p->home, p->report);
	poke_launching(p);
	admit_all(p);
	/* what is left undone is left to another pass */
	if (p->want)
		home_wake(p->home, sweep ? WAKE_SWEEP : WAKE_PASS);
	note_end(&p->note);
	return cleared;
}

/* Rounds until the mark stays clear. */
static enum pass_result
run_rounds(struct home *home, bool sweep, struct buf *report)
{
	enum pass_result result = PASS_BUSY;
	bool cleared;

	heap_fresh(); /* what is allocated from here on no controller keeps */
	for (;;) {
		struct pass p = {.home = home, .report = report};
		struct err e = {0};

		p.lock = lock_try(home->fd, "queue", 0, &e);
		if (p.lock < 0 && e.code != ERR_BUSY)
			return PASS_SHORT;
		if (p.lock < 0)
			return result; /* the holder looks at the mark when it lets go */
		result = PASS_DONE;
		cleared = round_of(&p, sweep);
		sys_close(&p.lock);
		if (p.want)
			return PASS_SHORT;
		if (!cleared)
			return result; /* a mark that stays would keep us here for ever */
		if (!home_woken(home, WAKE_PASS) &&
		    !home_woken(home, WAKE_SWEEP))
			return result;
		sweep = false;
	}
}

enum pass_result
pass_by_hand(struct home *home, bool sweep, bool kill, struct buf *report)
{
	enum pass_result result;
	struct err e;

	if (home_reload(home, &e) < 0) {
		buf_printf(report, "%s\n", e.text);
		if (!is_want(&e))
			return PASS_FAILED;
		home_wake(home, sweep ? WAKE_SWEEP : WAKE_PASS);
		return PASS_SHORT;
	}
	home_wake(home, sweep ? WAKE_SWEEP : WAKE_PASS);
	result = run_rounds(home, sweep, report);
	/* without the pass lock, so that nobody waits for it */
	if (result == PASS_DONE && sweep && gc_sweep(home, report)) {
		home_wake(home, WAKE_PASS);
		result = run_rounds(home, false, report);
		if (result == PASS_BUSY)
			result = PASS_DONE; /* who works has seen the mark */
	}
	if (result != PASS_BUSY)
		return result;
	return reap_stuck(home, true, kill, report) ? PASS_STUCK : PASS_BUSY;
}

bool
pass_run(struct home *home, bool sweep)
{
	autobuf struct buf report = BUF_INIT;
	struct err e;

	/* Mark before the lock is tried: who holds it now looks again when he lets go. */
	home_wake(home, sweep ? WAKE_SWEEP : WAKE_PASS);
	/* Without good settings nothing may be admitted; those who submit are told. */
	if (home_reload(home, &e) < 0)
		return !is_want(&e);
	return run_rounds(home, sweep, &report) != PASS_SHORT;
}
