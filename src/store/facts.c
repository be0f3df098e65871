/* SPDX-License-Identifier: Apache-2.0 */
#include "store/facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"

static int
count_names(const struct home *home, const char *path, unsigned *out,
	    struct err *e)
{
	long count = file_count(home->fd, path);

	if (count < 0)
		return err_sys(e, "list %s/%s", home->path, path);
	*out = (unsigned)count;
	return 0;
}

/* Whether a mark is there; one that cannot be looked for must not be taken for none. */
static int
see_mark(const struct home *home, const char *path, bool *out, struct err *e)
{
	*out = file_exists(home->fd, path);
	if (!*out && errno != ENOENT)
		return err_sys(e, "look for %s/%s", home->path, path);
	return 0;
}

static bool
counts(const struct stock *s)
{
	return s->counted[NEED_CPUS] || s->counted[NEED_MEMORY] ||
	       s->counted[NEED_GPUS];
}

/* What is used is what those in running/ were granted. */
static int
count_granted(const struct home *home, const char *running,
	      struct admit_pool *out, struct err *e)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	if (file_list(home->fd, running, &names, e) < 0)
		return -1;
	out->running = (unsigned)names.count;
	for (size_t i = 0; i < names.count; i++) {
		char task[TASK_NAME_MAX + 1];
		struct need granted;
		uint32_t job;

		if (queue_parse_task(names.names[i], &job, task) < 0)
			continue;
		/* what cannot be read must not be taken for nothing */
		if (queue_granted(home, out->name, job, task, &granted, e) < 0)
			return -1;
		stock_count(&out->stock, &granted);
	}
	return 0;
}

static int
count_pool(const struct home *home, const struct config_pool *pool,
	   struct admit_pool *out, struct err *e)
{
	autofree char *running = mem_printf("queue/pool/%s/running", pool->name);
	autofree char *paused = mem_printf("queue/pool/%s/paused", pool->name);

	out->name = pool->name;
	out->slots = pool->slots;
	out->stock = pool->stock;
	if (see_mark(home, paused, &out->paused, e) < 0)
		return -1;
	if (!counts(&pool->stock))
		return count_names(home, running, &out->running, e);
	return count_granted(home, running, out, e);
}

/* The ids that the tasks of a pool have. */
static int
add_ids(const struct home *home, const char *pool, uint64_t *ids,
	struct err *e)
{
	autofree char *running = mem_printf("queue/pool/%s/running", pool);
	autonames struct file_names names = FILE_NAMES_INIT;

	if (file_list(home->fd, running, &names, e) < 0)
		return -1;
	for (size_t i = 0; i < names.count; i++) {
		char task[TASK_NAME_MAX + 1];
		struct need granted;
		uint32_t job;

		if (queue_parse_task(names.names[i], &job, task) < 0)
			continue;
		if (queue_granted(home, pool, job, task, &granted, e) < 0)
			return -1;
		*ids |= granted.ids;
	}
	return 0;
}

/*
 * A gpu is the same one in all pools, those that the settings do not have any more and
 * those that no longer count it too: what is used of one is used in all.
 */
static int
share_ids(const struct home *home, struct admission *a, struct err *e)
{
	autonames struct file_names pools = FILE_NAMES_INIT;
	bool counted = false;
	uint64_t ids = 0;

	for (size_t i = 0; i < a->pool_count; i++) {
		counted |= a->pools[i].stock.counted[NEED_GPUS];
		ids |= a->pools[i].stock.used_ids;
	}
	if (!counted)
		return 0;
	if (queue_pools(home, &pools, e) < 0)
		return -1;
	for (size_t i = 0; i < pools.count; i++) {
		size_t known = admit_find(a, pools.names[i]);

		if (known < a->pool_count && counts(&a->pools[known].stock))
			continue;
		if (add_ids(home, pools.names[i], &ids, e) < 0)
			return -1;
	}
	for (size_t i = 0; i < a->pool_count; i++)
		a->pools[i].stock.used_ids = ids;
	return 0;
}

int
facts_count(const struct home *home, struct facts *f, struct err *e)
{
	struct admission *a = &f->admission;

	a->max_alive = home->config.max_alive;
	a->max_launching = home->config.max_launching;
	a->pool_count = home->config.pool_count;
	a->pools = mem_new(a->pool_count, sizeof(a->pools[0]));
	if (see_mark(home, "queue/paused", &a->paused, e) < 0 ||
	    count_names(home, "queue/alive", &a->alive, e) < 0 ||
	    count_names(home, "queue/launching", &a->launching, e) < 0)
		return -1;
	for (size_t i = 0; i < a->pool_count; i++)
		if (count_pool(home, &home->config.pools[i], &a->pools[i], e) <
		    0)
			return -1;
	return share_ids(home, a, e);
}

void
facts_release(struct facts *f)
{
	free(f->admission.pools);
	f->admission = (struct admission){0};
	free(f->arrays);
	f->arrays = NULL;
	f->array_count = f->array_cap = f->array_at = 0;
	f->shard[0] = '\0';
}

/* What cannot be counted is not taken for none. */
static void
count_array(const struct home *home, struct admit_array *array)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	uint32_t job;

	if (file_list(home->fd, "queue/alive", &names, NULL) < 0)
		array->alive = array->max;
	for (size_t i = 0; i < names.count; i++)
		if (queue_parse_id(names.names[i], &job) == 0 &&
		    job >= array->first && job - array->first < array->count)
			array->alive++;
}

/* 1 + the index of the array of r, 0 if it has none with a limit. */
static size_t
find_array(const struct home *home, struct facts *f, const struct request *r)
{
	struct admit_array array;

	if (!request_array(r, &array))
		return 0;
	/* it may have several shards: some of its jobs have another priority */
	for (size_t i = 0; i < f->array_count; i++)
		if (f->arrays[i].first == array.first)
			return i + 1;
	count_array(home, &array);
	f->arrays = mem_grow(f->arrays, f->array_count, &f->array_cap,
			     sizeof(*f->arrays));
	f->arrays[f->array_count++] = array;
	return f->array_count;
}

/* Where the answer depends on it. */
int
facts_need(const struct home *home, struct admission *a, struct request *r)
{
	const struct admit_pool *pool;
	size_t i = admit_find(a, r->pool);

	a->need = NULL;
	a->job = r->rank ? 0 : r->job;
	if (i == a->pool_count)
		return 0;
	pool = &a->pools[i];
	if (!counts(&pool->stock) || pool->running >= pool->slots ||
	    pool->refused >= ADMIT_BEHIND_MAX)
		return 0;
	a->need = &r->need;
	return queue_need(home, r, &r->need, NULL);
}

bool
facts_same(const struct request *lacking, const struct request *r)
{
	return lacking->job && request_bulk(r) &&
	       !strcmp(lacking->pool, r->pool) &&
	       !strcmp(lacking->shard, r->shard);
}

bool
facts_room(const struct home *home, const char *pool, const struct need *need)
{
	const struct config_pool *c = config_pool(&home->config, pool);
	struct admit_pool p = {.running = 0};
	struct admission a = {.pools = &p, .pool_count = 1};

	return c && !file_exists(home->fd, "queue/paused") &&
	       count_pool(home, c, &p, NULL) == 0 && !p.paused &&
	       p.running < p.slots && share_ids(home, &a, NULL) == 0 &&
	       stock_lacks(&p.stock, need, NULL) == NEED_KIND_COUNT;
}

int
facts_ask(const struct home *home, struct facts *f, struct request *r)
{
	f->admission.array = NULL;
	if (facts_need(home, &f->admission, r) < 0)
		return -1;
	if (r->task[0])
		return 0;
	if (strcmp(f->shard, r->shard) != 0) {
		snprintf(f->shard, sizeof(f->shard), "%s", r->shard);
		f->array_at = find_array(home, f, r);
	}
	if (f->array_at)
		f->admission.array = &f->arrays[f->array_at - 1];
	return 0;
}
