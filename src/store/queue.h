/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queue/: what is still owed, as files whose names say it all, but for what a task needs
 * beside a slot (need_format), which is what is in them.
 *
 *	held/ID.ROUND                        a job on hold, not yet due, or after others
 *	held/S.FIRST.COUNT.MAX/ID.ROUND      one of an array
 *	pool/POOL/waiting/PPPP.C/S/ID.ROUND[.TASK]   a request, in the order of service
 *	    …/ID.ROUND[.TASK]~RANK           a hint: the request waits in another pool, this is
 *	                                     its RANKth choice
 *	pool/POOL/running/ID.TASK            a task that occupies the pool
 *	launching/ID.TASK                    a launch in progress
 *	alive/ID                             a job that has a controller
 *
 * Every move is one rename or unlink.  Moves need no fsync: after a power loss an entry
 * at the old or the new place is harmless, since every claimant folds the record first.
 */
#ifndef MJ_QUEUE_H
#define MJ_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/text.h"
#include "model/admit.h"
#include "model/need.h"
#include "os/file.h"
#include "store/home.h"

#define QUEUE_SHARD_SIZE 48

struct request {
	uint32_t job;
	unsigned round;
	char task[TASK_NAME_MAX + 1]; /* "" for a job's request */
	char pool[JOB_NAME_MAX + 1];
	char shard[QUEUE_SHARD_SIZE]; /* PPPP.C/S below waiting/ */
	unsigned rank; /* of a hint, from 2 on; 0 for the request itself */
	struct need need; /* filed with it; a walk does not read it */
};

/*
 * What the request's file says that it needs, without ids; and what a task has been granted
 * in pool, with the ids of its gpus.  Nothing if it is not there.  Return 0, or -1 with *e.
 */
int queue_need(const struct home *home, const struct request *r,
	       struct need *out, struct err *e);
int queue_granted(const struct home *home, const char *pool, uint32_t job,
		  const char *task, struct need *out, struct err *e);

/*
 * Under the pass lock, before queue_grant: note r->need with its ids in the file that
 * becomes the grant.  Return 0, or -1 with *e (ERR_MISSING: withdrawn).
 */
int queue_assign(const struct home *home, const struct request *r,
		 struct err *e);

/* Set r->shard for a priority; live: a task of a job that has a controller. */
void request_shard(struct request *r, int priority, bool live);

/*
 * The shard of a bulk submit of the count numbers from first on: a directory of its own,
 * so that one rename commits them all; sorts where its numbers belong.  At most max of
 * them have a controller at a time; 0: no such limit.
 */
void request_shard_bulk(struct request *r, int priority, uint32_t first,
			uint32_t count, uint32_t max);

/* Another priority for a job's request; one of a bulk submit stays one. */
void request_reshard(struct request *r, int priority);

/* The name of the shard, PPPP.C/ left out, if it is one of a bulk submit; else NULL. */
const char *request_bulk(const struct request *r);

/* The array with a limit of its own that r belongs to, nothing counted; false if none. */
bool request_array(const struct request *r, struct admit_array *out);

/* Make the pool's directories if missing. */
int queue_pool(const struct home *home, const char *pool, struct err *e);

/* Create the request (what commits a submit); durable: synced before it returns. */
int queue_file(const struct home *home, const struct request *r, bool durable,
	       struct err *e);

/*
 * Create the requests for count jobs from r->job on, all in r->shard (made by
 * request_shard_bulk), or all held, by one durable rename.
 */
int queue_file_bulk(const struct home *home, const struct request *r,
		    uint32_t count, bool held, struct err *e);

/* Take all requests of r->shard away again by one rename.  The caller holds the pass lock. */
int queue_withdraw_bulk(const struct home *home, const struct request *r,
			struct err *e);

/*
 * A request that may be served elsewhere, too: hints of it (and of those of the jobs numbers
 * after it) in places, count of them, from the one after its own on, ranked in that order;
 * and away with them.  A hint without its request means nothing and is removed by whoever meets it.
 */
void queue_hint(const struct home *home, const struct request *r,
		uint32_t jobs, char *const *places, size_t count);
void queue_unhint(const struct home *home, const struct request *r,
		  char *const *places, size_t count);

/* Find the request that a hint stands for.  Return 0, or -1 if there is none any more. */
int queue_original(const struct home *home, const struct request *hint,
		   struct request *out);

/* Remove the request.  Return 0, 1 if it was not there, or -1. */
int queue_withdraw(const struct home *home, const struct request *r,
		   struct err *e);
bool queue_waits(const struct home *home, const struct request *r);

/* Since when it waits, wall clock ms; 0 if it does not. */
int64_t queue_since(const struct home *home, const struct request *r);

/* A job's request to held/ and back; durable.  Also a new one: file it held. */
int queue_hold(const struct home *home, const struct request *r, struct err *e);
int queue_release(const struct home *home, const struct request *r,
		  struct err *e);
int queue_file_held(const struct home *home, const struct request *r,
		    struct err *e);
int queue_unhold(const struct home *home, const struct request *r,
		 struct err *e);
bool queue_held(const struct home *home, const struct request *r);

/* Where it is when it waits, and when it is held.  The caller frees them. */
char *queue_request_path(const struct request *r);
char *queue_held_path(const struct request *r);
/*
 * The paths below held/ of all that is held; directories found empty are removed if prune.
 * Return 0, or -1 with *e.
 */
int queue_list_held(const struct home *home, bool prune, struct file_names *out,
		    struct err *e);

/* The claim: a job's request becomes alive/ID. */
int queue_claim(const struct home *home, const struct request *r, struct err *e);
bool queue_alive(const struct home *home, uint32_t job);
int queue_bury(const struct home *home, uint32_t job, struct err *e);

/*
 * The entries of a grant, as further names of the request's file (no new inode), whose
 * mtime becomes the time of the grant: running/ and launching/ of a task.  With ids in
 * r->need its running/ entry is a file of its own, as jobs of an array may share theirs.
 */
int queue_run(const struct home *home, const struct request *r,
	      const char *task, struct err *e);
int queue_launch(const struct home *home, const struct request *r,
		 const char *task, struct err *e);
/* Grant a live job's task: its request becomes the running/ entry of pool. */
int queue_grant(const struct home *home, const struct request *r,
		const char *pool, struct err *e);
bool queue_running(const struct home *home, const char *pool, uint32_t job,
		   const char *task);
bool queue_launching(const struct home *home, uint32_t job, const char *task);
/* The tasks of a job in launching/, added to out.  Return 0, or -1 with *e. */
int queue_launches(const struct home *home, uint32_t job, struct file_names *out,
		   struct err *e);
/*
 * Before something begins that outlives this machine: what running/ of a pool has is
 * durable, so it counts there after a power loss too.
 */
int queue_run_sync(const struct home *home, const char *pool, struct err *e);
/* Remove them; missing is fine. */
int queue_run_end(const struct home *home, const char *pool, uint32_t job,
		   const char *task);
int queue_launch_end(const struct home *home, uint32_t job, const char *task);

/* The last part of an entry's path. */
const char *queue_entry_name(const char *path);

/* Read an entry's name: ID, ID.ROUND[.TASK][~RANK] or ID.TASK.  Return 0, or -1. */
int queue_parse_id(const char *name, uint32_t *job);
int queue_parse_request(const char *name, struct request *r);
int queue_parse_task(const char *name, uint32_t *job, char task[TASK_NAME_MAX + 1]);

/* Where a job's own entry is.  A job between two places is looked for again. */
enum queue_place {
	QUEUE_NONE,
	QUEUE_HELD,
	QUEUE_WAITING,
	QUEUE_ALIVE,
	QUEUE_UNKNOWN, /* it could not be looked for; errno says why */
};
enum queue_place queue_find(const struct home *home, const struct request *r);

/* The pools that have a directory. */
int queue_pools(const struct home *home, struct file_names *out, struct err *e);

/*
 * The mark that a request waits for a launch slot alone: set it, then count again;
 * who gives a launch slot back then starts a pass.
 */
void queue_want_launch(const struct home *home, bool wanted);
bool queue_launch_wanted(const struct home *home);

#endif
