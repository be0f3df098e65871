/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "suites.h"

START_TEST(sys_adds_what_errno_says)
{
	struct err e = {0};
	char expected[100];

	errno = ENOENT;

	ck_assert_int_eq(err_sys(&e, "open %s", "seq"), -1);

	snprintf(expected, sizeof(expected), "open seq: %s", strerror(ENOENT));
	ck_assert_str_eq(e.text, expected);
	ck_assert_int_eq(e.code, ERR_SYS);
	ck_assert_int_eq(e.errnum, ENOENT);
	ck_assert_int_eq(errno, ENOENT);
}
END_TEST

START_TEST(set_keeps_code_and_text)
{
	struct err e = {.errnum = EIO};

	ck_assert_int_eq(err_set(&e, ERR_MISSING, "no job %d", 7), -1);

	ck_assert_int_eq(e.code, ERR_MISSING);
	ck_assert_int_eq(e.errnum, 0);
	ck_assert_str_eq(e.text, "no job 7");
}
END_TEST

START_TEST(wrap_puts_text_before_and_keeps_the_code)
{
	struct err e = {0};

	err_set(&e, ERR_BUSY, "lock is held");

	ck_assert_int_eq(err_wrap(&e, "job %d", 42), -1);

	ck_assert_str_eq(e.text, "job 42: lock is held");
	ck_assert_int_eq(e.code, ERR_BUSY);
}
END_TEST

START_TEST(every_number_has_words)
{
	for (int n = 0; n <= EHWPOISON + 1; n++)
		ck_assert_int_ne(strncmp(err_words(n), "Unknown", 7), 0);
	ck_assert_str_eq(err_words(ENOENT), strerror(ENOENT));
	ck_assert_str_eq(err_words(524), "an error without a name");
	ck_assert_str_eq(err_words(-1), "an error without a name");
	ck_assert_str_eq(err_words(41), "an error without a name");
}
END_TEST

START_TEST(nobody_has_to_care)
{
	ck_assert_int_eq(err_sys(NULL, "x"), -1);
	ck_assert_int_eq(err_set(NULL, ERR_INPUT, "x"), -1);
	ck_assert_int_eq(err_wrap(NULL, "x"), -1);
}
END_TEST

START_TEST(long_texts_are_cut)
{
	struct err e = {0};
	char name[1000];

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';

	errno = EACCES;
	err_sys(&e, "open %s", name);
	ck_assert_uint_eq(strlen(e.text), sizeof(e.text) - 1);

	err_wrap(&e, "read");
	ck_assert_uint_eq(strlen(e.text), sizeof(e.text) - 1);
	ck_assert(!strncmp(e.text, "read: open nnn", 14));

	err_wrap(&e, "%s", name);
	ck_assert_uint_eq(strlen(e.text), sizeof(e.text) - 1);
}
END_TEST

TCase *
err_tests(void)
{
	TCase *tests = tcase_create("err");

	tcase_add_test(tests, sys_adds_what_errno_says);
	tcase_add_test(tests, set_keeps_code_and_text);
	tcase_add_test(tests, wrap_puts_text_before_and_keeps_the_code);
	tcase_add_test(tests, every_number_has_words);
	tcase_add_test(tests, nobody_has_to_care);
	tcase_add_test(tests, long_texts_are_cut);
	return tests;
}
