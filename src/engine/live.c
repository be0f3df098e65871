/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/live.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "engine/say.h"
#include "os/sys.h"
#include "store/jobs.h"

#define CLOCK_SET_MS 1000 /* what is less is a clock being kept right */
#define LOOK_AGAIN_MS 100

struct task_record *
live_record(const struct live *l, size_t task)
{
	return record_task(&l->record, l->spec.tasks[task].name);
}

struct run *
live_run(const struct live *l, size_t task)
{
	const struct task_record *t = live_record(l, task);

	return t ? record_run(t, l->tasks[task].attempt) : NULL;
}

const char *
live_pool(const struct live *l, size_t task)
{
	const struct task *spec = &l->spec.tasks[task];
	size_t place = l->tasks[task].place;

	return spec->places[place < spec->place_count ? place : 0];
}

static void
note_start(struct live *l, size_t task)
{
	const struct live_task *t = &l->tasks[task];

	block_int(&l->out, "attempt", t->attempt);
	block_int(&l->out, "recoveries", t->recoveries);
	if (l->spec.tasks[task].place_count <= 1)
		return;
	block_text(&l->out, "pool", live_pool(l, task));
	block_int(&l->out, "place", (int64_t)t->place);
}

/* What it was tried for, and when and where it is tried again. */
static void
note_retry(struct live *l, size_t task)
{
	const struct live_task *t = &l->tasks[task];

	block_int(&l->out, "recoveries", t->recoveries);
	block_int(&l->out, "restarts", t->tries.restarts);
	block_int(&l->out, "losses", t->tries.losses);
	block_int(&l->out, "launches", t->tries.launches);
	block_int(&l->out, "row", t->tries.row);
	block_int(&l->out, "place", (int64_t)t->place);
	block_time(&l->out, "due", t->due_ms);
}

bool
live_move(struct live *l, size_t task, enum event event, const char *reason)
{
	struct live_task *t = &l->tasks[task];
	const char *name = l->spec.tasks[task].name;
	bool in_vain = t->status == STATUS_RECOVERING && event != EVENT_START &&
		       t->recoveries;
	enum status next;

	if (state_next(t->status, event, &next) < 0) {
		say("task %s: refused: %s while %s", name, event_name(event),
		    status_name(t->status));
		return false;
	}
	t->status = next;
	block_begin(&l->out, "task", name);
	block_text(&l->out, "status", status_name(next));
	t->at_ms = sys_wall_ms();
	if (event == EVENT_START)
		note_start(l, task);
	if (event == EVENT_LOST || event == EVENT_BACK)
		note_retry(l, task);
	if (in_vain) /* the attempt that was counted will never come */
		block_int(&l->out, "recoveries", --t->recoveries);
	block_time(&l->out, "at", t->at_ms);
	/* the last value of a key wins: an old reason must not stay */
	if (*reason || t->reason[0])
		block_text(&l->out, "reason", reason);
	block_end(&l->out);
	if (reason != t->reason)
		snprintf(t->reason, sizeof(t->reason), "%s", reason);
	if (status_final(next) || event == EVENT_START ||
	    event == EVENT_LOST || event == EVENT_BACK)
		l->out_durable = true;
	l->news = true;
	say("task %s: %s%s%s", name, status_name(next), *reason ? ": " : "",
	    reason);
	return true;
}

void
live_reason(struct live *l, size_t task, const char *reason)
{
	struct live_task *t = &l->tasks[task];

	if (!strcmp(t->reason, reason))
		return;
	snprintf(t->reason, sizeof(t->reason), "%s", reason);
	block_begin(&l->out, "task", l->spec.tasks[task].name);
	block_text(&l->out, "reason", reason);
	block_end(&l->out);
	say("task %s: %s", l->spec.tasks[task].name, reason);
}

int
live_flush(struct live *l)
{
	struct err e;

	if (l->out.text.len) {
		if (jobs_append(l->home, l->job, &l->out, l->out_durable,
				&e) < 0) {
			say("%s; trying again", e.text);
			l->vanished |= e.code == ERR_MISSING;
			l->failed = true;
			return -1;
		}
		block_release(&l->out);
		l->out_durable = false;
	}
	if (jobs_refresh(l->home, l->job, &l->record, &l->offset, &e) < 0) {
		say("%s", e.text);
		l->vanished |= e.code == ERR_MISSING;
		l->failed = true;
		return -1;
	}
	return 0;
}

void
live_again(struct live_task *t, int64_t ms)
{
	int64_t at = sys_boot_ms() + ms;

	if (!t->again_ms || at < t->again_ms)
		t->again_ms = at;
}

void
live_see_clock(struct live *l)
{
	int64_t ahead = sys_wall_ms() - sys_boot_ms();
	int64_t step = l->ahead_ms ? ahead - l->ahead_ms : 0;

	if (l->ahead_ms && step > -CLOCK_SET_MS && step < CLOCK_SET_MS)
		return;
	l->ahead_ms = ahead;
	if (!step)
		return;
	say("the clock was set by %lld seconds", (long long)(step / 1000));
	for (size_t i = 0; i < l->spec.task_count; i++)
		if (l->tasks[i].due_ms)
			l->tasks[i].due_ms += step;
}

void
live_request(const struct live *l, size_t task, struct request *out)
{
	*out = (struct request){.job = l->job, .round = l->record.round};
	snprintf(out->task, sizeof(out->task), "%s", l->spec.tasks[task].name);
	snprintf(out->pool, sizeof(out->pool), "%s", live_pool(l, task));
	out->need = l->spec.tasks[task].need;
	request_shard(out, l->record.priority, true);
}

bool
live_find_request(struct live *l, size_t task, struct request *out)
{
	struct live_task *t = &l->tasks[task];
	size_t count = l->spec.tasks[task].place_count, first = t->place;

	for (size_t i = 0; i < count; i++) {
		t->place = (first + i) % count;
		live_request(l, task, out);
		if (queue_waits(l->home, out))
			return true;
	}
	t->place = first;
	live_request(l, task, out);
	return false;
}

/* A place that was not seen for a failure would never be given back. */
static bool
has_place(const struct live *l, const char *pool, const char *task)
{
	while (!queue_running(l->home, pool, l->job, task)) {
		if (errno == ENOENT)
			return false;
		say("pool %s: %s; trying again", pool, err_words(errno));
		sys_sleep_ms(LOOK_AGAIN_MS);
	}
	return true;
}

bool
live_find_place(struct live *l, size_t task)
{
	const struct task *spec = &l->spec.tasks[task];

	for (size_t i = 0; i < spec->place_count; i++) {
		if (!has_place(l, spec->places[i], spec->name))
			continue;
		l->tasks[task].place = l->tasks[task].occupied = i;
		return true;
	}
	return false;
}

bool
live_refused(const struct live *l, size_t task, size_t place)
{
	return place < 64 && l->tasks[task].refused & UINT64_C(1) << place;
}

/* Borrowed names; return how many. */
static size_t
open_places(const struct live *l, size_t task, char **out)
{
	const struct task *spec = &l->spec.tasks[task];
	size_t count = 0;

	for (size_t i = 0; i < spec->place_count; i++)
		if (!live_refused(l, task, i))
			out[count++] = spec->places[i];
	return count;
}

void
live_hint(const struct live *l, size_t task, const struct request *r)
{
	autofree char **places =
		mem_new(l->spec.tasks[task].place_count + 1, sizeof(*places));

	queue_hint(l->home, r, 1, places, open_places(l, task, places));
}

void
live_unhint(const struct live *l, size_t task, const struct request *r)
{
	autofree char **places =
		mem_new(l->spec.tasks[task].place_count + 1, sizeof(*places));

	queue_unhint(l->home, r, places, open_places(l, task, places));
}

void
live_children(const struct live *l, struct pids *out)
{
	if (l->herald)
		pids_add(out, l->herald);
	for (size_t i = 0; i < l->spec.task_count; i++) {
		const struct live_task *t = &l->tasks[i];
		const struct run *run = live_run(l, i);

		if (t->holder == HOLDER_RUNNER && t->own && !t->runner_gone)
			pids_add(out, t->runner);
		/* its runner may be dead without our knowing */
		if (t->holder == HOLDER_RUNNER && run && run->pid)
			pids_add(out, run->pid);
		if (t->holder == HOLDER_SELF)
			pids_add(out, t->mine->main);
	}
}

/* Return 0, or -1: one could not be removed. */
static int
remove_entries(struct live *l, size_t task)
{
	struct live_task *t = &l->tasks[task];
	const struct task *spec = &l->spec.tasks[task];
	struct request r;

	live_request(l, task, &r);
	if (t->asked) {
		if (queue_withdraw(l->home, &r, NULL) < 0)
			return -1;
		live_unhint(l, task, &r);
		t->asked = false;
		t->granted = t->launching = live_find_place(l, task);
	}
	/* launching/ goes first: alone it would look like a grant half made */
	if (t->launching) {
		if (queue_launch_end(l->home, l->job, spec->name) < 0)
			return -1;
		t->launching = false;
		l->want_pass |= queue_launch_wanted(l->home);
	}
	if (t->granted) {
		if (queue_run_end(l->home, spec->places[t->occupied], l->job,
				  spec->name) < 0)
			return -1;
		t->granted = false;
		l->want_pass = true;
	}
	return 0;
}

int
live_withdraw(struct live *l, size_t task)
{
	int r = remove_entries(l, task);

	l->tasks[task].give_back = r < 0;
	l->failed |= r < 0;
	return r;
}
