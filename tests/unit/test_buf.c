/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/buf.h"
#include "suites.h"

START_TEST(unused_one_reads_as_empty)
{
	struct buf b = BUF_INIT;

	ck_assert_str_eq(buf_text(&b), "");
	buf_clear(&b);
	ck_assert_str_eq(buf_text(&b), "");
	buf_release(&b);
}
END_TEST

START_TEST(all_ways_to_add_append)
{
	autobuf struct buf b = BUF_INIT;

	buf_add(&b, "abc", 2);
	buf_puts(&b, "cd");
	buf_putc(&b, 'e');
	buf_printf(&b, "-%03d-%s", 7, "x");

	ck_assert_str_eq(buf_text(&b), "abcde-007-x");
	ck_assert_uint_eq(b.len, strlen("abcde-007-x"));
}
END_TEST

START_TEST(nothing_added_is_still_terminated)
{
	autobuf struct buf b = BUF_INIT;

	buf_add(&b, NULL, 0);
	ck_assert_uint_eq(b.len, 0);
	ck_assert_int_eq(b.data[0], '\0');
}
END_TEST

START_TEST(zero_bytes_are_bytes)
{
	autobuf struct buf b = BUF_INIT;

	buf_add(&b, "a\0b", 3);
	buf_putc(&b, '\0');

	ck_assert_uint_eq(b.len, 4);
	ck_assert_mem_eq(b.data, "a\0b\0", 5);
}
END_TEST

START_TEST(it_grows_byte_by_byte)
{
	autobuf struct buf b = BUF_INIT;

	for (int i = 0; i < 10000; i++)
		buf_putc(&b, (char)('a' + i % 26));

	ck_assert_uint_eq(b.len, 10000);
	ck_assert_uint_eq(strlen(b.data), 10000);
	ck_assert_int_eq(b.data[9999], 'a' + 9999 % 26);
}
END_TEST

START_TEST(long_formatted_text_fits)
{
	autobuf struct buf b = BUF_INIT;

	buf_printf(&b, "%s%5000d", "x", 1);

	ck_assert_uint_eq(b.len, 5001);
	ck_assert_int_eq(b.data[5000], '1');
}
END_TEST

START_TEST(room_is_filled_by_the_caller)
{
	autobuf struct buf b = BUF_INIT;

	buf_puts(&b, "12");
	memcpy(buf_room(&b, 100), "345", 4);
	b.len += 3;

	ck_assert_str_eq(buf_text(&b), "12345");
	buf_putc(&b, '6');
	ck_assert_str_eq(buf_text(&b), "123456");
}
END_TEST

START_TEST(clear_keeps_memory_and_release_works_twice)
{
	struct buf b = BUF_INIT;
	char *data;

	buf_puts(&b, "some text");
	data = b.data;
	buf_clear(&b);
	ck_assert_ptr_eq(b.data, data);
	ck_assert_str_eq(buf_text(&b), "");

	buf_release(&b);
	buf_release(&b);
	ck_assert_ptr_null(b.data);
}
END_TEST

TCase *
buf_tests(void)
{
	TCase *tests = tcase_create("buf");

	tcase_add_test(tests, unused_one_reads_as_empty);
	tcase_add_test(tests, all_ways_to_add_append);
	tcase_add_test(tests, nothing_added_is_still_terminated);
	tcase_add_test(tests, zero_bytes_are_bytes);
	tcase_add_test(tests, it_grows_byte_by_byte);
	tcase_add_test(tests, long_formatted_text_fits);
	tcase_add_test(tests, room_is_filled_by_the_caller);
	tcase_add_test(tests, clear_keeps_memory_and_release_works_twice);
	return tests;
}
