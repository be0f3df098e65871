/* SPDX-License-Identifier: Apache-2.0 */
#include "os/chunks.h"

#define EXACT 64 /* bins of one size each, below EXACT * CHUNK_UNIT */

size_t
chunk_size(const struct chunk *c)
{
	return c->head & ~CHUNK_FLAGS;
}

static struct chunk *
at(struct chunk *c, size_t offset)
{
	return (struct chunk *)(void *)((char *)c + offset);
}

static unsigned
bin_of(size_t size)
{
	if (size < EXACT * CHUNK_UNIT)
		return (unsigned)(size / CHUNK_UNIT);
	/* 1024 has 10 bits behind its first one */
	return EXACT - 10 + 63 - (unsigned)__builtin_clzll(size);
}

static void
put(struct chunks *all, struct chunk *c)
{
	unsigned bin = bin_of(chunk_size(c));

	c->last = NULL;
	c->next = all->bins[bin];
	if (c->next)
		c->next->last = c;
	all->bins[bin] = c;
	all->filled[bin / 64] |= (uint64_t)1 << (bin % 64);
}

static void
take(struct chunks *all, struct chunk *c)
{
	unsigned bin = bin_of(chunk_size(c));

	if (c->next)
		c->next->last = c->last;
	if (c->last)
		c->last->next = c->next;
	else
		all->bins[bin] = c->next;
	if (!all->bins[bin])
		all->filled[bin / 64] &= ~((uint64_t)1 << (bin % 64));
}

/* A free chunk of this size here: what is behind it learns of it. */
static void
make_free(struct chunks *all, struct chunk *c, size_t size)
{
	c->head = size | (c->head & CHUNK_BEFORE_IN_USE);
	at(c, size)->before = size;
	at(c, size)->head &= ~CHUNK_BEFORE_IN_USE;
	put(all, c);
}

/* What is left of the segment at hand becomes free; its end stays as a chunk in use. */
static void
close_segment(struct chunks *all)
{
	size_t size = chunk_size(all->top) - CHUNK_UNIT;
	struct chunk *end = at(all->top, size);

	end->head = CHUNK_UNIT | CHUNK_IN_USE | CHUNK_BEFORE_IN_USE;
	if (size >= sizeof(struct chunk))
		make_free(all, all->top, size);
	else
		all->top->head = size | CHUNK_IN_USE |
				 (all->top->head & CHUNK_BEFORE_IN_USE);
}

/* The first chunk in a bin that is large enough; NULL none. */
static struct chunk *
find(const struct chunks *all, size_t size)
{
	unsigned bin = bin_of(size);
	struct chunk *c = all->bins[bin];

	while (c && chunk_size(c) < size)
		c = c->next;
	if (c)
		return c;
	bin++;
	for (unsigned word = bin / 64; word < CHUNK_BINS / 64; word++) {
		uint64_t bits = all->filled[word];

		if (word == bin / 64)
			bits &= UINT64_MAX << (bin % 64);
		if (bits)
			return all->bins[word * 64 +
					 (unsigned)__builtin_ctzll(bits)];
	}
	return NULL;
}

/* Use the first part of a free chunk that is in no bin. */
static void
use(struct chunks *all, struct chunk *c, size_t size)
{
	size_t left = chunk_size(c) - size;

	if (left < sizeof(struct chunk)) {
		c->head |= CHUNK_IN_USE;
		at(c, chunk_size(c))->head |= CHUNK_BEFORE_IN_USE;
		return;
	}
	c->head = size | CHUNK_IN_USE | (c->head & CHUNK_BEFORE_IN_USE);
	at(c, size)->head = CHUNK_BEFORE_IN_USE;
	make_free(all, at(c, size), left);
}

static struct chunk *
from_top(struct chunks *all, size_t size)
{
	struct chunk *c = all->top;
	size_t left;

	/* the top is never used up: close_segment needs its header */
	if (!c || chunk_size(c) < size + 2 * CHUNK_UNIT)
		return NULL;
	left = chunk_size(c) - size;
	all->top = at(c, size);
	all->top->head = left | CHUNK_BEFORE_IN_USE;
	c->head = size | CHUNK_IN_USE | (c->head & CHUNK_BEFORE_IN_USE);
	return c;
}

void
chunks_add(struct chunks *all, char *from, size_t room)
{
	if (all->top)
		close_segment(all);
	all->top = (struct chunk *)(void *)from;
	all->top->head = room | CHUNK_BEFORE_IN_USE;
}

struct chunk *
chunks_get(struct chunks *all, size_t size)
{
	struct chunk *c = find(all, size);

	if (!c)
		return from_top(all, size);
	take(all, c);
	use(all, c, size);
	return c;
}

void
chunks_release(struct chunks *all, struct chunk *c)
{
	size_t size = chunk_size(c);
	struct chunk *behind = at(c, size);

	if (!(c->head & CHUNK_BEFORE_IN_USE)) {
		size += c->before;
		c = (struct chunk *)(void *)((char *)c - c->before);
		take(all, c);
	}
	if (behind == all->top) {
		size += chunk_size(behind);
		all->top = c;
		c->head = size | (c->head & CHUNK_BEFORE_IN_USE);
		return;
	}
	if (!(behind->head & CHUNK_IN_USE)) {
		take(all, behind);
		size += chunk_size(behind);
	}
	make_free(all, c, size);
}

bool
chunks_stretch(struct chunks *all, struct chunk *c, size_t size)
{
	struct chunk *behind = at(c, chunk_size(c));
	size_t both = chunk_size(c) + chunk_size(behind), left = both - size;

	if (behind == all->top) {
		if (both < size + 2 * CHUNK_UNIT)
			return false;
		all->top = at(c, size);
		all->top->head = left | CHUNK_BEFORE_IN_USE;
		c->head = size | (c->head & CHUNK_FLAGS);
		return true;
	}
	if ((behind->head & CHUNK_IN_USE) || both < size)
		return false;
	take(all, behind);
	c->head = both | (c->head & CHUNK_FLAGS);
	use(all, c, size);
	return true;
}

void
chunks_give(const struct chunks *all, size_t least,
	    void (*give)(char *from, char *to))
{
	if (!all->top)
		return;
	for (unsigned bin = bin_of(least); bin < CHUNK_BINS; bin++)
		for (struct chunk *c = all->bins[bin]; c; c = c->next)
			give((char *)(c + 1), (char *)at(c, chunk_size(c)));
	give((char *)(all->top + 1),
	     (char *)at(all->top, chunk_size(all->top)));
}
