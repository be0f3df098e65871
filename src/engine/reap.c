/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/reap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/cancel.h"
#include "engine/claim.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/suspended.h"
#include "store/walk.h"

#define NOTE "scheduler.pid"

/* The job directory is gone or cannot be read: its entries go, its remains are set aside. */
static void
set_aside(const struct home *home, uint32_t job, const char *why,
	  struct buf *report)
{
	autofree char *dir = jobs_path(job, NULL);

	if (!file_exists(home->fd, dir)) {
		queue_bury(home, job, NULL);
		buf_printf(report, "job %u: its directory is gone\n", job);
		return;
	}
	if (jobs_quarantine(home, job, why, NULL) == 0)
		buf_printf(report, "job %u: set aside in bad/: %s\n", job, why);
}

/* Fork a successor for a job whose lock we got.  Return whether it took the place. */
static bool
replace(struct home *home, int pass_lock, pass_fn *pass, uint32_t job,
	int *lock, struct buf *report)
{
	struct record r = RECORD_INIT;
	struct claim claim = {.request = {.job = job}};
	struct err e = {0};
	bool ok = jobs_record(home, job, &r, &e) == 0;

	record_release(&r);
	if (!ok) {
		sys_close(lock);
		if (e.code == ERR_CORRUPT || e.code == ERR_MISSING)
			set_aside(home, job, e.text, report);
		return false;
	}
	if (claim_start(home, pass_lock, lock, true, pass, &claim, &e) < 0) {
		buf_printf(report, "job %u: %s\n", job, e.text);
		return false;
	}
	claim_wait(home, &claim);
	buf_printf(report,
		   "job %u: its controller had died; process %d took over\n",
		   job, (int)claim.pid);
	return true;
}

static unsigned
probe(struct home *home, int pass_lock, pass_fn *pass, uint32_t job,
      struct buf *report)
{
	autofree char *path = jobs_path(job, "controller.pid");
	autofree char *cancel = jobs_cancel_path(job, NULL);
	struct err e = {0};
	int lock = lock_try(home->fd, path, 0, &e);

	/* Removed from outside: a new file's lock would be free, so ask who listens. */
	if (lock < 0 && e.code == ERR_MISSING) {
		if (jobs_poke(home, job, POKE_LOOK)) {
			buf_printf(report,
				   "job %u: its controller lives, but %s is "
				   "gone\n",
				   job, path);
			return 0;
		}
		if (!queue_alive(home, job))
			return 0;
		lock = lock_try(home->fd, path, 1, &e);
	}
	/* it may have ended since it was listed, and wait in its next round */
	if (lock >= 0 && !queue_alive(home, job)) {
		sys_close(&lock);
		return 0;
	}
	if (lock >= 0)
		return replace(home, pass_lock, pass, job, &lock, report);
	if (e.code == ERR_MISSING)
		set_aside(home, job, "", report);
	else if (file_exists(home->fd, cancel) ||
		 suspended_untold(home, job))
		jobs_poke(home, job, POKE_LOOK);
	return 0;
}

/* A request to cancel may be a plain touch, of which nobody was told. */
static void
end_cancelled(const struct home *home, const struct request *request,
	      struct buf *report)
{
	autofree char *path = jobs_path(request->job, "controller.pid");
	autoclose int lock = -1;
	struct record r = RECORD_INIT;
	struct cancel_note note;

	jobs_cancel_read(home, request->job, NULL, &note);
	if (!note.asked)
		return;
	lock = lock_try(home->fd, path, 1, NULL);
	if (lock >= 0 && !queue_alive(home, request->job) &&
	    jobs_record(home, request->job, &r, NULL) == 0 &&
	    cancel_waiting(home, request->job, &r, note.by, NULL) == 0)
		buf_printf(report, "job %u: cancelled\n", request->job);
	record_release(&r);
}

static void
sweep_waiting(const struct home *home, struct buf *report)
{
	autonames struct file_names pools = FILE_NAMES_INIT;
	autonames struct file_names held = FILE_NAMES_INIT;
	struct request r;

	queue_pools(home, &pools, NULL);
	for (size_t i = 0; i < pools.count; i++) {
		struct walk walk;

		walk_start(&walk, home, pools.names[i]);
		while (walk_next(&walk, true, &r))
			if (!r.task[0] && !r.rank)
				end_cancelled(home, &r, report);
		walk_end(&walk);
	}
	queue_list_held(home, true, &held, NULL);
	for (size_t i = 0; i < held.count; i++)
		if (queue_parse_request(queue_entry_name(held.names[i]), &r) ==
		    0)
			end_cancelled(home, &r, report);
}

unsigned
reap_sweep(struct home *home, int pass_lock, pass_fn *pass, struct buf *report)
{
	autonames struct file_names alive = FILE_NAMES_INIT;
	unsigned replaced = 0;
	uint32_t job;

	file_list(home->fd, "queue/alive", &alive, NULL);
	for (size_t i = 0; i < alive.count; i++)
		if (queue_parse_id(alive.names[i], &job) == 0)
			replaced += probe(home, pass_lock, pass, job, report);
	sweep_waiting(home, report);
	return replaced;
}

/* Whether a job has a controller, or somebody who holds its lock for now. */
static bool
is_held(const struct home *home, uint32_t job)
{
	autofree char *path = jobs_path(job, "controller.pid");
	autoclose int lock = -1;
	struct err e = {0};

	if (queue_alive(home, job))
		return true;
	lock = lock_try(home->fd, path, 0, &e);
	return lock < 0 && e.code == ERR_BUSY;
}

static bool
runs_somewhere(const struct home *home, const struct file_names *pools,
	       uint32_t job, const char *task)
{
	for (size_t i = 0; i < pools->count; i++)
		if (queue_running(home, pools->names[i], job, task))
			return true;
	return false;
}

static void
reap_running(const struct home *home, const char *pool, struct buf *report)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	autofree char *dir = mem_printf("queue/pool/%s/running", pool);
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	file_list(home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		if (queue_parse_task(names.names[i], &job, task) < 0 ||
		    is_held(home, job))
			continue;
		queue_launch_end(home, job, task);
		queue_run_end(home, pool, job, task);
		buf_printf(report, "job %u: a grant that was never claimed "
				   "is taken back\n",
			   job);
	}
}

/* launching/ comes before running/ and goes before it: alone it is half a grant. */
void
reap_stale_grants(const struct home *home, struct buf *report)
{
	autonames struct file_names pools = FILE_NAMES_INIT;
	autonames struct file_names launching = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	queue_pools(home, &pools, NULL);
	for (size_t i = 0; i < pools.count; i++)
		reap_running(home, pools.names[i], report);
	file_list(home->fd, "queue/launching", &launching, NULL);
	for (size_t i = 0; i < launching.count; i++)
		if (queue_parse_task(launching.names[i], &job, task) == 0 &&
		    !runs_somewhere(home, &pools, job, task))
			queue_launch_end(home, job, task);
}

void
reap_read_note(const struct home *home, struct pass_note *out)
{
	char since[40];

	*out = (struct pass_note){.text = BUF_INIT};
	file_read(home->fd, NOTE, 0, 1u << 20, &out->text, NULL);
	out->there = out->text.len > 0;
	if (proc_parse(buf_text(&out->text), &out->pass) < 0)
		out->pass = (struct proc){0};
	if (text_field(buf_text(&out->text), "since", since, sizeof(since)))
		text_time_parse(since, &out->since_ms);
	out->boot_ms = (int64_t)text_field_u64(buf_text(&out->text),
					       "boottime", 0);
}

static void
kill_process(const struct home *home, const struct proc *p)
{
	autoclose int fd = proc_open(p, home->boot);

	if (fd >= 0)
		proc_signal(fd, SIGKILL);
}

/* The pass and the claimants it noted: a kill is something every promise survives. */
static void
kill_noted(const struct home *home, const struct pass_note *note)
{
	const char *line = buf_text(&note->text);

	kill_process(home, &note->pass);
	while ((line = strstr(line, "\nclaimant = "))) {
		struct proc p = {0};
		unsigned long long start;
		int pid;

		line += strlen("\nclaimant = ");
		if (sscanf(line, "%d %llu", &pid, &start) != 2)
			continue;
		p.pid = pid;
		p.start = start;
		memcpy(p.boot, note->pass.boot, sizeof(p.boot));
		kill_process(home, &p);
	}
}

bool
reap_stuck(const struct home *home, bool busy, bool kill,
	   struct buf *report)
{
	struct pass_note note;
	int64_t held_ms = 0;
	char span[32], since[TEXT_TIME_SIZE];
	autoclose int alive = -1;
	bool stuck, end;

	reap_read_note(home, &note);
	if (!busy)
		alive = proc_open(&note.pass, home->boot);
	if (note.there && !strcmp(note.pass.boot, home->boot) &&
	    (busy || alive >= 0))
		held_ms = sys_boot_ms() - note.boot_ms;
	stuck = held_ms > home->config.stuck_after_ms;
	end = stuck && kill && home->config.stuck_kill_ms > 0 &&
	      held_ms > home->config.stuck_kill_ms;
	if (stuck)
		buf_printf(report,
			   "pass %d has held the lock for %s, since %s%s\n",
			   (int)note.pass.pid,
			   text_span(held_ms, span, sizeof(span)),
			   text_time(note.since_ms, since),
			   end ? "; it is killed" : "");
	if (end)
		kill_noted(home, &note);
	buf_release(&note.text);
	return stuck;
}
