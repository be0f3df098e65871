/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/halt.h"

#include <signal.h>
#include <string.h>

#define WAIT_FIRST_MS 1
#define WAIT_LAST_MS 64
#define CALM_LOOKS 2 /* who is stopped last may have continued who was seen first */

bool
halt_on(const struct halt *h)
{
	return h->state == HALT_STOPPING || h->state == HALT_STOPPED;
}

int64_t
halt_total(const struct halt *h, int64_t now_ms)
{
	return h->total_ms + (h->since_ms ? now_ms - h->since_ms : 0);
}

static void
enter(struct halt *h, enum halt_state state)
{
	h->state = state;
	h->calm = 0;
	h->wait_ms = WAIT_FIRST_MS;
	members_release(&h->continued);
}

static void
let_time_run(struct halt *h, int64_t now_ms)
{
	h->total_ms = halt_total(h, now_ms);
	h->since_ms = 0;
}

void
halt_stop(struct halt *h, int64_t now_ms)
{
	enter(h, HALT_STOPPING);
	members_release(&h->stopped);
	h->since_ms = now_ms;
}

void
halt_continue(struct halt *h, int64_t now_ms)
{
	enter(h, HALT_CONTINUING);
	let_time_run(h, now_ms);
}

void
halt_resume(struct halt *h, int64_t since_ms, int64_t total_ms)
{
	h->total_ms = total_ms;
	if (!since_ms)
		return;
	enter(h, HALT_STOPPING);
	h->since_ms = since_ms;
}

void
halt_drop(struct halt *h, int64_t now_ms)
{
	enter(h, HALT_NO);
	let_time_run(h, now_ms);
	members_release(&h->stopped);
}

static bool
is_stopped(const struct member *m)
{
	return m->state == 'T' || m->state == 't';
}

/*
 * It does not run, and never will before it has met the signal that waits for it: asleep
 * in the kernel (as a parent in vfork(2) is), or a first thread that ended before the rest.
 */
static bool
is_stuck(const struct member *m)
{
	return strchr("DZX", m->state) != NULL;
}

/* Return whether there was something to do. */
static bool
stop_one(struct halt *h, const struct family *f, const struct member *m)
{
	bool told = members_has(&h->stopped, m);

	if (proc_is_mj(m->pid)) {
		/* told while it was another program yet */
		if (told && is_stopped(m))
			family_tell(f, m, SIGCONT);
		return told && is_stopped(m);
	}
	if (is_stopped(m) || (told && is_stuck(m)))
		return false;
	family_tell(f, m, SIGSTOP);
	if (!told)
		members_add(&h->stopped, m);
	return true;
}

static bool
continue_one(struct halt *h, const struct family *f, const struct member *m)
{
	if (members_has(&h->continued, m) ||
	    (!is_stopped(m) && !is_stuck(m) && !members_has(&h->stopped, m)))
		return false;
	family_tell(f, m, SIGCONT);
	members_add(&h->continued, m);
	return true;
}

int64_t
halt_step(struct halt *h, const struct family *f)
{
	automembers struct members now = MEMBERS_INIT;
	bool busy, stopping = h->state == HALT_STOPPING;

	family_list(f, &now);
	busy = now.unsettled;
	for (size_t i = 0; i < now.count; i++)
		busy |= stopping ? stop_one(h, f, &now.list[i])
				 : continue_one(h, f, &now.list[i]);
	h->calm = busy ? 0 : h->calm + 1;
	if (h->calm < CALM_LOOKS) {
		if (busy && h->wait_ms < WAIT_LAST_MS)
			h->wait_ms *= 2;
		return busy ? h->wait_ms : WAIT_FIRST_MS;
	}
	enter(h, stopping ? HALT_STOPPED : HALT_NO);
	if (!stopping)
		members_release(&h->stopped);
	return 0;
}

void
halt_release(struct halt *h)
{
	members_release(&h->stopped);
	members_release(&h->continued);
	*h = (struct halt){.state = HALT_NO};
}
