/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/width.h"

#include <locale.h>

#include "suites.h"

static void
learn(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
}

static void
shows(const char *text, const char *expected)
{
	autobuf struct buf out = BUF_INIT;

	ck_assert_uint_eq(width_add(&out, text, WIDTH_ALL, true),
			  width_of(text));
	ck_assert_str_eq(buf_text(&out), expected);
}

START_TEST(wide_characters_take_two_columns_and_combining_ones_none)
{
	ck_assert_uint_eq(width_of("abc"), 3);
	ck_assert_uint_eq(width_of("größe"), 5);
	ck_assert_uint_eq(width_of("日本"), 4);
	ck_assert_uint_eq(width_of("🚀"), 2);
	ck_assert_uint_eq(width_of("e\xcc\x81"), 1);
}
END_TEST

START_TEST(bytes_that_are_no_utf8_are_question_marks)
{
	shows("a\xff"
	      "b",
	      "a?b");
	shows("\xc0\xaf", "??");		 /* overlong */
	shows("\xed\xa0\x80", "???");	 /* a surrogate */
	shows("\xf4\x90\x80\x80", "????"); /* beyond the last */
	shows("cut \xe6\x97", "cut ??");
}
END_TEST

START_TEST(what_moves_the_cursor_or_turns_text_is_a_question_mark)
{
	shows("a\033[2Jb\nc\177", "a?[2Jb?c?");
	shows("\xc2\x9b"
	      "x",
	      "?x"); /* CSI of one byte */
	shows("x\xe2\x80\xaey", "x?y"); /* U+202E */
}
END_TEST

START_TEST(what_is_too_long_ends_with_an_ellipsis)
{
	autobuf struct buf out = BUF_INIT;

	ck_assert_uint_eq(width_add(&out, "abcdef", 4, true), 4);
	ck_assert_str_eq(buf_text(&out), "abc…");
	buf_clear(&out);
	ck_assert_uint_eq(width_add(&out, "abcd", 4, true), 4);
	ck_assert_str_eq(buf_text(&out), "abcd");
	buf_clear(&out);
	ck_assert_uint_eq(width_add(&out, "日本語", 4, true), 3);
	ck_assert_str_eq(buf_text(&out), "日…");
	buf_clear(&out);
	ck_assert_uint_eq(width_add(&out, "日本語x", 5, false), 5);
	ck_assert_str_eq(buf_text(&out), "?\?\?\?~");
	buf_clear(&out);
	ck_assert_uint_eq(width_add(&out, "abc", 0, true), 0);
	ck_assert_uint_eq(out.len, 0);
}
END_TEST

START_TEST(control_sequences_are_taken_out)
{
	autobuf struct buf out = BUF_INIT;

	width_strip("\033[1;31mred\033[0m\t\033]0;title\a\033]8;;x\033\\"
		    "end\033(B!\033",
		    &out);
	ck_assert_str_eq(buf_text(&out), "red end!");
}
END_TEST

static void
folds(const char *text, size_t columns, const char *expected)
{
	autobuf struct buf out = BUF_INIT;

	width_fold(text, columns, &out);
	ck_assert_str_eq(buf_text(&out), expected);
}

START_TEST(long_lines_are_folded_behind_marks_then_between_words)
{
	folds("a b, c d; e f\n", 0, "a b, c d; e f\n");
	folds("a b, c d; e f\n", 13, "a b, c d; e f\n");
	folds("a b, c d; e f\n", 12, "a b, c d;\n  e f\n");
	folds("a b, c d; e f\n", 6, "a b,\n  c d;\n  e f\n");
	folds("long words here\nnext\n", 9, "long\n  words\n  here\nnext\n");
	folds("1: \033[32m2 ok\033[0m, 3\n", 8, "1: \033[32m2 ok\033[0m,\n  3\n");
	folds("", 5, "");
}
END_TEST

TCase *
width_tests(void)
{
	TCase *tc = tcase_create("width");

	tcase_add_checked_fixture(tc, learn, NULL);
	tcase_add_test(
		tc, wide_characters_take_two_columns_and_combining_ones_none);
	tcase_add_test(tc, bytes_that_are_no_utf8_are_question_marks);
	tcase_add_test(tc,
		       what_moves_the_cursor_or_turns_text_is_a_question_mark);
	tcase_add_test(tc, what_is_too_long_ends_with_an_ellipsis);
	tcase_add_test(tc, control_sequences_are_taken_out);
	tcase_add_test(tc, long_lines_are_folded_behind_marks_then_between_words);
	return tc;
}
