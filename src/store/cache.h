/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one process has asked and all may know: cache/NAME, replaced as a whole.  Who is
 * to ask holds the lock cache/NAME.lock, so of many one asks.  It may be removed at any
 * time: then somebody asks again.
 */
#ifndef MJ_CACHE_H
#define MJ_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/home.h"

#define CACHE_SQUEUE "squeue." /* then a pool's name: what squeue said of it */

struct cache {
	int64_t begun_ms; /* CLOCK_BOOTTIME, before it was asked; 0 never in this boot */
	bool failed;	  /* text is why there is no answer */
	struct buf text;  /* owned */
};

#define CACHE_INIT {.text = BUF_INIT}

/* Read it into *c, which is CACHE_INIT.  Whatever does not read counts as never asked. */
void cache_read(const struct home *home, const char *name, struct cache *c);

/* Take the lock to ask.  Return the descriptor that holds it, or -1 with *e (lock_try). */
int cache_lock(const struct home *home, const char *name, struct err *e);

/*
 * In the lock's file: when the asking begins, and back (0 unknown).  For a holder that
 * has nowhere else to keep it.
 */
void cache_begin(int lock, int64_t begun_ms);
int64_t cache_begun(int lock);

/* Replace it; the caller holds the lock.  Failing is harmless: somebody asks again. */
void cache_write(const struct home *home, const char *name,
		 const struct cache *c);

void cache_release(struct cache *c);
#define autocache __attribute__((cleanup(cache_release)))

#endif
