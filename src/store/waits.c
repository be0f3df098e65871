/* SPDX-License-Identifier: Apache-2.0 */
#include "store/waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/admit.h"
#include "store/facts.h"
#include "store/queue.h"
#include "store/walk.h"

static const char *const names[SCHEDULE_COUNT] = {
	[SCHEDULE_INACTIVE] = "INACTIVE",
	[SCHEDULE_WAITING] = "WAITING",
	[SCHEDULE_LAUNCHING] = "LAUNCHING",
	[SCHEDULE_ALIVE_WAITING] = "ALIVE_WAITING",
	[SCHEDULE_ALIVE_BACKOFF] = "ALIVE_BACKOFF",
	[SCHEDULE_ALIVE] = "ALIVE",
	[SCHEDULE_DONE] = "DONE",
};

const char *
schedule_name(enum schedule s)
{
	return names[s];
}

static struct owed *
add(struct waits *w, enum owed_kind kind, uint32_t job, const char *task)
{
	struct owed *o;

	w->list = mem_grow(w->list, w->count, &w->cap, sizeof(*w->list));
	o = &w->list[w->count++];
	*o = (struct owed){.job = job, .kind = kind};
	if (task && *task)
		o->task = mem_copy(task);
	return o;
}

/* The entries of a directory; pool is what they occupy, or NULL. */
static int
read_dir(const struct home *home, struct waits *w, enum owed_kind kind,
	 const char *pool, struct err *e)
{
	static const char *const dirs[] = {
		[OWED_HELD] = "held",
		[OWED_LAUNCHING] = "launching",
		[OWED_ALIVE] = "alive",
	};
	autonames struct file_names list = FILE_NAMES_INIT;
	autofree char *path = pool ? mem_printf("queue/pool/%s/running", pool)
				   : mem_printf("queue/%s", dirs[kind]);

	if ((kind == OWED_HELD
		     ? queue_list_held(home, false, &list, e)
		     : file_list(home->fd, path, &list, e)) < 0)
		return -1;
	for (size_t i = 0; i < list.count; i++) {
		struct request r = {0};
		const char *name = queue_entry_name(list.names[i]);

		if (!queue_parse_id(name, &r.job) ||
		    (kind == OWED_HELD && !queue_parse_request(name, &r)) ||
		    !queue_parse_task(name, &r.job, r.task))
			add(w, kind, r.job, r.task)->pool = pool;
	}
	return 0;
}

/* 1 + the index of its array, 0 if it has none with a limit of its own. */
static size_t
array_of(struct waits *w, const struct request *r)
{
	struct admit_array array;
	size_t n = w->array_count;

	if (r->task[0] || !request_array(r, &array))
		return 0;
	for (size_t i = n; i > 0; i--)
		if (w->arrays[i - 1].first == array.first)
			return i;
	w->arrays = mem_grow(w->arrays, n, &w->array_cap, sizeof(*w->arrays));
	w->arrays[n] = array;
	return ++w->array_count;
}

static void
read_requests(const struct home *home, struct waits *w, const char *pool)
{
	struct walk walk;
	struct request r;

	walk_start(&walk, home, pool);
	while (walk_next(&walk, false, &r)) {
		struct owed *o;

		if (r.rank)
			continue;
		o = add(w, OWED_REQUEST, r.job, r.task);
		o->pool = pool;
		o->array = array_of(w, &r);
		o->round = r.round;
		snprintf(o->shard, sizeof(o->shard), "%s", r.shard);
	}
	walk_end(&walk);
}

/*
 * In the direction entries move, so that what moves is seen twice rather than
 * never; held/ once more, as jobs go there from waiting/ and back.
 */
static int
read_entries(const struct home *home, struct waits *w, struct err *e)
{
	if (queue_pools(home, &w->pools, e) < 0 ||
	    read_dir(home, w, OWED_HELD, NULL, e) < 0)
		return -1;
	for (size_t i = 0; i < w->pools.count; i++)
		read_requests(home, w, w->pools.names[i]);
	if (read_dir(home, w, OWED_LAUNCHING, NULL, e) < 0)
		return -1;
	for (size_t i = 0; i < w->pools.count; i++)
		if (read_dir(home, w, OWED_RUNNING, w->pools.names[i], e) < 0)
			return -1;
	if (read_dir(home, w, OWED_HELD, NULL, e) < 0)
		return -1;
	return read_dir(home, w, OWED_ALIVE, NULL, e);
}

/* The text, kept once: requests in a row mostly wait for the same. */
static const char *
keep_reason(struct waits *w, const char *text)
{
	struct file_names *r = &w->reasons;

	if (r->count > 0 && !strcmp(r->names[r->count - 1], text))
		return r->names[r->count - 1];
	r->names = mem_grow(r->names, r->count, &r->cap, sizeof(char *));
	r->names[r->count] = mem_copy(text);
	return r->names[r->count++];
}

static void
count_arrays(struct waits *w)
{
	for (size_t i = 0; i < w->count; i++) {
		uint32_t job = w->list[i].job;

		if (w->list[i].kind != OWED_ALIVE)
			continue;
		for (size_t k = 0; k < w->array_count; k++)
			w->arrays[k].alive +=
				job >= w->arrays[k].first &&
				job - w->arrays[k].first < w->arrays[k].count;
	}
}

static void
request_of(const struct owed *o, struct request *r)
{
	*r = (struct request){.job = o->job, .round = o->round};
	snprintf(r->task, sizeof(r->task), "%s", o->task ? o->task : "");
	snprintf(r->pool, sizeof(r->pool), "%s", o->pool);
	snprintf(r->shard, sizeof(r->shard), "%s", o->shard);
}

static void
judge(const struct home *home, struct waits *w, struct admission *a)
{
	struct request lacking = {.job = 0};
	const char *reason = NULL;
	char text[160];

	count_arrays(w);
	for (size_t i = 0; i < w->count; i++) {
		struct owed *o = &w->list[i];
		enum admit_answer answer;
		struct request r;
		size_t pool;

		if (o->kind != OWED_REQUEST)
			continue;
		request_of(o, &r);
		if (facts_same(&lacking, &r)) {
			o->reason = reason;
			continue;
		}
		pool = admit_find(a, o->pool);
		facts_need(home, a, &r);
		a->array = o->array ? &w->arrays[o->array - 1] : NULL;
		answer = o->answer = admit_decide(a, pool, !o->task);
		o->reason =
			keep_reason(w, admit_reason(a, pool, o->pool, answer,
						    text, sizeof(text)));
		if (answer == ADMIT_LACKING || answer == ADMIT_KEPT) {
			lacking = r;
			reason = o->reason;
		}
	}
}

/* By job, kind and task; what is of no task comes first. */
static int
compare_to(const struct owed *o, uint32_t job, enum owed_kind kind,
	   const char *task)
{
	if (o->job != job)
		return o->job < job ? -1 : 1;
	if (o->kind != kind)
		return (int)o->kind - (int)kind;
	return strcmp(o->task ? o->task : "", task ? task : "");
}

static int
compare_owed(const void *left, const void *right)
{
	const struct owed *b = right;

	return compare_to(left, b->job, b->kind, b->task);
}

/* Where it is in the sorted list; count where it is not. */
static size_t
find(const struct waits *w, uint32_t job, enum owed_kind kind, const char *task)
{
	size_t low = 0, high = w->count;

	/* of thousands of tasks each asks */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare_to(&w->list[middle], job, kind, task);

		if (order == 0)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return w->count;
}

/* Whether a place is there for the request at i: a job's own is that of its first task. */
static bool
is_granted(const struct waits *w, size_t i)
{
	const struct owed *o = &w->list[i];
	size_t k = i;

	if (o->task)
		return find(w, o->job, OWED_RUNNING, o->task) < w->count;
	while (k < w->count && w->list[k].job == o->job &&
	       w->list[k].kind < OWED_RUNNING)
		k++;
	return k < w->count && w->list[k].job == o->job &&
	       w->list[k].kind == OWED_RUNNING;
}

/* What fills the pool may be the grant of the request itself, which is not taken yet. */
static void
mark_granted(struct waits *w)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->list[i].kind == OWED_REQUEST && is_granted(w, i)) {
			w->list[i].answer = ADMIT_START;
			w->list[i].reason = keep_reason(w, "about to start");
		}
}

int
waits_read(const struct home *home, struct waits *w, struct err *e)
{
	struct facts facts = {0};

	int done;

	if (read_entries(home, w, e) < 0)
		return -1;
	done = facts_count(home, &facts, e);
	if (done == 0)
		judge(home, w, &facts.admission);
	facts_release(&facts);
	if (done < 0)
		return -1;
	if (w->count > 1)
		qsort(w->list, w->count, sizeof(*w->list), compare_owed);
	mark_granted(w);
	return 0;
}

void
waits_release(struct waits *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->list[i].task);
	free(w->list);
	free(w->arrays);
	file_names_release(&w->pools);
	file_names_release(&w->reasons);
	*w = (struct waits)WAITS_INIT;
}

const struct owed *
waits_of(const struct waits *w, uint32_t job, size_t *count)
{
	size_t low = 0, high = w->count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->list[middle].job < job)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < w->count && w->list[end].job == job;)
		end++;
	*count = end - low;
	return *count ? &w->list[low] : NULL;
}

enum schedule
waits_schedule(const struct waits *w, uint32_t job)
{
	size_t count, seen[OWED_ALIVE + 1] = {0}, asks = 0;
	const struct owed *o = waits_of(w, job, &count);

	for (size_t i = 0; i < count; i++) {
		seen[o[i].kind]++;
		asks += o[i].kind == OWED_REQUEST && o[i].task;
	}
	if (!seen[OWED_ALIVE] && seen[OWED_REQUEST])
		return SCHEDULE_WAITING;
	if (!seen[OWED_ALIVE])
		return seen[OWED_HELD] ? SCHEDULE_INACTIVE : SCHEDULE_DONE;
	if (seen[OWED_LAUNCHING])
		return SCHEDULE_LAUNCHING;
	if (asks)
		return SCHEDULE_ALIVE_WAITING;
	return seen[OWED_RUNNING] ? SCHEDULE_ALIVE : SCHEDULE_ALIVE_BACKOFF;
}

const char *
waits_reason(const struct waits *w, uint32_t job, const char *task)
{
	size_t at = find(w, job, OWED_REQUEST, task);

	return at < w->count ? w->list[at].reason : NULL;
}
