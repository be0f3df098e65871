/* SPDX-License-Identifier: Apache-2.0 */
#include "store/queue.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/job.h"


/* queue/pool/POOL/waiting/PPPP.C/S of r.  The caller frees it. */
static char *
shard_path(const struct request *r)
{
	return mem_printf("queue/pool/%s/waiting/%s", r->pool, r->shard);
}

/* The name of r's entry, below dir.  The caller frees it. */
static char *
entry_path(const char *dir, const struct request *r)
{
	char rank[16] = "";

	if (r->rank)
		snprintf(rank, sizeof(rank), "~%u", r->rank);
	return mem_printf("%s/%010u.%u%s%s%s", dir, r->job, r->round,
			  r->task[0] ? "." : "", r->task, rank);
}

char *
queue_request_path(const struct request *r)
{
	autofree char *shard = shard_path(r);

	return entry_path(shard, r);
}

/* An array's jobs are held in a directory of their own: one rename commits them. */
static char *
held_dir(const struct request *r)
{
	const char *bulk = request_bulk(r);

	return mem_printf("queue/held%s%s", bulk ? "/" : "", bulk ? bulk : "");
}

char *
queue_held_path(const struct request *r)
{
	autofree char *dir = held_dir(r);

	return mem_printf("%s/%010u.%u", dir, r->job, r->round);
}

static char *
alive_path(uint32_t job)
{
	return mem_printf("queue/alive/%010u", job);
}

int
queue_pool(const struct home *home, const char *pool, struct err *e)
{
	static const char *const below[] = {"", "/waiting", "/running"};

	for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++) {
		autofree char *path =
			mem_printf("queue/pool/%s%s", pool, below[i]);

		if (file_mkdir(home->fd, path, true, e) < 0)
			return -1;
	}
	return 0;
}

/* Make the directories above a shard: pool, class. */
static int
make_class(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *path = shard_path(r);

	if (queue_pool(home, r->pool, e) < 0)
		return -1;
	*strrchr(path, '/') = '\0';
	return file_mkdir(home->fd, path, true, e);
}

/* Where a file is written before it gets its name in queue/.  The caller frees it. */
static char *
aside_path(const struct request *r)
{
	return mem_printf("jobs/%010u/.%u.%s.%u", r->job, r->round, r->task,
			  r->rank);
}

/*
 * A new entry's file with what it needs, durable: a grant after a power loss is made from
 * it.  Return 1 and *path, 0 if an empty file does, or -1 with *e.
 */
static int
write_aside(const struct home *home, const struct request *r, char **path,
	    struct err *e)
{
	autobuf struct buf text = BUF_INIT;

	need_format(&r->need, &text);
	if (!text.len)
		return 0;
	*path = aside_path(r);
	file_unlink(home->fd, *path, NULL);
	return file_create(home->fd, *path, text.data, text.len, true, e) < 0
		       ? -1
		       : 1;
}

/* A shard may be removed as empty between our mkdir and what we put in: then again. */
static int
put_in_shard(const struct home *home, const struct request *r,
	     const char *from, struct err *e)
{
	autofree char *shard = shard_path(r);
	autofree char *path = queue_request_path(r);
	struct err own = {0};

	for (int tries = 0; tries < 100; tries++) {
		int done = from ? file_rename(home->fd, from, path, false, &own)
				: file_touch(home->fd, path, &own);

		if (done == 0)
			return 0;
		if (own.code != ERR_MISSING ||
		    (from && !file_exists(home->fd, from)))
			break;
		if (make_class(home, r, e) < 0)
			return -1;
		if (file_mkdir(home->fd, shard, true, &own) < 0 &&
		    own.code != ERR_MISSING)
			break;
	}
	if (e)
		*e = own;
	return -1;
}

bool
queue_waits(const struct home *home, const struct request *r)
{
	autofree char *path = queue_request_path(r);

	return file_exists(home->fd, path);
}

/*
 * Sync a shard and the directories that lead to it, any of which may be new.  A pass may
 * have taken the entry (and removed an emptied shard) already: then what must be durable
 * is where it went.
 */
static int
sync_shard(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *path = shard_path(r);
	struct err own = {0};

	for (int level = 0; level < 5; level++) {
		/* a shard may be renamed; the class that it is in, and so on, never is */
		int done = level < 2 ? file_sync_dir(home->fd, path, &own)
				     : file_sync_name(home->fd, path, &own);

		if (done < 0 && own.code != ERR_MISSING) {
			if (e)
				*e = own;
			return -1;
		}
		if (level != 1)
			*strrchr(path, '/') = '\0';
	}
	if (queue_waits(home, r))
		return 0;
	if (file_sync_dir(home->fd, "queue/held", e) < 0)
		return -1;
	return file_sync_dir(home->fd, "queue/alive", e);
}

int
queue_file(const struct home *home, const struct request *r, bool durable,
	   struct err *e)
{
	autofree char *aside = NULL;

	if (write_aside(home, r, &aside, e) < 0 ||
	    put_in_shard(home, r, aside, e) < 0)
		return -1;
	return durable ? sync_shard(home, r, e) : 0;
}

/* One of a bulk: the first's file once more, as long as it may have another name. */
static int
put_aside(const struct home *home, const char *first, const char *path,
	  const struct need *need, struct err *e)
{
	autobuf struct buf text = BUF_INIT;

	need_format(need, &text);
	if (!text.len)
		return file_touch(home->fd, path, e);
	if (strcmp(first, path) != 0 &&
	    file_link(home->fd, first, path, NULL) == 0)
		return 0;
	return file_create(home->fd, path, text.data, text.len, false, e);
}

/* Fill a directory built aside with the names of count requests. */
static int
fill_aside(const struct home *home, const char *aside, const struct request *r,
	   uint32_t count, struct err *e)
{
	autofree char *first = entry_path(aside, r);

	if (file_mkdir(home->fd, aside, false, e) < 0)
		return -1;
	for (struct request one = *r; one.job < r->job + count; one.job++) {
		autofree char *path = entry_path(aside, &one);

		if (put_aside(home, first, path, &r->need, e) < 0)
			return -1;
	}
	if (!need_none(&r->need) && file_sync_all(home->fd, e) < 0)
		return -1;
	return file_sync_dir(home->fd, aside, e);
}

/* The class may be removed as empty before the rename: then again. */
static int
rename_in(const struct home *home, const struct request *r, const char *aside,
	  const char *to, struct err *e)
{
	struct err own = {0};

	for (int tries = 0; tries < 100; tries++) {
		if (make_class(home, r, e) < 0)
			return -1;
		if (file_rename(home->fd, aside, to, true, &own) == 0)
			return 0;
		if (own.code != ERR_MISSING)
			break;
	}
	if (e)
		*e = own;
	return -1;
}

static int
sync_held(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *dir = held_dir(r);
	struct err own = {0};

	if (request_bulk(r) && file_sync_dir(home->fd, dir, &own) < 0 &&
	    own.code != ERR_MISSING) {
		if (e)
			*e = own;
		return -1;
	}
	return file_sync_dir(home->fd, "queue/held", e);
}

int
queue_file_bulk(const struct home *home, const struct request *r,
		uint32_t count, bool held, struct err *e)
{
	autofree char *to = held ? held_dir(r) : shard_path(r);
	autofree char *aside =
		mem_printf("queue/pool/.bulk.%010u", r->job);

	if (queue_pool(home, r->pool, e) < 0 ||
	    fill_aside(home, aside, r, count, e) < 0 ||
	    rename_in(home, r, aside, to, e) < 0) {
		file_remove_tree(home->fd, aside);
		return -1;
	}
	return held ? sync_held(home, r, e) : sync_shard(home, r, e);
}

int
queue_withdraw_bulk(const struct home *home, const struct request *r,
		    struct err *e)
{
	autofree char *shard = shard_path(r);
	autofree char *aside =
		mem_printf("queue/pool/.bulk.%010u", r->job);

	if (file_rename(home->fd, shard, aside, true, e) < 0)
		return -1;
	file_remove_tree(home->fd, aside);
	return 0;
}

int
queue_withdraw(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *path = queue_request_path(r);

	return file_unlink(home->fd, path, e);
}

int64_t
queue_since(const struct home *home, const struct request *r)
{
	autofree char *path = queue_request_path(r);
	struct file_info info;

	return file_info(home->fd, path, &info) < 0 ? 0 : info.changed_ms;
}

/* The directory of an array may be removed as empty before we put it in: then again. */
static int
put_in_held(const struct home *home, const struct request *r, const char *from,
	    struct err *e)
{
	autofree char *dir = held_dir(r);
	autofree char *path = queue_held_path(r);
	struct err own = {0};

	for (int tries = 0; tries < 100; tries++) {
		int done = from ? file_rename(home->fd, from, path, false, &own)
				: file_touch(home->fd, path, &own);

		if (done == 0)
			return sync_held(home, r, e);
		if (own.code != ERR_MISSING ||
		    (from && !file_exists(home->fd, from)) ||
		    file_mkdir(home->fd, dir, true, &own) < 0)
			break;
	}
	if (e)
		*e = own;
	return -1;
}

static void
prune_held(const struct home *home, const struct request *r)
{
	autofree char *dir = held_dir(r);

	if (request_bulk(r))
		file_rmdir(home->fd, dir);
}

int
queue_hold(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *from = queue_request_path(r);

	return put_in_held(home, r, from, e);
}

/* A power loss must not take new directories from under an entry that left its old place. */
static int
ready_shard(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *shard = shard_path(r);

	if (file_exists(home->fd, shard))
		return 0;
	if (make_class(home, r, e) < 0 ||
	    file_mkdir(home->fd, shard, true, e) < 0)
		return -1;
	return sync_shard(home, r, e);
}

int
queue_release(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *from = queue_held_path(r);

	if (ready_shard(home, r, e) < 0 || put_in_shard(home, r, from, e) < 0)
		return -1;
	prune_held(home, r);
	return sync_shard(home, r, e);
}

int
queue_file_held(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *aside = NULL;

	if (write_aside(home, r, &aside, e) < 0)
		return -1;
	return put_in_held(home, r, aside, e);
}

int
queue_unhold(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *path = queue_held_path(r);
	int done = file_unlink(home->fd, path, e);

	if (done == 0)
		prune_held(home, r);
	return done;
}

bool
queue_held(const struct home *home, const struct request *r)
{
	autofree char *path = queue_held_path(r);

	return file_exists(home->fd, path);
}

int
queue_claim(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *from = queue_request_path(r);
	autofree char *to = alive_path(r->job);

	return file_rename(home->fd, from, to, false, e);
}

bool
queue_alive(const struct home *home, uint32_t job)
{
	autofree char *path = alive_path(job);

	return file_exists(home->fd, path);
}

int
queue_bury(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *path = alive_path(job);

	return file_unlink(home->fd, path, e);
}

/*
 * Entries go from held/ or waiting/ to alive/ (and between the first two), so one that
 * was seen nowhere is looked for once more, the later places last.
 */
enum queue_place
queue_find(const struct home *home, const struct request *r)
{
	int why = ENOENT;

	for (int round = 0; round < 2; round++) {
		if (queue_held(home, r))
			return QUEUE_HELD;
		why = errno == ENOENT ? why : errno;
		if (queue_waits(home, r))
			return QUEUE_WAITING;
		why = errno == ENOENT ? why : errno;
		if (queue_alive(home, r->job))
			return QUEUE_ALIVE;
		why = errno == ENOENT ? why : errno;
	}
	errno = why;
	return why == ENOENT ? QUEUE_NONE : QUEUE_UNKNOWN;
}

int
queue_pools(const struct home *home, struct file_names *out, struct err *e)
{
	return file_list(home->fd, "queue/pool", out, e);
}
