/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pauses: queue/paused for everything, queue/pool/POOL/paused for a pool.  That
 * the file exists is the message; its time of modification says since when.
 */
#ifndef MJ_PAUSE_H
#define MJ_PAUSE_H

#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

/*
 * Pause pool (NULL: everything), durable; one that is paused stays so, since when it
 * was.  Return 0, or -1 with *e.
 */
int pause_set(const struct home *home, const char *pool, struct err *e);

/* The reverse.  Return 0, 1 if it was not paused, or -1 with *e. */
int pause_clear(const struct home *home, const char *pool, struct err *e);

/* Since when pool (NULL: everything) is paused, wall clock ms; 0: it is not. */
int64_t pause_since(const struct home *home, const char *pool);

#endif
