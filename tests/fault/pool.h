/* SPDX-License-Identifier: Apache-2.0 */
/* Plays in processes of their own, several at a time, that tell how they went. */
#ifndef MJ_POOL_H
#define MJ_POOL_H

#include <stddef.h>
#include <sys/types.h>

#define POOL_MAX 16
#define POOL_WHAT 256

struct pool_slot {
	pid_t pid;		       /* 0: free */
	unsigned char what[POOL_WHAT]; /* what is played, as given */
	void *result; /* of result_size bytes, shared with the process */
};

struct pool {
	unsigned workers;
	size_t result_size;
	/* called for each that has ended; the result is all 0 if it told nothing */
	void (*done)(void *arg, const void *what, const void *result);
	void *arg;
	struct pool_slot slots[POOL_MAX];
};

/* Make room for the results; the fields above slots are set. */
void pool_make(struct pool *p);

/*
 * Fork a process for what (at most POOL_WHAT bytes), once one may be.  Return its
 * result in it, to be filled before _exit, and NULL in the caller.
 */
void *pool_start(struct pool *p, const void *what, size_t size);

/* Wait until all have ended. */
void pool_wait(struct pool *p);

/* Memory that is shared with the processes forked later. */
void *pool_shared(int fd, size_t size);

#endif
