/* SPDX-License-Identifier: Apache-2.0 */
#include "os/heap.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#define PIECES 500
#define STEPS 4000

struct piece {
	unsigned char *bytes;
	size_t size;
	unsigned char sign;
};

static uint32_t
draw(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Mostly small, now and then so large that it gets a mapping of its own. */
static size_t
some_size(uint32_t *seed)
{
	uint32_t kind = draw(seed) % 100;

	if (kind < 80)
		return draw(seed) % 300;
	return draw(seed) % (kind < 98 ? 9000 : 100000);
}

static void
check_piece(const struct piece *p)
{
	size_t wrong = 0;

	for (size_t i = 0; i < p->size; i++)
		wrong += p->bytes[i] != p->sign;
	ck_assert_uint_eq(wrong, 0);
}

/* Free, resize or make anew: whatever it held before is checked. */
static void
step(struct piece *p, uint32_t *seed)
{
	size_t size = some_size(seed), kept;

	if (p->bytes && draw(seed) % 2) {
		check_piece(p);
		free(p->bytes);
		*p = (struct piece){.bytes = NULL};
		return;
	}
	kept = p->size < size ? p->size : size;
	p->bytes = realloc(p->bytes, size + 1);
	ck_assert_ptr_nonnull(p->bytes);
	ck_assert_uint_eq((uintptr_t)p->bytes % 16, 0);
	p->size = kept;
	check_piece(p);
	p->size = size;
	p->sign = (unsigned char)draw(seed);
	memset(p->bytes, p->sign, size);
}

static void
work(struct piece *pieces, uint32_t seed)
{
	for (int i = 0; i < STEPS; i++) {
		step(&pieces[draw(&seed) % PIECES], &seed);
		if (i % 1000 == 0)
			heap_trim();
	}
}

START_TEST(what_is_allocated_keeps_its_bytes)
{
	static struct piece pieces[PIECES];

	work(pieces, (uint32_t)_i);
	for (size_t i = 0; i < PIECES; i++) {
		check_piece(&pieces[i]);
		free(pieces[i].bytes);
	}
}
END_TEST

START_TEST(what_a_parent_allocated_stays_in_a_fresh_heap)
{
	static struct piece old[PIECES], new[PIECES];

	work(old, 7);
	heap_fresh();
	work(new, 8);
	for (size_t i = 0; i < PIECES; i++)
		check_piece(&old[i]);
	/* freed or resized, it is still the parent's */
	for (size_t i = 0; i < PIECES; i += 2)
		free(old[i].bytes);
	for (size_t i = 1; i < PIECES; i += 2)
		if (old[i].bytes)
			old[i].bytes = realloc(old[i].bytes, old[i].size + 5000);
	work(new, 9);
	for (size_t i = 1; i < PIECES; i += 2)
		check_piece(&old[i]);
	for (size_t i = 0; i < PIECES; i++)
		check_piece(&new[i]);
}
END_TEST

START_TEST(memory_from_calloc_is_zero)
{
	for (size_t size = 1; size < 70000; size = size * 3 + 1) {
		unsigned char *bytes = malloc(size);

		memset(bytes, 0xff, size);
		free(bytes);
		bytes = calloc(size, 1);
		check_piece(&(struct piece){bytes, size, 0});
		free(bytes);
	}
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* which says so itself */
START_TEST(more_than_there_can_be_is_refused)
{
	/* not known to the compiler, which would warn of it */
	volatile size_t most = SIZE_MAX;

	ck_assert_ptr_null(malloc(most));
	ck_assert_ptr_null(malloc(most - 100));
	ck_assert_ptr_null(calloc(most, 2));
}
END_TEST
#endif

TCase *
heap_tests(void)
{
	TCase *tests = tcase_create("heap");

	tcase_add_loop_test(tests, what_is_allocated_keeps_its_bytes, 1, 5);
	tcase_add_test(tests, what_a_parent_allocated_stays_in_a_fresh_heap);
	tcase_add_test(tests, memory_from_calloc_is_zero);
#ifndef __SANITIZE_ADDRESS__
	tcase_add_test(tests, more_than_there_can_be_is_refused);
#endif
	return tests;
}
