/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "suites.h"

START_TEST(new_memory_is_zero)
{
	autofree unsigned char *p = mem_new(100, 3);
	autofree void *none = mem_new(0, 0);

	for (int i = 0; i < 300; i++)
		ck_assert_int_eq(p[i], 0);
	ck_assert_ptr_nonnull(none);
}
END_TEST

START_TEST(too_much_memory_aborts)
{
	free(mem_resize(NULL, SIZE_MAX / 2, 4));
}
END_TEST

START_TEST(resize_keeps_what_was_there)
{
	autofree char *p = mem_copy("abc");

	p = mem_resize(p, 1000, 2);
	ck_assert_str_eq(p, "abc");
	p = mem_resize(p, 0, 8);
	ck_assert_ptr_nonnull(p);
}
END_TEST

START_TEST(grow_makes_room_only_when_full)
{
	autofree int *list = NULL;
	size_t cap = 0;

	for (int i = 0; i < 1000; i++) {
		size_t before = cap;

		list = mem_grow(list, (size_t)i, &cap, sizeof(*list));
		ck_assert(cap > (size_t)i);
		ck_assert(cap == before || before == (size_t)i);
		list[i] = i;
	}
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(list[i], i);
}
END_TEST

START_TEST(copies_are_copies)
{
	char text[] = "text";
	autofree char *copy = mem_copy(text);
	autofree char *part = mem_copy_n("abcdef", 3);
	autofree char *none = mem_copy_n(NULL, 0);

	text[0] = 'T';

	ck_assert_str_eq(copy, "text");
	ck_assert_str_eq(part, "abc");
	ck_assert_str_eq(none, "");
	ck_assert_ptr_null(mem_copy(NULL));
}
END_TEST

START_TEST(printf_makes_a_string)
{
	autofree char *text = mem_printf("%s-%d", "job", 42);
	autofree char *empty = mem_printf("%s", "");

	ck_assert_str_eq(text, "job-42");
	ck_assert_str_eq(empty, "");
}
END_TEST

TCase *
mem_tests(void)
{
	TCase *tests = tcase_create("mem");
	const char *forks = getenv("CK_FORK");

	tcase_add_test(tests, new_memory_is_zero);
	/* Without a process of its own the abort would end them all. */
	if (!forks || strcmp(forks, "no"))
		tcase_add_test_raise_signal(tests, too_much_memory_aborts,
					    SIGABRT);
	tcase_add_test(tests, resize_keeps_what_was_there);
	tcase_add_test(tests, grow_makes_room_only_when_full);
	tcase_add_test(tests, copies_are_copies);
	tcase_add_test(tests, printf_makes_a_string);
	return tests;
}
