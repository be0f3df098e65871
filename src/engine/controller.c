/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/controller.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/advance.h"
#include "engine/controller_wait.h"
#include "engine/door.h"
#include "engine/herald.h"
#include "engine/inactive.h"
#include "engine/live.h"
#include "engine/say.h"
#include "engine/starter.h"
#include "engine/vanish.h"
#include "os/file.h"
#include "os/lean.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/jobs.h"
#include "store/suspended.h"

#define RETRY_MS 1000	/* no process or no room: again after this */
#define YOUNG_MS 60000	/* a controller that died within this of its claim died young */
#define DEATHS_MAX 3
#define NEWS_MAX 2048

/* Write blocks that must not be lost, as long as it takes and there is a record. */
static void
append_until_done(const struct live *l, const struct block *b)
{
	struct err e;

	while (jobs_append(l->home, l->job, b, true, &e) < 0 &&
	       e.code != ERR_MISSING) {
		say("%s; trying again", e.text);
		sys_sleep_ms(RETRY_MS);
	}
}

/* Controllers of this boot, after the last that noted its claim, that never came to do so. */
static unsigned
count_unnoted(const struct live *l)
{
	if (!l->same_boot || l->claim <= l->record.claim + 1)
		return 0;
	return l->claim - l->record.claim - 1;
}

/* How many controllers in a row died young, this boot, without being told to stop. */
static unsigned
count_deaths(const struct live *l)
{
	if (!l->same_boot || !l->record.claim || l->record.outside_stop ||
	    sys_boot_ms() - l->record.since_ms > YOUNG_MS)
		return count_unnoted(l);
	return count_unnoted(l) + l->record.deaths + 1;
}

static void
note_claim(struct live *l, unsigned deaths)
{
	block_begin(&l->out, "job", NULL);
	block_int(&l->out, "claim", l->claim);
	block_int(&l->out, "pid", sys_pid());
	block_int(&l->out, "deaths", deaths);
	block_int(&l->out, "since", sys_boot_ms());
	block_time(&l->out, "at", sys_wall_ms());
	block_end(&l->out);
}

static void
arm(struct live *l)
{
	autoclose int self = -1;

	while (!l->armed) {
		home_wake(l->home, WAKE_PASS);
		if (self < 0)
			self = proc_open_self();
		l->armed = self >= 0 && starter_after(l->home, self, l->job,
						      l->pass) == 0;
		if (!l->armed)
			sys_sleep_ms(RETRY_MS);
	}
}

/* The reason of the job's end: that of the first task that has its status. */
static void
final_reason(const struct live *l, enum status status, char *out, size_t size)
{
	bool several = l->spec.task_count > 1;

	*out = '\0';
	if (status == STATUS_CANCELLED && l->cancelled) {
		snprintf(out, size, "%s", l->cancel_by);
		return;
	}
	for (size_t i = 0; status != STATUS_SUCCEEDED && i < l->spec.task_count;
	     i++) {
		if (l->tasks[i].status != status ||
		    l->spec.tasks[i].allow_failure)
			continue;
		snprintf(out, size, "%s%s%s%s", several ? "task " : "",
			 several ? l->spec.tasks[i].name : "",
			 several ? ": " : "",
			 l->tasks[i].reason[0] ? l->tasks[i].reason
					       : "as in an earlier round");
		return;
	}
}

static void
note_final(struct live *l, enum status status, const char *reason)
{
	block_begin(&l->out, "job", NULL);
	block_text(&l->out, "status", status_name(status));
	block_time(&l->out, "at", sys_wall_ms());
	if (*reason)
		block_text(&l->out, "reason", reason);
	block_end(&l->out);
	append_until_done(l, &l->out);
	say("job %u: %s%s%s", l->job, status_name(status), *reason ? ": " : "",
	    reason);
}

/*
 * The record is final: who comes after is looked at, then what is owed goes, alive/ID
 * last, then what nobody needs any more.
 */
static void
leave(struct live *l)
{
	struct err e;

	inactive_ended(l->home, l->job, NULL);
	for (size_t i = 0; l->tasks && i < l->spec.task_count; i++)
		while (live_withdraw(l, i) < 0)
			sys_sleep_ms(RETRY_MS);
	if (l->broken)
		jobs_drop_entries(l->home, l->job);
	while (queue_bury(l->home, l->job, &e) < 0) {
		say("%s; trying again", e.text);
		sys_sleep_ms(RETRY_MS);
	}
	for (size_t i = 0; i < l->spec.task_count; i++) {
		autofree char *path =
			jobs_runner_path(l->job, l->spec.tasks[i].name);

		if (l->tasks && l->tasks[i].attempt)
			file_unlink(l->home->fd, path, NULL);
	}
	suspended_end(l->home, l->job, NULL, NULL);
	suspended_told(l->home, l->job);
	jobs_drop_ctl(l->home, l->job);
	spawn_exit(0);
}

static void
end_job(struct live *l)
{
	autofree enum status *status =
		mem_new(l->spec.task_count, sizeof(*status));
	char reason[240];
	enum status final;

	for (size_t i = 0; i < l->spec.task_count; i++)
		status[i] = l->tasks[i].status;
	final = job_status(&l->spec, status, l->cancelled);
	final_reason(l, final, reason, sizeof(reason));
	arm(l);
	note_final(l, final, reason);
	herald_last(l);
	leave(l);
}

/* Tasks of a job whose spec cannot be read, as the record names them: to end them. */
static void
tasks_from_record(struct live *l)
{
	for (size_t i = 0; i < l->record.task_count; i++)
		job_add_task(&l->spec, l->record.tasks[i].name);
	l->spec.order = mem_new(l->spec.task_count, sizeof(size_t));
	for (size_t i = 0; i < l->spec.task_count; i++)
		l->spec.order[i] = i;
}

/*
 * A job that cannot be read runs no more: what its tasks left running is ended, its
 * entries go by name, and the reason says why.
 */
static void
give_up(struct live *l, const char *why, enum status status)
{
	say("%s", why);
	l->broken = true;
	l->doomed = l->record.task_count > 0;
	snprintf(l->cancel_by, sizeof(l->cancel_by), "%.100s", why);
	if (l->doomed) {
		tasks_from_record(l);
		return;
	}
	arm(l);
	note_final(l, status, why);
	leave(l);
}

/* The record is gone, and with it all that could be told of the job: it ends. */
static void
end_vanished(struct live *l)
{
	say("the directory of job %u was removed: what runs of it is ended",
	    l->job);
	arm(l);
	vanish(l);
	l->broken = true;
	leave(l);
}

/* TERM or HUP from outside is no failure: leave the runners and go; a pass replaces us. */
static void
stop(struct live *l, int signo)
{
	say("told to stop by signal %d", signo);
	block_begin(&l->out, "job", NULL);
	block_int(&l->out, "outside_stop", 1);
	block_end(&l->out);
	jobs_append(l->home, l->job, &l->out, false, NULL);
	spawn_exit(0);
}

static void
reap_runners(struct live *l)
{
	struct spawn_end end = {.exit_code = -1};

	if (l->herald && spawn_reap(l->herald, false, &end) != 0) {
		l->news |= end.exit_code < 0; /* killed, maybe before it told */
		l->herald = 0;
	}
	for (size_t i = 0; i < l->spec.task_count; i++) {
		struct live_task *t = &l->tasks[i];

		if (t->holder == HOLDER_RUNNER && t->own && !t->runner_gone &&
		    spawn_reap(t->runner, false, &end) != 0)
			t->runner_gone = true;
	}
}

/* A runner that was killed: what its command was may not have been read yet. */
static bool
any_unjudged(const struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->tasks[i].holder == HOLDER_RUNNER && l->tasks[i].own &&
		    l->tasks[i].runner_gone)
			return true;
	return false;
}

/*
 * What came to us as subreaper and is nobody's command.  A command comes in the moment its
 * runner dies, so runners are looked at after the list was made.  Return whether it was
 * done, or is to be done again once it is clear whose commands there are.
 */
static bool
reap_strays(struct live *l)
{
	autopids struct pids children = PIDS_INIT;
	autopids struct pids known = PIDS_INIT;
	struct proc_stat stat;
	struct spawn_end end;

	proc_children(sys_pid(), &children);
	reap_runners(l);
	if (any_unjudged(l))
		return false;
	live_children(l, &known);
	for (size_t i = 0; i < children.count; i++)
		if (!pids_has(&known, children.list[i]) &&
		    proc_stat(children.list[i], &stat) == 0 && stat.dead)
			spawn_reap(children.list[i], false, &end);
	return true;
}

/*
 * What only tells of runs and grants is seen anyhow.  Requests are looked for at any other
 * word, and where there are so many that one may have found the pipe full: its room may be
 * a page (pipe(7)).
 */
static void
read_pokes(struct live *l)
{
	char bytes[256];
	ssize_t n;
	size_t news = 0;
	bool poked = l->unsure;

	while ((n = sys_read(l->ctl, bytes, sizeof(bytes))) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			news += bytes[i] == POKE_NEWS;
			poked |= bytes[i] != POKE_NEWS;
			l->want_pass |= bytes[i] == POKE_PASS;
		}
	}
	poked |= news >= NEWS_MAX;
	l->unsure = false;
	if (poked)
		advance_poked(l);
}

static void
start_pass(struct live *l)
{
	if (!l->want_pass)
		return;
	home_wake(l->home, WAKE_PASS);
	l->want_pass = starter_start(l->home, SPAWN_SIBLING, l->pass) < 0;
}

static void
see_adopted_end(struct live *l)
{
	for (size_t i = 0; i < l->spec.task_count; i++) {
		struct live_task *t = &l->tasks[i];
		struct pollfd fd = {t->watch, POLLIN, 0};

		if (t->watch >= 0 && sys_poll(&fd, 1, 0) > 0)
			t->runner_gone = true;
	}
}

static void
turn(struct live *l, struct pollfd *fds)
{
	int signo;
	bool children = false;

	if (lean_poll(fds, controller_fds(l, fds), controller_sleep_ms(l)) == 0)
		l->want_pass |= controller_starved(l);
	l->failed = false;
	while ((signo = sig_next(l->signals, NULL)))
		if (signo == SIGTERM || signo == SIGHUP)
			stop(l, signo);
		else if (signo == SIGCHLD)
			children = true;
	read_pokes(l);
	if (children)
		reap_runners(l);
	see_adopted_end(l);
	if (advance(l))
		end_job(l);
	if (l->vanished)
		end_vanished(l);
	l->strays |= children;
	if (l->strays)
		l->strays = !reap_strays(l);
	start_pass(l);
	herald_tell(l);
}

static bool
is_damage(const struct err *e)
{
	return e->code == ERR_CORRUPT || e->code == ERR_INPUT ||
	       e->code == ERR_MISSING;
}

/* Read what the job is: only damage ends it, not a want of room or descriptors. */
static void
load_record(struct live *l)
{
	struct err e;

	while (jobs_refresh(l->home, l->job, &l->record, &l->offset, &e) < 0 &&
	       !is_damage(&e))
		sys_sleep_ms(RETRY_MS);
}

static void
load_spec(struct live *l)
{
	struct err e;

	while (jobs_spec(l->home, l->job, &l->record, &l->spec, &e) < 0) {
		if (is_damage(&e)) {
			give_up(l, e.text, STATUS_FAILED_PRECHECKS);
			return;
		}
		say("%s; trying again", e.text);
		sys_sleep_ms(RETRY_MS);
		job_release(&l->spec);
	}
	if (job_find(&l->spec, l->record.root) < 0 ||
	    l->spec.task_count != l->record.task_total) {
		job_release(&l->spec);
		give_up(l, "its spec is not the one that was submitted",
			STATUS_FAILED_PRECHECKS);
	}
}

/*
 * Open and read what the work needs.  Where that itself is what kills one controller after
 * the other, the last one does without.
 */
static void
prepare(struct live *l)
{
	if (count_unnoted(l) >= DEATHS_MAX) {
		l->logs = mem_copy(l->home->logs);
		give_up(l, "its controllers died again and again as they began",
			STATUS_FAILED_CONTROLLER);
		return;
	}
	door_log(l);
	load_spec(l);
}

/* The job has its place: its request is wanted in no other pool any more. */
static void
drop_hints(const struct live *l)
{
	long root = job_find(&l->spec, l->record.root);
	struct request r;

	if (root < 0)
		return;
	jobs_request(l->job, &l->record, &r);
	queue_unhint(l->home, &r, l->spec.tasks[root].places,
		     l->spec.tasks[root].place_count);
}

void
controller_run(const struct controller_order *order)
{
	struct live l = {
		.home = order->home,
		.job = order->job,
		.lock = order->lock,
		.claim = order->claim,
		.pass = order->pass,
		.want_pass = order->want_pass,
		.record = RECORD_INIT,
		.spec = JOB_INIT,
	};
	struct pollfd *fds;
	unsigned deaths;

	l.signals = sig_open();
	door_ctl(&l);
	load_record(&l);
	l.same_boot = !strcmp(order->before.boot, l.home->boot);
	prepare(&l);
	if (l.record.final) {
		advance_tidy(&l);
		arm(&l);
		herald_last(&l);
		leave(&l);
	}
	drop_hints(&l);
	deaths = count_deaths(&l);
	l.doomed |= deaths >= DEATHS_MAX;
	note_claim(&l, deaths);
	say("job %u: claim %u by process %d", l.job, l.claim, (int)sys_pid());
	advance_begin(&l);
	fds = mem_new(2 + 3 * l.spec.task_count, sizeof(*fds));
	if (advance(&l))
		end_job(&l);
	start_pass(&l);
	l.news = true; /* what an earlier controller had told nobody of, too */
	herald_tell(&l);
	for (;;)
		turn(&l, fds);
}
