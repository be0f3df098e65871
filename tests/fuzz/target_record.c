/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A record: whoever reads it in pieces, as it grows, sees what he sees who reads it at
 * once; and whatever value is written can be read back.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "model/news.h"
#include "model/record.h"

/* Fold as a reader does that looks again after each few bytes; return what is done with. */
static size_t
fold_in_pieces(struct record *r, const char *bytes, size_t len, size_t piece)
{
	size_t done = 0, upto = 0;

	while (upto < len) {
		upto += piece < len - upto ? piece : len - upto;
		done += record_fold(r, bytes + done, upto - done);
		must(done <= upto);
	}
	return done;
}

static void
same_run(const struct run *a, const struct run *b)
{
	must(a->attempt == b->attempt && a->pid == b->pid);
	must(a->exit_code == b->exit_code && a->signal == b->signal);
	must(a->ended_ms == b->ended_ms && !strcmp(a->cause, b->cause));
	must(!strcmp(a->step, b->step) && !strcmp(a->remote, b->remote));
}

static void
same_task(const struct task_record *a, const struct task_record *b)
{
	must(!strcmp(a->name, b->name) && !strcmp(a->reason, b->reason));
	must(a->status == b->status && a->attempt == b->attempt);
	must(a->recoveries == b->recoveries && a->due_ms == b->due_ms);
	must(a->run_count == b->run_count);
	for (size_t i = 0; i < a->run_count; i++)
		same_run(&a->runs[i], &b->runs[i]);
}

static void
same(const struct record *a, const struct record *b)
{
	must(a->submitted == b->submitted && a->final == b->final);
	must(a->status == b->status && a->round == b->round);
	must(a->claim == b->claim && a->pid == b->pid);
	must(a->blocks == b->blocks && a->bad_blocks == b->bad_blocks);
	must(!strcmp(a->name, b->name) && !strcmp(a->reason, b->reason));
	must(a->task_count == b->task_count);
	must(a->after_count == b->after_count);
	for (size_t i = 0; i < a->task_count; i++)
		same_task(&a->tasks[i], &b->tasks[i]);
}

static void
read_news(const char *bytes, size_t len)
{
	struct job spec = JOB_INIT;
	struct news n = NEWS_INIT;

	job_add_task(&spec, "a");
	job_add_task(&spec, "prep");
	n.spec = &spec;
	must(news_read(&n, bytes, len) <= len);
	for (size_t i = 1; i < n.count; i++)
		must(n.list[i].seq > n.list[i - 1].seq);
	news_job_status(&n);
	news_release(&n);
	job_release(&spec);
}

void
fuzz_record(const char *bytes, size_t len)
{
	autorecord struct record whole = RECORD_INIT, parts = RECORD_INIT;
	size_t piece = 1 + len / 50 + (len ? (unsigned char)bytes[0] % 97 : 0);
	size_t done = record_fold(&whole, bytes, len);
	size_t at = 0;

	must(done <= len);
	must(fold_in_pieces(&parts, bytes, len, piece) == done);
	same(&whole, &parts);
	for (size_t i = 0; i < whole.task_count; i++)
		must(record_task(&whole, whole.tasks[i].name) ==
		     &whole.tasks[i]);
	while (record_after(&whole, &at))
		must(at <= whole.after_count);
	read_news(bytes, len);
}

/* What a value becomes when it is written into a block and read from it. */
void
fuzz_block(const char *bytes, size_t len)
{
	autofree char *value = fuzz_text_of(bytes, len);
	autorecord struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const struct task_record *t;

	block_begin(&b, "task", "a");
	block_text(&b, "status", "RUNNING");
	block_text(&b, "reason", value);
	block_text(&b, "pool", value);
	block_end(&b);
	must(record_fold(&r, b.text.data, b.text.len) == b.text.len);
	must(r.blocks == 1 && r.bad_blocks == 0);
	t = record_task(&r, "a");
	must(t && t->status == STATUS_RUNNING);
	if (strlen(value) < 40)
		must(!strcmp(t->reason, value));
	block_release(&b);
}
