/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/reap.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/cancel.h"
#include "engine/claim.h"
#include "engine/fence.h"
#include "engine/inactive.h"
#include "engine/reap_away.h"
#include "engine/runner.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/suspended.h"
#include "store/walk.h"

/* A runner that reads no record we could write to is told by a note and a signal. */
static void
end_runners(const struct home *home, uint32_t job, const char *why)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	autofree char *dir = jobs_path(job, NULL);
	autofree char *cancel = jobs_cancel_path(job, NULL);
	struct cancel_note note = {.asked = true, .grace_ms = -1};

	snprintf(note.by, sizeof(note.by), "%.100s", why);
	if (!file_exists(home->fd, cancel))
		jobs_cancel_write(home, job, NULL, &note, NULL);
	file_list(home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = jobs_path(job, names.names[i]);
		autoclose int fd = -1;
		struct proc p;

		if (jobs_is_runner_file(names.names[i]) &&
		    jobs_pid_read(home, path, &p, NULL) == 0)
			fd = proc_open(&p, home->boot);
		if (fd >= 0)
			runner_poke(fd);
	}
}

/*
 * Who still works for a job whose directory is gone has no lock that could be found: its
 * title tells.  Each is told to look, and ends what it runs.  Return whether there is one.
 */
static bool
end_titled(const struct home *home, uint32_t job)
{
	autopids struct pids all = PIDS_INIT;
	autofree char *title = mem_printf("mj: %s job %u", home->path, job);
	bool found = proc_all(&all) < 0;

	for (size_t i = 0; i < all.count; i++) {
		struct proc p = {.pid = all.list[i]};
		struct proc_stat stat;
		autoclose int fd = -1;

		if (!proc_titled(p.pid, title) ||
		    proc_stat(p.pid, &stat) < 0 || stat.dead)
			continue;
		p.start = stat.start;
		memcpy(p.boot, home->boot, sizeof(p.boot));
		fd = proc_open(&p, home->boot);
		found |= fd >= 0 && runner_poke(fd) == 0;
	}
	return found;
}

/*
 * The same of commands whose runner and controller both were killed: no record says how they
 * are to be ended, so they are killed.  Return whether there was one.
 */
static bool
end_tagged(const struct home *home, uint32_t job)
{
	autopids struct pids all = PIDS_INIT;
	autofree char *tag =
		mem_printf("%s:%s:%u:", home->id, home->boot, job);
	char found_tag[256];
	bool found = proc_all(&all) < 0;

	for (size_t i = 0; i < all.count; i++) {
		struct proc p = {.pid = all.list[i]};
		struct proc_stat stat;
		autoclose int fd = -1;

		if (proc_environ(p.pid, "MJ_TAG=", found_tag,
				 sizeof(found_tag)) != 1 ||
		    strncmp(found_tag, tag, strlen(tag)) != 0 ||
		    proc_is_ours(p.pid) || proc_stat(p.pid, &stat) < 0 ||
		    stat.dead)
			continue;
		p.start = stat.start;
		memcpy(p.boot, home->boot, sizeof(p.boot));
		fd = proc_open(&p, home->boot);
		found |= fd >= 0 && proc_signal(fd, SIGKILL) == 0;
	}
	return found;
}

/* End what is left of a job that can be told nothing.  Return whether something is. */
static bool
end_remains(const struct reaper *by, uint32_t job, const char *why)
{
	bool runner = jobs_runner_lives(by->home, job);
	bool others = end_titled(by->home, job) ||
		      (!runner && (end_tagged(by->home, job) ||
				   end_tagged(by->home, job)));

	if (runner) /* a pass follows its end */
		end_runners(by->home, job, why);
	else if (others)
		*by->want = true; /* nobody else may see to it */
	if (runner || others)
		buf_printf(by->report,
			   "job %u: %s: what runs of it is ended\n", job, why);
	return runner || others;
}

/*
 * The job directory is gone or cannot be read: its entries go and its remains are set
 * aside, once nobody runs anything of it.
 */
static void
set_aside(const struct reaper *by, uint32_t job, const char *why)
{
	const struct home *home = by->home;
	autofree char *dir = jobs_path(job, NULL);
	bool there = file_exists(home->fd, dir) || errno != ENOENT;

	if (!there)
		why = "its directory is gone";
	if (end_remains(by, job, why))
		return;
	reap_away(home, job, by->report);
	if (there && jobs_quarantine(home, job, why, NULL) < 0) {
		*by->want = true;
		return;
	}
	if (!there) {
		jobs_drop_entries(home, job);
		inactive_ended(home, job, by->report);
		queue_bury(home, job, NULL);
	}
	buf_printf(by->report, "job %u: %s%s\n", job,
		   there ? "set aside in bad/: " : "", why);
	if (there)
		inactive_ended(home, job, by->report);
}

/* Fork a successor for a job whose lock we got.  Return whether it took the place. */
static bool
replace(const struct reaper *by, uint32_t job, int *lock)
{
	struct record r = RECORD_INIT;
	struct claim claim = {.request = {.job = job}};
	struct err e = {0};
	bool ok = jobs_record(by->home, job, &r, &e) == 0;

	record_release(&r);
	if (!ok) {
		*by->want |= e.code == ERR_SYS;
		if (e.code == ERR_CORRUPT || e.code == ERR_MISSING)
			set_aside(by, job, e.text);
		sys_close(lock);
		return false;
	}
	if (claim_start(by->home, by->pass_lock, lock, true, by->pass, &claim,
			&e) < 0) {
		*by->want = true;
		buf_printf(by->report, "job %u: %s\n", job, e.text);
		return false;
	}
	note_claimant(by->note, claim.pid);
	claim_wait(by->home, &claim);
	note_answered(by->note, claim.pid);
	if (!claim.told) {
		*by->want = true;
		buf_printf(by->report,
			   "job %u: its controller had died, and so did the "
			   "next\n",
			   job);
		return false;
	}
	buf_printf(by->report,
		   "job %u: its controller had died; process %d took over\n",
		   job, (int)claim.pid);
	return true;
}

static unsigned
probe(const struct reaper *by, uint32_t job)
{
	autofree char *path = jobs_path(job, "controller.pid");
	autofree char *cancel = jobs_cancel_path(job, NULL);
	struct home *home = by->home;
	struct err e = {0};
	int lock = lock_try(home->fd, path, 0, &e);

	/* Removed from outside: a new file's lock would be free, so ask who listens. */
	if (lock < 0 && e.code == ERR_MISSING) {
		if (jobs_poke(home, job, POKE_LOOK)) {
			buf_printf(by->report,
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
		return replace(by, job, &lock);
	if (e.code == ERR_MISSING)
		set_aside(by, job, "");
	else if (e.code != ERR_BUSY)
		*by->want = true;
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
sweep_waiting(const struct reaper *by)
{
	const struct home *home = by->home;
	autonames struct file_names pools = FILE_NAMES_INIT;
	autonames struct file_names held = FILE_NAMES_INIT;
	struct request r;

	*by->want |= queue_pools(home, &pools, NULL) < 0;
	for (size_t i = 0; i < pools.count; i++) {
		struct walk walk;

		walk_start(&walk, home, pools.names[i]);
		while (walk_next(&walk, true, &r))
			if (!r.task[0] && !r.rank)
				end_cancelled(home, &r, by->report);
		*by->want |= walk.failed;
		walk_end(&walk);
	}
	*by->want |= queue_list_held(home, true, &held, NULL) < 0;
	for (size_t i = 0; i < held.count; i++)
		if (queue_parse_request(queue_entry_name(held.names[i]), &r) ==
		    0)
			end_cancelled(home, &r, by->report);
}

unsigned
reap_sweep(const struct reaper *r)
{
	autonames struct file_names alive = FILE_NAMES_INIT;
	unsigned replaced = 0;
	uint32_t job;

	*r->want |= file_list(r->home->fd, "queue/alive", &alive, NULL) < 0;
	for (size_t i = 0; i < alive.count; i++)
		if (queue_parse_id(alive.names[i], &job) == 0)
			replaced += probe(r, job);
	sweep_waiting(r);
	inactive_sweep(r->home, r->report);
	fence_sweep(r->home, r->report);
	return replaced;
}

/* Whether a job has a controller, or somebody who holds its lock for now. */
static bool
is_held(const struct reaper *by, uint32_t job)
{
	const struct home *home = by->home;
	autofree char *path = jobs_path(job, "controller.pid");
	autoclose int lock = -1;
	struct err e = {0};

	if (queue_alive(home, job))
		return true;
	/* what cannot be looked at may be there */
	if (errno != ENOENT)
		return *by->want = true;
	lock = lock_try(home->fd, path, 0, &e);
	return lock < 0 && e.code != ERR_MISSING;
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
reap_running(const struct reaper *by, const char *pool)
{
	const struct home *home = by->home;
	autonames struct file_names names = FILE_NAMES_INIT;
	autofree char *dir = mem_printf("queue/pool/%s/running", pool);
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	*by->want |= file_list(home->fd, dir, &names, NULL) < 0;
	for (size_t i = 0; i < names.count; i++) {
		if (queue_parse_task(names.names[i], &job, task) < 0 ||
		    is_held(by, job))
			continue;
		queue_launch_end(home, job, task);
		queue_run_end(home, pool, job, task);
		buf_printf(by->report,
			   "job %u: a grant that was never claimed is taken "
			   "back\n",
			   job);
	}
}

/* launching/ comes before running/ and goes before it: alone it is half a grant. */
void
reap_stale_grants(const struct reaper *by)
{
	const struct home *home = by->home;
	autonames struct file_names pools = FILE_NAMES_INIT;
	autonames struct file_names launching = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	*by->want |= queue_pools(home, &pools, NULL) < 0;
	for (size_t i = 0; i < pools.count; i++)
		reap_running(by, pools.names[i]);
	*by->want |= file_list(home->fd, "queue/launching", &launching, NULL) <
		     0;
	for (size_t i = 0; i < launching.count; i++)
		if (queue_parse_task(launching.names[i], &job, task) == 0 &&
		    !runs_somewhere(home, &pools, job, task))
			queue_launch_end(home, job, task);
}

static bool
kill_process(const struct home *home, const struct proc *p)
{
	autoclose int fd = proc_open(p, home->boot);

	return fd >= 0 && proc_signal(fd, SIGKILL) == 0;
}

/*
 * The pass and the claimants it noted: a kill is something every promise survives.  Return
 * whether one lived.
 */
static bool
kill_noted(const struct home *home, const struct pass_note *note)
{
	bool killed = kill_process(home, &note->pass);

	for (size_t i = 0; i < note->claimant_count; i++)
		killed |= kill_process(home, &note->claimants[i]);
	return killed;
}

bool
reap_stuck(const struct home *home, bool busy, bool kill,
	   struct buf *report)
{
	struct pass_note note;
	int64_t held_ms = 0;
	char span[32], since[TEXT_TIME_SIZE];
	autoclose int alive = -1;
	bool stuck, killed = false;

	note_read(home, &note);
	if (!busy)
		alive = proc_open(&note.pass, home->boot);
	if (note.there && !strcmp(note.pass.boot, home->boot) &&
	    (busy || alive >= 0))
		held_ms = sys_boot_ms() - note.boot_ms;
	stuck = held_ms > home->config.stuck_after_ms;
	if (stuck && kill && home->config.stuck_kill_ms > 0 &&
	    held_ms > home->config.stuck_kill_ms)
		killed = kill_noted(home, &note);
	if (stuck)
		buf_printf(report,
			   "pass %d has held the lock for %s, since %s%s\n",
			   (int)note.pass.pid,
			   text_span(held_ms, span, sizeof(span)),
			   text_time(note.since_ms, since),
			   killed ? "; it is killed" : "");
	return stuck;
}
