/* SPDX-License-Identifier: Apache-2.0 */
/* The facts of admission, counted from the names in queue/ and the settings. */
#ifndef MJ_FACTS_H
#define MJ_FACTS_H

#include <stdbool.h>

#include "model/admit.h"
#include "store/home.h"
#include "store/queue.h"

struct facts {
	struct admission admission; /* pools owned; their names are the settings' */
	struct admit_array *arrays; /* owned: those with a limit that were met */
	size_t array_count, array_cap;
	size_t array_at; /* 1 + the index of that of the last request; 0 none */
	char shard[QUEUE_SHARD_SIZE]; /* of the last request */
	bool launch_wanted; /* the caller's: somebody waits for a launch slot alone */
};

/*
 * Count what exists now into *f, which must be {0} or released.  Return 0, or -1 with *e
 * when something cannot be counted; facts_release is due either way.
 */
int facts_count(const struct home *home, struct facts *f, struct err *e);
void facts_release(struct facts *f);

/*
 * Before a request is decided: let the admission have its array, if that has a limit of
 * its own.  It is counted when it is met first; what is started later is counted in.
 * And what it needs, read into r->need where its pool counts that and there is a slot.
 * Return 0, or -1 if that cannot be read.
 */
int facts_ask(const struct home *home, struct facts *f,
		 struct request *r);

/* The latter alone. */
int facts_need(const struct home *home, struct admission *a,
		struct request *r);

/*
 * Whether a request is of the same array, in the same place, as one that lacks what it needs
 * (or has job 0): they need the same, and are passed over with it.
 */
bool facts_same(const struct request *lacking, const struct request *r);

/* Whether a task that needs this could start in pool now, were it first there. */
bool facts_room(const struct home *home, const char *pool,
		const struct need *need);

#endif
