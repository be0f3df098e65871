/* SPDX-License-Identifier: Apache-2.0 */
#include "model/record.h"

#include <ini.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The keys of one block as inih gave them; more than fit are passed over. */
#define PAIRS_MAX 40

struct pair {
	char key[50];
	char value[200];
};

struct view {
	char section[50];
	size_t count;
	struct pair pairs[PAIRS_MAX];
};

enum kind {
	KIND_TEXT,    /* char[size] */
	KIND_INT,     /* int */
	KIND_NATURAL, /* int that cannot be negative */
	KIND_UNSIGNED,
	KIND_I64,
	KIND_U64,
	KIND_TIME, /* int64_t, written as text_time does */
	KIND_FLAG, /* bool */
};

struct field {
	const char *key;
	enum kind kind;
	size_t offset;
	size_t size;
};

#define FIELD(type, key, kind, member)                                    \
	{                                                                 \
		key, KIND_##kind, offsetof(struct type, member),          \
			sizeof(((struct type *)0)->member)                \
	}
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const struct field job_fields[] = {
	FIELD(record, "name", TEXT, name),
	FIELD(record, "user", TEXT, user),
	FIELD(record, "priority", INT, priority),
	FIELD(record, "tasks", UNSIGNED, task_total),
	FIELD(record, "root", TEXT, root),
	FIELD(record, "pool", TEXT, pool),
	FIELD(record, "shard", TEXT, shard),
	FIELD(record, "only_pool", TEXT, only_pool),
	FIELD(record, "timeout_ms", I64, timeout_ms),
	FIELD(record, "max_restarts", NATURAL, max_restarts),
	FIELD(record, "recover_on", TEXT, recover_on),
	FIELD(record, "millicpus", U64, need.amount[NEED_CPUS]),
	FIELD(record, "memory", U64, need.amount[NEED_MEMORY]),
	FIELD(record, "gpus", U64, need.amount[NEED_GPUS]),
	FIELD(record, "rank", UNSIGNED, rank),
	FIELD(record, "num_jobs", UNSIGNED, num_jobs),
	FIELD(record, "unique", TEXT, unique),
	FIELD(record, "hold", FLAG, hold),
	FIELD(record, "begin", TIME, begin_ms),
	FIELD(record, "after_set", UNSIGNED, after_set),
	FIELD(record, "round", UNSIGNED, round),
	FIELD(record, "claim", UNSIGNED, claim),
	FIELD(record, "deaths", UNSIGNED, deaths),
	FIELD(record, "since", I64, since_ms),
	FIELD(record, "pid", NATURAL, pid),
	FIELD(record, "outside_stop", FLAG, outside_stop),
	FIELD(record, "reason", TEXT, reason),
};

static const struct field after_fields[] = {
	FIELD(after, "set", UNSIGNED, set),
};

static const struct field task_fields[] = {
	FIELD(task_record, "attempt", UNSIGNED, attempt),
	FIELD(task_record, "recoveries", UNSIGNED, recoveries),
	FIELD(task_record, "restarts", UNSIGNED, tries.restarts),
	FIELD(task_record, "losses", UNSIGNED, tries.losses),
	FIELD(task_record, "launches", UNSIGNED, tries.launches),
	FIELD(task_record, "row", UNSIGNED, tries.row),
	FIELD(task_record, "place", UNSIGNED, place),
	FIELD(task_record, "pool", TEXT, pool),
	FIELD(task_record, "due", TIME, due_ms),
	FIELD(task_record, "reason", TEXT, reason),
};

static const struct field run_fields[] = {
	FIELD(run, "step", TEXT, step),
	FIELD(run, "pool", TEXT, pool),
	FIELD(run, "remote", TEXT, remote),
	FIELD(run, "pending", TEXT, pending),
	FIELD(run, "pid", NATURAL, pid),
	FIELD(run, "start", U64, start),
	FIELD(run, "boot", TEXT, boot),
	FIELD(run, "pipe", U64, pipe),
	FIELD(run, "errors_pipe", U64, errors_pipe),
	FIELD(run, "gpus", TEXT, gpus),
	FIELD(run, "cgroup", TEXT, cgroup),
	FIELD(run, "unlimited", TEXT, unlimited),
	FIELD(run, "started", TIME, started_ms),
	FIELD(run, "running", TIME, running_ms),
	FIELD(run, "since", I64, since_ms),
	FIELD(run, "ended", TIME, ended_ms),
	FIELD(run, "cause", TEXT, cause),
	FIELD(run, "by", TEXT, by),
	FIELD(run, "exit", NATURAL, exit_code),
	FIELD(run, "signal", NATURAL, signal),
	FIELD(run, "core", FLAG, core),
	FIELD(run, "error", TEXT, error),
	FIELD(run, "wall", I64, wall_ms),
	FIELD(run, "cpu", I64, cpu_ms),
	FIELD(run, "rss", I64, rss_kib),
	FIELD(run, "lost", I64, lost),
	FIELD(run, "left", NATURAL, left),
	FIELD(run, "stuck", NATURAL, stuck),
	FIELD(run, "outside_stop", FLAG, outside_stop),
	FIELD(run, "suspended", TIME, suspended_ms),
	FIELD(run, "suspended_since", I64, suspended_since),
	FIELD(run, "suspended_for", I64, suspended_for),
	FIELD(run, "stopped", FLAG, stopped),
};

static const struct field event_fields[] = {
	FIELD(telling, "seq", U64, seq),
	FIELD(telling, "event", TEXT, event),
	FIELD(telling, "task", TEXT, task),
	FIELD(telling, "error", TEXT, error),
};

/* Copy to out, cut between characters and marked if too long. */
static void
copy_text(char *out, size_t size, const char *value)
{
	size_t len = strlen(value);

	if (len < size) {
		memcpy(out, value, len + 1);
		return;
	}
	len = size - sizeof(BLOCK_CUT);
	while (len && (value[len] & 0xc0) == 0x80)
		len--;
	memcpy(out, value, len);
	memcpy(out + len, BLOCK_CUT, sizeof(BLOCK_CUT));
}

static int
view_add(void *user, const char *section, const char *key, const char *value)
{
	struct view *v = user;
	struct pair *pair;

	/* Builds of inih differ in whether they report what has no value. */
	if (!key || !value || v->count == PAIRS_MAX)
		return 1;
	pair = &v->pairs[v->count++];
	snprintf(v->section, sizeof(v->section), "%s", section);
	snprintf(pair->key, sizeof(pair->key), "%s", key);
	snprintf(pair->value, sizeof(pair->value), "%s", value);
	block_decode(pair->value);
	return 1;
}

static const char *
view_get(const struct view *v, const char *key)
{
	for (size_t i = v->count; i > 0; i--)
		if (!strcmp(v->pairs[i - 1].key, key))
			return v->pairs[i - 1].value;
	return NULL;
}

static unsigned
view_unsigned(const struct view *v, const char *key, unsigned fallback)
{
	const char *value = view_get(v, key);
	uint64_t n;

	if (!value || text_u64(value, UINT_MAX, &n) < 0)
		return fallback;
	return (unsigned)n;
}

static bool
view_status(const struct view *v, enum status *out)
{
	const char *value = view_get(v, "status");

	return value && !status_parse(value, out);
}

static void
view_at(const struct view *v, int64_t *out_ms)
{
	const char *value = view_get(v, "at");

	if (value)
		text_time_parse(value, out_ms);
}

/* Set a field of *base; a value that does not read leaves it as it was. */
static void
field_set(const struct field *field, void *base, const char *value)
{
	void *to = (char *)base + field->offset;
	int64_t n;
	uint64_t u;

	switch (field->kind) {
	case KIND_TEXT:
		copy_text(to, field->size, value);
		break;
	case KIND_INT:
	case KIND_NATURAL:
		if (!text_i64(value, field->kind == KIND_INT ? INT_MIN : 0,
			      INT_MAX, &n))
			*(int *)to = (int)n;
		break;
	case KIND_UNSIGNED:
		if (!text_u64(value, UINT_MAX, &u))
			*(unsigned *)to = (unsigned)u;
		break;
	case KIND_I64:
		text_i64(value, INT64_MIN, INT64_MAX, to);
		break;
	case KIND_U64:
		text_u64(value, UINT64_MAX, to);
		break;
	case KIND_TIME:
		text_time_parse(value, to);
		break;
	case KIND_FLAG:
		if (!text_u64(value, 1, &u))
			*(bool *)to = u;
		break;
	}
}

static void
view_apply(const struct view *v, const struct field *fields, size_t count,
	   void *base)
{
	for (size_t i = 0; i < v->count; i++)
		for (size_t f = 0; f < count; f++)
			if (!strcmp(v->pairs[i].key, fields[f].key))
				field_set(&fields[f], base, v->pairs[i].value);
}

static void
fold_job(struct record *r, const struct view *v)
{
	bool is_first = !r->blocks && !r->bad_blocks;
	unsigned round = view_unsigned(v, "round", r->round);
	bool claims = view_get(v, "claim");
	enum status status = STATUS_PENDING;
	bool has_status = view_status(v, &status);

	if (round > r->round)
		record_open(r, round);
	if (round < r->round || (has_status && r->final))
		return;
	if (is_first)
		view_at(v, &r->submitted_ms);
	else if (claims)
		view_at(v, &r->claim_ms);
	if (claims)
		r->outside_stop = false;
	r->submitted |= is_first;
	view_apply(v, job_fields, COUNT_OF(job_fields), r);
	if (!status_final(status))
		return;
	r->final = true;
	r->status = status;
	view_at(v, &r->ended_ms);
}

static void
fold_task(struct record *r, const struct view *v, const char *name)
{
	struct task_record *t = record_task_add(r, name);
	enum status status;

	if (view_status(v, &status)) {
		if (status_final(t->status) && t->round >= r->round)
			return;
		t->status = status;
		t->round = r->round;
		view_at(v, &t->at_ms);
	}
	view_apply(v, task_fields, COUNT_OF(task_fields), t);
}

/* What a retry will run again; name is "" for the block that begins the plan. */
static void
fold_retry(struct record *r, const struct view *v, const char *name)
{
	unsigned round = view_unsigned(v, "round", 0);
	const char *to = view_get(v, "to");
	struct task_record *t;
	enum status status;

	if (round <= r->round)
		return;
	if (!*name) {
		r->next_round = round;
		r->hold = false;
		for (size_t i = 0; i < r->task_count; i++)
			r->tasks[i].planned = false;
	} else if (round == r->next_round && to && !status_parse(to, &status)) {
		t = record_task_add(r, name);
		t->planned = true;
		t->plan = status;
	}
}

static void
fold_after(struct record *r, const struct view *v, uint32_t job)
{
	const char *word = view_get(v, "want");
	struct after a = {.job = job};

	if (!word || want_parse(word, &a.want) < 0)
		return;
	view_apply(v, after_fields, COUNT_OF(after_fields), &a);
	r->afters = mem_grow(r->afters, r->after_count, &r->after_cap,
			     sizeof(*r->afters));
	r->afters[r->after_count++] = a;
}

/* Attempt n of t, made if missing; runs stay in the order of attempts. */
static struct run *
add_run(struct task_record *t, unsigned attempt)
{
	size_t at = t->run_count;

	while (at && t->runs[at - 1].attempt > attempt)
		at--;
	if (at && t->runs[at - 1].attempt == attempt)
		return &t->runs[at - 1];
	t->runs = mem_grow(t->runs, t->run_count, &t->run_cap,
			   sizeof(*t->runs));
	memmove(&t->runs[at + 1], &t->runs[at],
		(t->run_count - at) * sizeof(*t->runs));
	t->run_count++;
	t->runs[at] = (struct run){
		.attempt = attempt,
		.exit_code = -1,
		.wall_ms = -1,
		.cpu_ms = -1,
		.rss_kib = -1,
	};
	return &t->runs[at];
}

static void
fold_run(struct record *r, const struct view *v, const char *name)
{
	unsigned attempt = view_unsigned(v, "attempt", 0);
	struct run *run;

	if (!attempt)
		return;
	run = add_run(record_task_add(r, name), attempt);
	view_apply(v, run_fields, COUNT_OF(run_fields), run);
}

/* One that was told again, as nobody knew that it had been, counts once. */
static void
fold_event(struct record *r, const struct view *v)
{
	struct telling t = {.seq = 0};

	view_apply(v, event_fields, COUNT_OF(event_fields), &t);
	if (t.seq <= r->told.seq)
		return;
	r->told = t;
	if (!t.error[0])
		return;
	r->told_bad = t;
	r->told_bad_count++;
}

/* The task's name in section if that is kind and a name, or NULL. */
static const char *
task_of(const char *section, const char *kind)
{
	size_t len = strlen(kind);

	if (strncmp(section, kind, len) || section[len] != ' ' ||
	    !text_name_ok(section + len + 1, TASK_NAME_MAX))
		return NULL;
	return section + len + 1;
}

/* Fold the sound block of len bytes, its `end` not included. */
static void
fold_block(struct record *r, const char *bytes, size_t len)
{
	autofree char *text = mem_copy_n(bytes, len);
	struct view v;
	const char *task, *run, *retry;
	uint64_t after;

	v.section[0] = '\0';
	v.count = 0;
	ini_parse_string(text, view_add, &v);
	task = task_of(v.section, "task");
	run = task_of(v.section, "run");
	if (!strncmp(v.section, "after ", 6) && r->submitted &&
	    text_u64(v.section + 6, UINT32_MAX, &after) == 0) {
		fold_after(r, &v, (uint32_t)after);
		return;
	}
	retry = task_of(v.section, "retry");
	if (!strcmp(v.section, "job"))
		fold_job(r, &v);
	else if (!strcmp(v.section, "event"))
		fold_event(r, &v);
	else if (task)
		fold_task(r, &v, task);
	else if (run)
		fold_run(r, &v, run);
	else if (retry || !strcmp(v.section, "retry"))
		fold_retry(r, &v, retry ? retry : "");
	r->blocks++;
}

size_t
record_fold(struct record *r, const char *bytes, size_t len)
{
	struct block_walk w = {.bytes = bytes, .len = len};

	while (block_next(&w)) {
		r->bad_blocks += w.junk;
		if (w.sound)
			fold_block(r, bytes + w.start, w.body);
		else
			r->bad_blocks++;
	}
	r->bad_blocks += w.junk;
	return w.done;
}

const struct after *
record_after(const struct record *r, size_t *at)
{
	while (*at < r->after_count) {
		const struct after *a = &r->afters[(*at)++];

		if (a->set == r->after_set)
			return a;
	}
	return NULL;
}

void
record_release(struct record *r)
{
	for (size_t i = 0; i < r->task_count; i++)
		free(r->tasks[i].runs);
	free(r->tasks);
	free(r->slots);
	free(r->afters);
	*r = (struct record)RECORD_INIT;
}
