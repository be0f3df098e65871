/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at a record: what the fold passes over without a word. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/doctor_parts.h"
#include "store/jobs.h"

/* The last final status that a section of the record was given. */
struct last {
	char section[64]; /* "job", "task NAME" */
	enum status status;
	unsigned round;
};

struct lasts {
	struct last *list; /* owned */
	size_t count, cap;
};

static struct last *
last_of(struct lasts *l, const char *section)
{
	for (size_t i = 0; i < l->count; i++)
		if (!strcmp(l->list[i].section, section))
			return &l->list[i];
	l->list = mem_grow(l->list, l->count, &l->cap, sizeof(l->list[0]));
	l->list[l->count] = (struct last){.round = 0};
	snprintf(l->list[l->count].section, sizeof(l->list[0].section), "%s",
		 section);
	return &l->list[l->count++];
}

/* A sound block, NUL-terminated: look whether it changes a final status. */
static void
read_block(const struct patient *p, struct lasts *l, unsigned *round,
	   const char *text)
{
	char section[64], value[40];
	enum status status;
	struct last *last;

	snprintf(section, sizeof(section), "%.*s",
		 (int)strcspn(text + 1, "]\n"), text + 1);
	if (!strcmp(section, "job"))
		*round = (unsigned)text_field_u64(text, "round", *round);
	if (strcmp(section, "job") && strncmp(section, "task ", 5))
		return;
	if (!text_field(text, "status", value, sizeof(value)) ||
	    status_parse(value, &status) < 0)
		return;
	last = last_of(l, section);
	if (last->round == *round && status_final(last->status)) {
		if (status != last->status)
			doctor_find(p->d,
				    &(struct fault){
					    .job = p->job,
					    .advice = "the first one holds; "
						      "look at its record"},
				    "[%s] was %s, and a later block says %s",
				    section, status_name(last->status), value);
		return;
	}
	last->status = status;
	last->round = *round;
}

/* Return whether the last block is whole. */
static bool
read_blocks(const struct patient *p, const struct buf *bytes)
{
	struct lasts lasts = {NULL, 0, 0};
	unsigned round = 1;
	size_t at = 0, body, len;

	while (at < bytes->len) {
		at = block_find(bytes->data, at, bytes->len);
		len = at < bytes->len ? block_len(bytes->data + at,
						  bytes->len - at, &body)
				      : 0;
		if (!len)
			break;
		if (block_sound(bytes->data + at, len, body)) {
			autofree char *text =
				mem_copy_n(bytes->data + at, body);

			read_block(p, &lasts, &round, text);
		}
		at += len;
	}
	mem_free_ptr(&lasts.list);
	return at >= bytes->len;
}

/* A status that only an attempt can lead to. */
static bool
needs_attempt(enum status s)
{
	return s == STATUS_STARTING || s == STATUS_RUNNING ||
	       s == STATUS_RECOVERING || s == STATUS_CANCELLING ||
	       s == STATUS_SUCCEEDED || s == STATUS_FAILED ||
	       s == STATUS_FAILED_SETUP;
}

static bool
needs_end(enum status s)
{
	return s == STATUS_SUCCEEDED || s == STATUS_FAILED ||
	       s == STATUS_FAILED_SETUP;
}

static void
check_task(const struct patient *p, const struct task_record *t)
{
	const struct run *run = record_run(t, t->attempt);
	struct fault f = {.job = p->job, .advice = "look at its record"};

	if (t->round < p->record.round)
		return; /* of a round that is over */
	if (needs_attempt(t->status) && !t->attempt)
		doctor_find(p->d, &f, "task %s is %s, and no attempt was begun",
			    t->name, status_name(t->status));
	else if (needs_end(t->status) && !(run && run->ended_ms))
		doctor_find(p->d, &f,
			    "task %s is %s, and attempt %u has no end noted",
			    t->name, status_name(t->status), t->attempt);
	if (p->record.final && !status_final(t->status) && t->attempt &&
	    (p->record.status == STATUS_SUCCEEDED ||
	     p->record.status == STATUS_FAILED))
		doctor_find(p->d, &f, "it is %s, and its task %s is %s",
			    status_name(p->record.status), t->name,
			    status_name(t->status));
}

void
doctor_record(struct patient *p)
{
	autobuf struct buf bytes = BUF_INIT;
	autofree char *path = jobs_path(p->job, "record");
	struct fault f = {.job = p->job,
			  .advice = "nothing: what was not written whole is "
				    "passed over"};

	if (file_read(p->d->home->fd, path, 0, JOBS_RECORD_MAX, &bytes, NULL) <
	    0)
		return;
	if (p->record.bad_blocks > 0)
		doctor_find(p->d, &f, "damaged blocks in its record: %zu",
			    p->record.bad_blocks);
	if (!read_blocks(p, &bytes))
		doctor_find(p->d, &f,
			    "its record ends in the midst of a block");
	for (size_t i = 0; i < p->record.task_count; i++)
		check_task(p, &p->record.tasks[i]);
}
