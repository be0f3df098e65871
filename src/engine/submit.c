/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/submit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/inactive.h"
#include "engine/pass.h"
#include "engine/refuse.h"
#include "engine/starter.h"
#include "model/record.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/notices.h"
#include "store/jobs.h"
#include "store/queue.h"
#include "store/seq.h"
#include "store/unique.h"

#define LOCK_TRIES 500 /* of LOCK_WAIT_MS: a pass holds it for a moment only */
#define LOCK_WAIT_MS 2
#define START_TRIES 3 /* a starter may be killed, or no process be had for a moment */

/* The first task that needs no other: the job is filed and admitted with it. */
static const struct task *
root_of(const struct job *spec)
{
	for (size_t i = 0; i < spec->task_count; i++)
		if (spec->tasks[i].dep_count == 0)
			return &spec->tasks[i];
	return &spec->tasks[0];
}

static void
fill_request(const struct home *home, const struct submission *s,
	     uint32_t first, struct request *out)
{
	const struct task *root = root_of(s->spec);

	*out = (struct request){.job = first, .round = 1};
	out->need = root->need;
	snprintf(out->pool, sizeof(out->pool), "%s",
		 s->only_pool ? s->only_pool
			      : root->places[refuse_places(&home->config, root,
							   0, 0)]);
	if (s->count > 1)
		request_shard_bulk(out, s->priority, first, s->count,
				   s->max_parallel);
	else
		request_shard(out, s->priority, false);
}

/* What keeps the jobs from starting, as their records will tell. */
static struct record
conditions(const struct submission *s)
{
	return (struct record){
		.hold = s->held,
		.begin_ms = s->begin_ms,
		.afters = s->afters,
		.after_count = s->after_count,
	};
}

static void
after_blocks(const struct submission *s, struct block *b)
{
	char number[12];

	for (size_t i = 0; i < s->after_count; i++) {
		snprintf(number, sizeof(number), "%u", s->afters[i].job);
		block_begin(b, "after", number);
		block_text(b, "want", want_name(s->afters[i].want));
		block_end(b);
	}
}

static void
put_need(struct block *b, const struct need *need)
{
	static const char *const keys[NEED_KIND_COUNT] = {
		[NEED_CPUS] = "millicpus",
		[NEED_MEMORY] = "memory",
		[NEED_GPUS] = "gpus",
	};

	for (int k = 0; k < NEED_KIND_COUNT; k++)
		if (need->amount[k])
			block_int(b, keys[k], (int64_t)need->amount[k]);
}

static void
first_block(const struct submission *s, const struct request *r, uint32_t rank,
	    struct block *b)
{
	char user[SYS_USER_SIZE];

	block_begin(b, "job", NULL);
	block_text(b, "name", s->name);
	block_text(b, "user", sys_user(user, sizeof(user)));
	block_time(b, "at", sys_wall_ms());
	block_int(b, "round", r->round);
	block_int(b, "priority", s->priority);
	block_int(b, "tasks", (int64_t)s->spec->task_count);
	block_text(b, "root", root_of(s->spec)->name);
	block_text(b, "pool", r->pool);
	block_text(b, "shard", r->shard);
	if (s->only_pool)
		block_text(b, "only_pool", s->only_pool);
	if (s->timeout_ms)
		block_int(b, "timeout_ms", s->timeout_ms);
	if (s->max_restarts >= 0)
		block_int(b, "max_restarts", s->max_restarts);
	if (s->recover_on)
		block_text(b, "recover_on", s->recover_on);
	put_need(b, &s->need);
	if (s->count > 1) {
		block_int(b, "rank", rank);
		block_int(b, "num_jobs", s->count);
	}
	if (s->unique)
		block_text(b, "unique", s->unique);
	if (s->held)
		block_int(b, "hold", 1);
	if (s->begin_ms)
		block_time(b, "begin", s->begin_ms);
	block_end(b);
	after_blocks(s, b);
}

/* A file of the directory built aside: written for the first job, linked for the others. */
static int
put_shared(struct home *home, const char *dir, const char *first_dir,
	   const char *file, const struct buf *bytes, bool sync, struct err *e)
{
	autofree char *path = mem_printf("%s/%s", dir, file);
	autofree char *from = mem_printf("%s/%s", first_dir, file);

	/* a file has a limit of links; then it is written again */
	if (strcmp(dir, first_dir) != 0 &&
	    file_link(home->fd, from, path, NULL) == 0)
		return 0;
	return file_create(home->fd, path, bytes->data, bytes->len, sync, e);
}

static int
put_own(struct home *home, const char *dir, const struct block *record,
	bool sync, struct err *e)
{
	autofree char *record_path = mem_printf("%s/record", dir);
	autofree char *lock = mem_printf("%s/controller.pid", dir);
	autofree char *ctl = mem_printf("%s/ctl", dir);

	if (file_create(home->fd, record_path, record->text.data,
			record->text.len, sync, e) < 0 ||
	    file_touch(home->fd, lock, e) < 0 ||
	    file_mkfifo(home->fd, ctl, e) < 0)
		return -1;
	return sync ? file_sync_dir(home->fd, dir, e) : 0;
}

static char *
aside_path(uint32_t job)
{
	return mem_printf("jobs/.new.%010u", job);
}

/* Build job number first + rank aside. */
static int
build(struct home *home, const struct submission *s, const struct request *r,
      uint32_t rank, const struct buf *env, struct err *e)
{
	autofree char *dir = aside_path(r->job + rank);
	autofree char *first_dir = aside_path(r->job);
	struct buf text = {NULL, s->text_len, 0};
	struct block record = BLOCK_INIT;
	bool sync = s->count == 1;
	int done;

	text.data = mem_copy_n(s->text, s->text_len);
	first_block(s, r, rank, &record);
	if (file_exists(home->fd, dir))
		file_remove_tree(home->fd, dir); /* of a launch that was killed */
	done = file_mkdir(home->fd, dir, false, e);
	if (done == 0)
		done = put_shared(home, dir, first_dir,
				  s->is_argv ? "argv" : "job.yaml", &text, sync,
				  e);
	if (done == 0)
		done = put_shared(home, dir, first_dir, "env", env, sync, e);
	if (done == 0)
		done = put_own(home, dir, &record, sync, e);
	block_release(&record);
	buf_release(&text);
	return done;
}

static void
unbuild(struct home *home, const struct submission *s, uint32_t first)
{
	struct record c = conditions(s);

	for (uint32_t i = 0; i < s->count; i++) {
		autofree char *aside = aside_path(first + i);
		autofree char *dir = jobs_path(first + i, NULL);

		notices_withdraw(home, first + i, &c);
		file_remove_tree(home->fd, aside);
		file_remove_tree(home->fd, dir);
	}
}

static int
build_all(struct home *home, const struct submission *s,
	  const struct request *r, struct err *e)
{
	autobuf struct buf env = BUF_INIT;

	capture_format(s->capture, &env);
	for (uint32_t i = 0; i < s->count; i++)
		if (build(home, s, r, i, &env, e) < 0)
			return -1;
	if (s->count > 1 && file_sync_all(home->fd, e) < 0)
		return -1;
	for (uint32_t i = 0; i < s->count; i++) {
		autofree char *aside = aside_path(r->job + i);
		autofree char *dir = jobs_path(r->job + i, NULL);

		if (file_rename(home->fd, aside, dir, true, e) < 0)
			return -1;
	}
	return file_sync_dir(home->fd, "jobs", e);
}

/* With a look at the next pass, as the launcher may not live to look itself. */
static int
publish(struct home *home, const struct submission *s, uint32_t first,
	struct err *e)
{
	struct record c = conditions(s);

	for (uint32_t i = 0; i < s->count; i++)
		if (notices_publish(home, first + i, &c, e) < 0 ||
		    (s->after_count && notices_begin(home, 0, first + i, e) < 0))
			return -1;
	return 0;
}

/* The commit. */
static int
commit(struct home *home, const struct submission *s, const struct request *r,
       bool inactive, struct err *e)
{
	if (s->count > 1)
		return queue_file_bulk(home, r, s->count, inactive, e);
	if (inactive)
		return queue_file_held(home, r, e);
	return queue_file(home, r, true, e);
}

/* Whether anybody has made something of the job since it was built. */
static bool
was_taken(struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	bool taken = queue_alive(home, job) ||
		     (jobs_record(home, job, &r, NULL) == 0 && r.blocks > 1);

	record_release(&r);
	return taken;
}

/* One request goes with one unlink, which a claim's rename cannot meet half way. */
static bool
take_one_back(struct home *home, const struct request *r)
{
	if (queue_withdraw(home, r, NULL) == 0 ||
	    queue_unhold(home, r, NULL) == 0)
		return true;
	return queue_find(home, r) == QUEUE_NONE && !was_taken(home, r->job);
}

static bool
any_taken(struct home *home, const struct submission *s,
	  const struct request *r)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (was_taken(home, r->job + i))
			return true;
	return false;
}

static bool
any_owed(struct home *home, const struct submission *s,
	 const struct request *r)
{
	struct request one = *r;

	for (uint32_t i = 0; i < s->count; i++, one.job++)
		if (queue_find(home, &one) != QUEUE_NONE)
			return true;
	return false;
}

/* The job that this process is part of, if it is one of this home's; 0 otherwise. */
static uint32_t
inside_job(const struct home *home)
{
	const char *tag = getenv("MJ_TAG");
	size_t len = strlen(home->id);
	uint32_t job;
	char boot[PROC_BOOT_SIZE];

	if (!tag || strncmp(tag, home->id, len) || tag[len] != ':' ||
	    sscanf(tag + len, ":%39[^:]:%u:", boot, &job) != 2)
		return 0;
	return job;
}

/* Mark, and see to it that a pass is run.  Return 0, or -1 with errno. */
static int
wake(struct home *home)
{
	uint32_t job = inside_job(home);

	home_wake(home, WAKE_PASS);
	if (job && jobs_poke(home, job, POKE_PASS))
		return 0;
	for (int tries = 0; tries < START_TRIES; tries++)
		if (starter_start(home, SPAWN_CHILD, pass_run) == 0)
			return 0;
	return -1;
}

/* The pass lock, or -1: while we hold it nobody takes a request. */
static int
stop_passes(struct home *home)
{
	int lock = -1;

	for (int i = 0; i < LOCK_TRIES && lock < 0; i++) {
		if (i > 0)
			sys_sleep_ms(LOCK_WAIT_MS);
		lock = lock_try(home->fd, "queue", 0, NULL);
	}
	return lock;
}

/*
 * Many requests go by one rename, while no pass can take any, or stay: one that was taken
 * may have run, and then all of them are submitted.
 */
static bool
take_bulk_back(struct home *home, const struct submission *s,
	       const struct request *r)
{
	int lock;
	bool back;

	if (!any_owed(home, s, r) && !any_taken(home, s, r))
		return true;
	lock = stop_passes(home);
	back = lock >= 0 && !any_taken(home, s, r) &&
	       queue_withdraw_bulk(home, r, NULL) == 0;
	for (uint32_t i = 0; back && i < s->count; i++) {
		struct request one = *r;

		one.job += i;
		queue_unhold(home, &one, NULL); /* held while we looked */
	}
	sys_close(&lock);
	wake(home); /* for those who found the lock taken */
	return back;
}

/*
 * The entry may be there although making it durable failed.  Return whether it could be
 * taken back: if a pass was faster, the job is submitted after all.
 */
static bool
take_back(struct home *home, const struct submission *s,
	  const struct request *r)
{
	return s->count > 1 ? take_bulk_back(home, s, r)
			    : take_one_back(home, r);
}

/* Before the commit, or nobody would do it for a launcher killed right after that. */
static void
tell_pools(const struct home *home, const struct submission *s,
	   const struct request *r, bool inactive)
{
	const struct task *root = root_of(s->spec);

	if (!inactive)
		queue_hint(home, r, s->count, root->places, root->place_count);
}

/* All up to the commit, in the order that a kill at any point leaves no job or all. */
static int
build_and_commit(struct home *home, const struct submission *s, bool inactive,
		 int key, uint32_t *first, struct err *e)
{
	struct request r;

	if (seq_take(home, s->count, first, e) < 0)
		return -1;
	fill_request(home, s, *first, &r);
	if (build_all(home, s, &r, e) < 0 ||
	    (s->unique && unique_give(home, key, *first, e) < 0) ||
	    (inactive && publish(home, s, *first, e) < 0)) {
		unbuild(home, s, *first);
		return -1;
	}
	tell_pools(home, s, &r, inactive);
	if (commit(home, s, &r, inactive, e) < 0 && take_back(home, s, &r)) {
		unbuild(home, s, *first);
		return -1;
	}
	/* a pass may have met a hint before its request */
	tell_pools(home, s, &r, inactive);
	return 0;
}

int
submit(struct home *home, const struct submission *s, uint32_t *first,
       struct err *e)
{
	struct record c = conditions(s);
	char never[120];
	bool inactive = !inactive_free(home, &c, never, sizeof(never));
	autoclose int key = -1;

	if (s->unique) {
		int taken = unique_take(home, s->unique, &key, first, e);

		if (taken)
			return taken;
	}
	return build_and_commit(home, s, inactive, key, first, e);
}

int
submit_wake(struct home *home)
{
	return wake(home);
}
