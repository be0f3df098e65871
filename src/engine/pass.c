/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/pass.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/cancel.h"
#include "engine/claim.h"
#include "engine/gc.h"
#include "engine/reap.h"
#include "model/admit.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/facts.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/walk.h"
#include "store/seq.h"

#define NOTE "scheduler.pid"
#define ADMIT_ROUNDS 4 /* claimants that die each time are not tried for ever */
#define BUSY_WAIT_MS 2 /* for a job lock that a client holds while it looks */
#define CLAIMS_MAX 16 /* answers awaited at a time: a descriptor each */

/* A pass at work. */
struct pass {
	struct home *home;
	struct buf *report;
	int lock;
	int note; /* scheduler.pid */
	struct buf note_text;
	struct facts facts;
	struct claim claims[CLAIMS_MAX];
	size_t claim_count;
	unsigned rank;	    /* hints up to it are served now */
	unsigned rank_seen; /* the highest one met */
	bool failed_claims; /* what was granted to them is free again */
	bool busy;	    /* somebody held a job's lock for a moment */
	bool exhausted;	    /* no process or no room: more would fail too */
};

/* Say who holds the lock, for those who find it taken and for the next if we die. */
static void
note_pass(struct pass *p)
{
	char since[TEXT_TIME_SIZE];
	struct proc self;

	p->note = sys_open(p->home->fd, NOTE, O_RDWR | O_CREAT | O_NOFOLLOW,
			   0600);
	proc_self(&self, p->home->boot);
	proc_format(&self, &p->note_text);
	buf_printf(&p->note_text, "since = %s\nboottime = %lld\n",
		   text_time(sys_wall_ms(), since), (long long)sys_boot_ms());
	if (p->note >= 0)
		file_put(p->note, p->note_text.data, p->note_text.len, NULL);
	/* what is left of a longer text would be read as part of this one */
	if (p->note >= 0)
		file_cut(p->note, (off_t)p->note_text.len);
}

static void
note_claimant(struct pass *p, pid_t pid)
{
	struct proc_stat stat;

	if (proc_stat(pid, &stat) < 0 || p->note < 0)
		return;
	buf_printf(&p->note_text, "claimant = %d %llu\n", (int)pid,
		   (unsigned long long)stat.start);
	file_put(p->note, p->note_text.data, p->note_text.len, NULL);
}

static void
end_note(struct pass *p)
{
	if (p->note >= 0)
		file_cut(p->note, 0);
	sys_close(&p->note);
	buf_release(&p->note_text);
}

static void
take_grant_back(struct pass *p, const struct claim *c)
{
	queue_launch_end(p->home, c->request.job, c->root);
	queue_run_end(p->home, c->pool, c->request.job, c->root);
	p->failed_claims = true;
}

static void
await_claims(struct pass *p)
{
	for (size_t i = 0; i < p->claim_count; i++) {
		struct claim *c = &p->claims[i];

		if (claim_wait(p->home, c))
			buf_printf(p->report,
				   "job %u: started, process %d\n",
				   c->request.job, (int)c->pid);
		else
			take_grant_back(p, c);
	}
	p->claim_count = 0;
}

/* A request whose job was ended, or never was, is no longer owed. */
static void
drop_request(struct pass *p, const struct request *r, const char *why)
{
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
	/* a retry came after whoever cancelled all jobs */
	if (!note.asked &&
	    (r->round > 1 || seq_cancelled_upto(p->home) < r->job))
		return true;
	if (cancel_waiting(p->home, r->job, record,
			   note.asked ? note.by : NULL,
			   NULL) == 0)
		buf_printf(p->report, "job %u: cancelled\n", r->job);
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
		buf_printf(p->report, "job %u: %s\n", r->job, e.text);
		return false;
	}
	note_claimant(p, c->pid);
	p->claim_count++;
	if (p->claim_count == CLAIMS_MAX)
		await_claims(p);
	return true;
}

/* A task of a live job: its request r becomes a running/ entry where entry is. */
static bool
grant_task(struct pass *p, const struct request *entry, const struct request *r)
{
	struct err e = {0};

	if (queue_launch(p->home, entry, r->task, &e) < 0) {
		if (e.code == ERR_MISSING)
			return false; /* withdrawn */
		buf_printf(p->report, "job %u: %s\n", r->job, e.text);
		p->exhausted = true;
		return false;
	}
	if (queue_grant(p->home, r, entry->pool, &e) < 0) {
		queue_launch_end(p->home, r->job, r->task); /* withdrawn */
		return false;
	}
	jobs_poke(p->home, r->job, POKE_LOOK);
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
	/* served, or a hint of nothing; one that is still to be claimed goes when it is met again */
	if (entry->rank && (started ? entry->task[0] : !queue_waits(p->home, &r)))
		queue_withdraw(p->home, entry, NULL);
	return started;
}

/* Serve one request.  Return whether the next one of this pool may be looked at. */
static bool
serve(struct pass *p, struct walk *walk, size_t pool,
      const struct request *r)
{
	bool is_job = !r->task[0];
	enum admit_answer answer;

	facts_array(p->home, &p->facts, r);
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
	case ADMIT_PAUSED:
	case ADMIT_NO_POOL:
	case ADMIT_POOL_PAUSED:
	case ADMIT_POOL_FULL:
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
	walk_start(&walk, p->home, a->name);
	while (walk_next(&walk, true, &r)) {
		if (r.rank > p->rank_seen)
			p->rank_seen = r.rank;
		if ((walk.skip_new && !r.task[0]) || r.rank > p->rank)
			continue;
		if (!serve(p, &walk, pool, &r))
			break;
	}
	walk_end(&walk);
}

static void
admit(struct pass *p)
{
	struct err e;

	/* What cannot be counted must not be taken for none. */
	if (facts_count(p->home, &p->facts, &e) < 0) {
		buf_printf(p->report, "nothing is admitted: %s\n", e.text);
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
}

/* A launch that has not begun since the last pass: its controller may have missed a poke. */
static void
poke_launching(const struct home *home)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	file_list(home->fd, "queue/launching", &names, NULL);
	for (size_t i = 0; i < names.count; i++)
		if (queue_parse_task(names.names[i], &job, task) == 0)
			jobs_poke(home, job, POKE_LOOK);
}

/* If the pass before us died, say so and clear up what it left half done. */
static bool
look_back(struct pass *p)
{
	struct pass_note before;
	char since[TEXT_TIME_SIZE];
	bool died;

	reap_read_note(p->home, &before);
	died = before.there;
	if (died)
		buf_printf(p->report,
			   "the last pass, process %d, died; it had begun %s\n",
			   (int)before.pass.pid,
			   text_time(before.since_ms, since));
	buf_release(&before.text);
	return died;
}

/* One round under the lock.  Return whether the marks could be cleared. */
static bool
round_of(struct pass *p, bool sweep)
{
	bool died = look_back(p);
	bool cleared = true;

	note_pass(p);
	if (home_woken(p->home, WAKE_SWEEP)) {
		cleared = home_wake_clear(p->home, WAKE_SWEEP) == 0;
		sweep = true;
	}
	cleared &= home_wake_clear(p->home, WAKE_PASS) == 0;
	if (died || sweep)
		reap_stale_grants(p->home, p->report);
	if (sweep)
		reap_sweep(p->home, p->lock, pass_run, p->report);
	poke_launching(p->home);
	admit_all(p);
	end_note(p);
	return cleared;
}

/* Rounds until the mark stays clear.  Return whether the lock was ours at least once. */
static bool
run_rounds(struct home *home, bool sweep, struct buf *report)
{
	bool ours = false, cleared;

	for (;;) {
		struct pass p = {.home = home, .report = report, .note = -1};

		p.lock = lock_try(home->fd, "queue", 0, NULL);
		if (p.lock < 0)
			return ours; /* the holder looks at the mark when it lets go */
		ours = true;
		cleared = round_of(&p, sweep);
		sys_close(&p.lock);
		if (!cleared)
			return true; /* a mark that stays would keep us here for ever */
		if (!home_woken(home, WAKE_PASS) &&
		    !home_woken(home, WAKE_SWEEP))
			return true;
		sweep = false;
	}
}

enum pass_result
pass_by_hand(struct home *home, bool sweep, bool kill, struct buf *report)
{
	struct err e;

	if (home_reload(home, &e) < 0) {
		buf_printf(report, "%s\n", e.text);
		return PASS_FAILED;
	}
	home_wake(home, sweep ? WAKE_SWEEP : WAKE_PASS);
	if (run_rounds(home, sweep, report)) {
		/* without the pass lock, so that nobody waits for it */
		if (sweep && gc_sweep(home, report)) {
			home_wake(home, WAKE_PASS);
			run_rounds(home, false, report);
		}
		return PASS_DONE;
	}
	return reap_stuck(home, true, kill, report) ? PASS_STUCK : PASS_BUSY;
}

void
pass_run(struct home *home, bool sweep)
{
	autobuf struct buf report = BUF_INIT;

	/* Mark before the lock is tried: who holds it now looks again when he lets go. */
	home_wake(home, sweep ? WAKE_SWEEP : WAKE_PASS);
	/* Without good settings nothing may be admitted; those who submit are told. */
	if (home_reload(home, NULL) == 0)
		run_rounds(home, sweep, &report);
}

static void
plan_pool(struct home *home, struct facts *facts, size_t pool,
	  struct buf *report)
{
	const char *name = facts->admission.pools[pool].name;
	struct walk walk;
	struct request r;
	char why[160];

	walk_start(&walk, home, name);
	while (walk_next(&walk, false, &r)) {
		enum admit_answer answer;

		if (r.rank)
			continue;
		facts_array(home, facts, &r);
		answer = admit_decide(&facts->admission, pool, !r.task[0]);
		if (answer == ADMIT_START)
			snprintf(why, sizeof(why), "would start");
		else
			admit_reason(&facts->admission, pool, name, answer,
				     why, sizeof(why));
		buf_printf(report, "job %u%s%s: %s\n", r.job,
			   r.task[0] ? " task " : "", r.task, why);
	}
	walk_end(&walk);
}

int
pass_plan(struct home *home, struct buf *report, struct err *e)
{
	struct facts facts = {0};

	if (home_reload(home, e) < 0)
		return -1;
	if (facts_count(home, &facts, e) < 0)
		return -1;
	for (size_t i = 0; i < facts.admission.pool_count; i++)
		plan_pool(home, &facts, i, report);
	facts_release(&facts);
	return 0;
}
