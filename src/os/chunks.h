/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of memory with boundary tags: a chunk knows its size, and a free one tells it to
 * the chunk behind it, so that neighbours are joined at once.  Free ones are in bins by
 * size; what was never used is the top of the newest segment.
 */
#ifndef MJ_CHUNKS_H
#define MJ_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHUNK_UNIT ((size_t)16) /* sizes are multiples of it, and addresses */
#define CHUNK_IN_USE ((size_t)1)
#define CHUNK_BEFORE_IN_USE ((size_t)2)
#define CHUNK_MAPPED ((size_t)4) /* for the caller: one that is in no segment */
#define CHUNK_FLAGS ((size_t)15)
#define CHUNK_BINS 128
/* What a segment has beside the chunks that are got from it. */
#define CHUNK_SPARE (4 * CHUNK_UNIT)

struct chunk {
	size_t before; /* size of the chunk before, if that is free */
	size_t head;   /* size and flags; the memory of one in use begins behind it */
	struct chunk *next, *last; /* in its bin, if it is free */
};

/* All zero is none. */
struct chunks {
	struct chunk *top; /* what was never used; NULL before the first segment */
	uint64_t filled[CHUNK_BINS / 64];
	struct chunk *bins[CHUNK_BINS];
};

size_t chunk_size(const struct chunk *c);

/* A new segment: room bytes from an address that is a multiple of CHUNK_UNIT. */
void chunks_add(struct chunks *all, char *from, size_t room);

/*
 * One of this size, a multiple of CHUNK_UNIT and at least sizeof(struct chunk), or a little
 * more; NULL: a new segment is needed.
 */
struct chunk *chunks_get(struct chunks *all, size_t size);

void chunks_release(struct chunks *all, struct chunk *c);

/* Make one in use as large as that, where it is.  Return whether there was room. */
bool chunks_stretch(struct chunks *all, struct chunk *c, size_t size);

/* Call give for the inside of what is free and has at least so many bytes. */
void chunks_give(const struct chunks *all, size_t least,
		 void (*give)(char *from, char *to));

#endif
