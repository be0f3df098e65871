/* SPDX-License-Identifier: Apache-2.0 */
/* The output of a remote attempt, where a program of its pool prints it. */
#include "engine/remote_parts.h"

#include "os/file.h"
#include "os/sys.h"

#define LOGS_LEAST_MS 1000 /* between the end of the program and its next start */
#define QUIET_MS 2000	   /* after the end of the attempt, a program that still follows is ended */
#define SILENT_MS 20000	   /* the same of one that has printed nothing: it may be slow to begin */
#define DRAIN_LOOK_MS 200
#define DRAIN_MS 60000	   /* the rest of the output may take no longer */

/* Bytes of output that are in the log, or on their way in the pipe. */
static uint64_t
logged(const struct remote *r)
{
	const struct output *o = &r->attempt->outputs[LOG_OUTPUT];
	struct file_info info;
	long waiting = sys_pending(o->pipe[0]);
	uint64_t n = waiting > 0 ? (uint64_t)waiting : 0;

	if (o->log >= 0 && file_info_fd(o->log, &info) == 0)
		n += info.size;
	return n;
}

/* Return whether the pool has a program for it. */
static bool
start(struct remote *r)
{
	struct program_order order = PROGRAM_ORDER_INIT;
	struct program_place place = {
		.env = &r->env,
		.capture = r->command->capture,
		.follow_out = r->attempt->outputs[LOG_OUTPUT].pipe[1],
	};
	int64_t again_ms = LOGS_LEAST_MS;
	enum pool_way way;

	r->at.logged = logged(r);
	way = r->type->call(&r->at, POOL_LOGS, &order, &again_ms);
	if (way == POOL_RUN) {
		env_put(&order.env, "MJ_ID", r->at.id);
		order.follow = true;
		program_start(&r->logs, &order, &place);
	}
	program_order_release(&order);
	r->logs_ms = sys_boot_ms() + again_ms;
	return way == POOL_RUN || way == POOL_LATER;
}

/* See whether the program has ended. */
static bool
step(struct remote *r)
{
	if (!program_step(&r->logs))
		return false;
	remote_log(r, POOL_LOGS, &r->logs.end, NULL);
	r->logs_ms = sys_boot_ms() + LOGS_LEAST_MS;
	if (r->logs_ms < r->due_ms)
		r->logs_ms = r->due_ms; /* no more often than it is asked for */
	return true;
}

int64_t
remote_output(struct remote *r, int64_t now_ms)
{
	step(r);
	if (!program_busy(&r->logs) && now_ms >= r->logs_ms && !start(r))
		return -1;
	if (program_busy(&r->logs))
		return program_wait(&r->logs);
	return r->logs_ms > now_ms ? r->logs_ms - now_ms : 0;
}

static bool
ran(const struct remote *r)
{
	return r->noted_run || r->answer.state == POOL_ENDED;
}

static void
start_last(struct remote *r, int64_t now_ms)
{
	r->last_logs = true;
	r->quiet_ms = now_ms;
	if (!start(r))
		r->until_ms = now_ms; /* nobody prints it: over the next time */
}

int64_t
remote_drain(struct remote *r, int64_t now_ms)
{
	bool ended = step(r);
	uint64_t n = logged(r);

	if (!r->until_ms) {
		/* what was lost may have taken with it who prints its output */
		r->until_ms = now_ms + (r->answer.state == POOL_ENDED
						? DRAIN_MS
						: SILENT_MS);
		r->quiet_ms = now_ms;
	}
	if (n != r->logged)
		r->quiet_ms = now_ms;
	r->logged = n;
	if (!program_busy(&r->logs)) {
		/* one that was quiet to our stop, or was started after the end, had all of it */
		if ((ended && (r->logs.end.late ||
			       (r->last_logs && program_well(&r->logs.end)))) ||
		    now_ms >= r->until_ms || (!ran(r) && !r->last_logs)) {
			r->step = REMOTE_OVER;
			return 0;
		}
		if (!r->last_logs || now_ms >= r->logs_ms)
			start_last(r, now_ms);
	} else if (now_ms - r->quiet_ms >=
			   (n > r->at.logged ? QUIET_MS : SILENT_MS) ||
		   now_ms >= r->until_ms) {
		program_stop(&r->logs);
	}
	return attempt_sooner(program_wait(&r->logs), DRAIN_LOOK_MS);
}
