/* SPDX-License-Identifier: Apache-2.0 */
/* A walk over the requests of a pool in the order of service. */
#ifndef MJ_WALK_H
#define MJ_WALK_H

#include <stdbool.h>

#include "store/queue.h"

struct walk {
	const struct home *home;
	char pool[JOB_NAME_MAX + 1];
	bool skip_new; /* set it when no new job can start: their shards are passed over */
	struct file_names classes; /* PPPP.C */
	struct file_names shards;  /* S of the class at hand */
	struct file_names entries; /* of the shard at hand */
	size_t class_at, shard_at, entry_at;
};
void walk_start(struct walk *w, const struct home *home,
		      const char *pool);
/* The next request in *r; false at the end.  Shards found empty are removed if prune. */
bool walk_next(struct walk *w, bool prune, struct request *r);
/* Pass over what is left of the shard at hand. */
void walk_skip_shard(struct walk *w);
void walk_end(struct walk *w);

#endif
