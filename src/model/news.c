/* SPDX-License-Identifier: Apache-2.0 */
#include "model/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/block.h"

static const char *const names[NEWS_COUNT] = {
	[NEWS_SUBMITTED] = "SUBMITTED",	  [NEWS_STARTING] = "STARTING",
	[NEWS_STARTED] = "STARTED",	  [NEWS_RECOVERING] = "RECOVERING",
	[NEWS_RECOVERED] = "RECOVERED",	  [NEWS_SUCCEEDED] = "SUCCEEDED",
	[NEWS_FAILED] = "FAILED",	  [NEWS_CANCELLING] = "CANCELLING",
	[NEWS_CANCELLED] = "CANCELLED",
};

const char *
news_name(enum news_kind kind)
{
	return names[kind];
}

static void
add(struct news *n, enum news_kind kind, const char *task)
{
	const struct task_record *t = record_task(&n->record, task);
	struct news_item *item;

	n->list = mem_grow(n->list, n->count, &n->cap, sizeof(n->list[0]));
	item = &n->list[n->count++];
	*item = (struct news_item){.seq = ++n->made, .kind = kind};
	snprintf(item->task, sizeof(item->task), "%s", task);
	item->attempt = t ? t->attempt : 0;
	item->recoveries = t ? t->recoveries : 0;
}

/* The first claim of a round tells of every task that is not over. */
static void
see_claim(struct news *n)
{
	if (n->record.final || n->submitted >= n->record.round)
		return;
	n->submitted = n->record.round;
	for (size_t i = 0; i < n->record.task_count; i++)
		n->recovering[i] = false;
	for (size_t i = 0; i < n->spec->task_count; i++) {
		const char *name = n->spec->tasks[i].name;
		const struct task_record *t = record_task(&n->record, name);

		if (!t || !status_final(t->status) ||
		    t->round < n->record.round)
			add(n, NEWS_SUBMITTED, name);
	}
}

/* A task has this status now, and had another one before. */
static void
see_move(struct news *n, const struct task_record *t)
{
	bool *recovering = &n->recovering[t - n->record.tasks];

	switch (t->status) {
	case STATUS_STARTING:
		if (!*recovering)
			add(n, NEWS_STARTING, t->name);
		break;
	case STATUS_RUNNING:
		add(n, *recovering ? NEWS_RECOVERED : NEWS_STARTED, t->name);
		*recovering = false;
		break;
	case STATUS_RECOVERING:
		add(n, NEWS_RECOVERING, t->name);
		*recovering = true;
		break;
	case STATUS_CANCELLING:
		add(n, NEWS_CANCELLING, t->name);
		break;
	case STATUS_SUCCEEDED:
		add(n, NEWS_SUCCEEDED, t->name);
		break;
	case STATUS_FAILED:
	case STATUS_FAILED_SETUP:
	case STATUS_FAILED_PRECHECKS:
	case STATUS_FAILED_NO_RESOURCE:
	case STATUS_FAILED_CONTROLLER:
		add(n, NEWS_FAILED, t->name);
		break;
	case STATUS_CANCELLED:
		add(n, NEWS_CANCELLED, t->name);
		break;
	case STATUS_PENDING:
	case STATUS_SKIPPED:
	case STATUS_COUNT:
		break;
	}
}

static void
make_room(struct news *n)
{
	size_t old = n->recovering_cap;

	if (n->record.task_count <= old)
		return;
	n->recovering_cap = n->record.task_cap;
	n->recovering = mem_resize(n->recovering, n->recovering_cap,
				   sizeof(n->recovering[0]));
	for (size_t i = old; i < n->recovering_cap; i++)
		n->recovering[i] = false;
}

/* The task of a block that starts with [task NAME], in out; "" for any other. */
static void
task_of(const char *text, char out[TASK_NAME_MAX + 1])
{
	size_t len;

	out[0] = '\0';
	if (strncmp(text, "[task ", 6) != 0)
		return;
	len = strcspn(text + 6, "]\n");
	if (len <= TASK_NAME_MAX)
		snprintf(out, TASK_NAME_MAX + 1, "%.*s", (int)len, text + 6);
}

/* A sound block of len bytes with its `end` at body. */
static void
read_block(struct news *n, const char *bytes, size_t len, size_t body)
{
	autofree char *text = mem_copy_n(bytes, body);
	char task[TASK_NAME_MAX + 1], value[40];
	const struct task_record *t = NULL;
	enum status before = STATUS_PENDING, said;
	bool has_status = text_field(text, "status", value, sizeof(value)) &&
			  !status_parse(value, &said);

	task_of(text, task);
	if (*task)
		t = record_task(&n->record, task);
	if (t && t->round == n->record.round)
		before = t->status;
	record_fold(&n->record, bytes, len);
	make_room(n);
	if (!strncmp(text, "[job]", 5)) {
		if (text_field(text, "claim", value, sizeof(value)))
			see_claim(n);
		return;
	}
	t = *task ? record_task(&n->record, task) : NULL;
	if (t && has_status && t->status == said && said != before)
		see_move(n, t);
}

static void
drop_told(struct news *n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n->count; i++)
		if (n->list[i].seq > n->record.told.seq)
			n->list[kept++] = n->list[i];
	n->count = kept;
}

size_t
news_read(struct news *n, const char *bytes, size_t len)
{
	struct block_walk w = {.bytes = bytes, .len = len};

	while (block_next(&w))
		if (w.sound)
			read_block(n, bytes + w.start, w.done - w.start,
				   w.body);
	drop_told(n);
	return w.done;
}

enum status
news_job_status(const struct news *n)
{
	size_t count = n->spec->task_count;
	autofree enum status *list = mem_new(count + 1, sizeof(*list));

	if (n->record.final)
		return n->record.status;
	for (size_t i = 0; i < count; i++) {
		const struct task_record *t =
			record_task(&n->record, n->spec->tasks[i].name);

		list[i] = t && t->round == n->record.round ? t->status
							   : STATUS_PENDING;
	}
	return job_status(n->spec, list, false);
}

void
news_release(struct news *n)
{
	record_release(&n->record);
	free(n->list);
	free(n->recovering);
	*n = (struct news)NEWS_INIT;
}
