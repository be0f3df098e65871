/* SPDX-License-Identifier: Apache-2.0 */
#include "recording.h"

#include <stdlib.h>

#include <check.h>

void
add_submit(struct block *b)
{
	block_begin(b, "job", NULL);
	block_text(b, "name", "train");
	block_text(b, "user", "ada");
	block_int(b, "priority", -5);
	block_time(b, "at", SUBMIT_MS);
	block_int(b, "tasks", 2);
	block_text(b, "root", "prep");
	block_text(b, "pool", "local");
	block_text(b, "shard", "1005.1/0");
	block_end(b);
}

void
add_status(struct block *b, const char *task, const char *status, int64_t at)
{
	block_begin(b, task ? "task" : "job", task);
	block_text(b, "status", status);
	block_time(b, "at", at);
	block_end(b);
}

void
add_round(struct block *b, unsigned round)
{
	block_begin(b, "job", NULL);
	block_int(b, "round", round);
	block_end(b);
}

/* Fold what b holds, all of which must be done with. */
void
fold(struct record *r, const struct block *b)
{
	ck_assert_uint_eq(record_fold(r, b->text.data, b->text.len),
			  b->text.len);
}

enum status
status_in(const struct record *r, const char *task)
{
	const struct task_record *t = record_task(r, task);

	ck_assert_msg(t, "no task %s", task);
	return t->status;
}

void
add_whole_run(struct block *b)
{
	block_begin(b, "run", "train");
	block_int(b, "attempt", 2);
	block_text(b, "step", "run");
	block_int(b, "pid", 4711);
	block_int(b, "start", 123456789012);
	block_text(b, "boot", "0b6a1f3e-3e4d-4b8e-9a62-0d3e6f1c2b4a");
	block_int(b, "pipe", 98765);
	block_time(b, "started", 1000);
	block_time(b, "running", 2000);
	block_int(b, "since", 555);
	block_end(b);
	block_begin(b, "run", "train");
	block_int(b, "attempt", 2);
	block_time(b, "ended", 3000);
	block_text(b, "cause", "signal");
	block_int(b, "signal", 11);
	block_int(b, "core", 1);
	block_text(b, "error", "x");
	block_int(b, "wall", 2000);
	block_int(b, "cpu", 1500);
	block_int(b, "rss", 2048);
	block_int(b, "outside_stop", 1);
	block_end(b);
}
