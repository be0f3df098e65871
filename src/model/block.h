/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks a record is made of: their bytes, written and found again. */
#ifndef MJ_BLOCK_H
#define MJ_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define BLOCK_CUT "..." /* ends a value that was too long */

/* One or more blocks being written. */
struct block {
	struct buf text;
	size_t from; /* where the open block's '[' stands in text */
};

#define BLOCK_INIT {BUF_INIT, 0}

/* Open a block: section is "job", "task" or "run", name the task's or NULL. */
void block_begin(struct block *b, const char *section, const char *name);
/* Add a key; a value too long for a line is cut and ends in "...". */
void block_text(struct block *b, const char *key, const char *value);
void block_int(struct block *b, const char *key, int64_t value);
/* A wall-clock time in ms, written as text_time does. */
void block_time(struct block *b, const char *key, int64_t wall_ms);
/* Close it with its `end`; another may be begun after it. */
void block_end(struct block *b);
void block_release(struct block *b);

/* Undo in place what block_text did to a value; a % that it cannot have written stays. */
void block_decode(char *value);

/* The offset from which a block starts at or after at, or len. */
size_t block_find(const char *bytes, size_t at, size_t len);

/*
 * The length of the block at b, 0 while that cannot be told.  *body is where its `end`
 * line stands, 0 if another block starts before one.
 */
size_t block_len(const char *b, size_t len, size_t *body);

/* Whether the block of len bytes with `end` at body is as it was written. */
bool block_sound(const char *b, size_t len, size_t body);

/* A walk over the blocks of some bytes. */
struct block_walk {
	const char *bytes;
	size_t len;
	size_t done;  /* bytes done with; the rest is to be given again with what follows it */
	size_t start; /* of the block at hand */
	size_t body;  /* of its bytes, its `end` left out */
	bool sound;   /* it is as it was written */
	bool junk;    /* what stood before it is no block; also at the end of the walk */
};

/* Go to the next whole block.  Return false when there is none. */
bool block_next(struct block_walk *w);

#endif
