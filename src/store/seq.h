/* SPDX-License-Identifier: Apache-2.0 */
/* `seq`: the last job number given out, and up to which number all were cancelled. */
#ifndef MJ_SEQ_H
#define MJ_SEQ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

/*
 * Take count numbers, never given out before; *first is the lowest.  Durable before it
 * returns.  A lost or damaged file is rebuilt from jobs/, bad/ and the logs.  May block
 * on its lock.  Return 0, or -1 with *e.
 */
int seq_take(const struct home *home, uint32_t count, uint32_t *first,
	     struct err *e);

/* Cancel every number given out so far; *upto is the last.  Durable.  May block. */
int seq_cancel_all(const struct home *home, uint32_t *upto, struct err *e);

/* Up to which number all were cancelled; 0 none. */
uint32_t seq_cancelled_upto(const struct home *home);

/* What `seq` says, and what it ought to say at least. */
struct seq_look {
	bool there;    /* a file, and it can be read */
	uint32_t last;
	uint32_t least; /* the highest number in jobs/, bad/ or cancelled_upto */
};
void seq_look(const struct home *home, struct seq_look *out);

/* Raise last to least, or make a lost file anew; durable.  May block.  Return 0, or -1 with *e. */
int seq_mend(const struct home *home, struct err *e);

/*
 * Hold back everybody who takes a number: who has one by now is alive already, or never
 * will use it.  May block.  Return the descriptor that holds the lock, or -1 with *e.
 */
int seq_lock(const struct home *home, struct err *e);

#endif
