/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/record.h"
#include "recording.h"
#include "suites.h"

#define LINE_LIMIT 190

static const char *
round_trip(const char *value, char *out)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const char *line;

	block_begin(&b, "task", "t");
	block_text(&b, "reason", value);
	block_end(&b);
	line = b.text.data;
	while (*line) {
		size_t len = strcspn(line, "\n") + 1;

		ck_assert_uint_lt(len, LINE_LIMIT);
		line += len;
	}
	fold(&r, &b);
	ck_assert_uint_eq(r.blocks, 1);
	strcpy(out, record_task(&r, "t")->reason);
	block_release(&b);
	record_release(&r);
	return out;
}

START_TEST(any_value_comes_back_as_it_was)
{
	static const char *const values[] = {
		"",
		" ",
		"   ",
		" leading and trailing ",
		"\ttab\t",
		"two\nlines\r\n[task x]\nend = 00000000",
		"a ; b # c",
		"; # %",
		"100 %41 %00 %zz %",
		"a = b : c",
		"\"quoted\" 'text'",
		"[job]",
		"caf\303\251 \342\202\254 \360\237\230\200",
		"\377\376 \303( \355\240\200 \300\200 \364\220\200\200",
		"\302\205 \302\237 \302\240",
		"cut short \342\202",
		"\001\033[31m\177",
	};
	char out[200];

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		ck_assert_str_eq(round_trip(values[i], out), values[i]);
}
END_TEST

START_TEST(every_byte_comes_back)
{
	char value[4] = "x?y", out[200];

	for (int c = 1; c < 256; c++) {
		value[1] = (char)c;
		ck_assert_str_eq(round_trip(value, out), value);
	}
}
END_TEST

START_TEST(escapes_are_readable)
{
	struct block b = BLOCK_INIT;

	block_begin(&b, "job", NULL);
	block_text(&b, "k", " a;b\n\303\251\377 ");
	ck_assert_str_eq(buf_text(&b.text),
			 "\n[job]\nk = %20a%3Bb%0A\303\251%FF%20\n");
	block_release(&b);
}
END_TEST

/* The value of len times unit. */
static char *
repeat(const char *unit, size_t len)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < len; i++)
		buf_puts(&b, unit);
	return b.data;
}

/* Whether out is some whole units and "...". */
static bool
is_cut(const char *out, const char *unit)
{
	size_t count = 0;

	for (; !strncmp(out, unit, strlen(unit)); out += strlen(unit))
		count++;
	return count > 0 && !strcmp(out, "...");
}

START_TEST(long_values_are_cut_between_characters)
{
	static const char *const units[] = {
		"x", "%", "\n", "\303\251", "\342\202\254",
		"\360\237\230\200", "\302\205", "x\303\251", "ab\n",
	};
	char out[200];

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		for (size_t len = 250; len < 254; len++) {
			autofree char *value = repeat(units[i], len);

			round_trip(value, out);
			ck_assert_uint_lt(strlen(out), 160);
			/* A unit of two characters may end in its first. */
			if (i < 7)
				ck_assert_msg(is_cut(out, units[i]), "%s",
					      out);
		}
}
END_TEST

START_TEST(value_longer_than_its_field_is_cut_between_characters)
{
	autofree char *accents = repeat("\303\251", 85);
	autofree char *value = mem_printf("x%s", accents);
	autofree char *kept = repeat("\303\251", 77);
	autofree char *expected = mem_printf("x%s...", kept);
	char out[200];

	ck_assert_str_eq(round_trip(value, out), expected);
}
END_TEST

START_TEST(five_hundred_bytes_become_one_line)
{
	autofree char *value = repeat("x", 500);
	struct block b = BLOCK_INIT;

	block_begin(&b, "job", NULL);
	block_text(&b, "reason", value);

	ck_assert_uint_eq(b.text.len, strlen("\n[job]\n") + LINE_LIMIT - 1);
	ck_assert_str_eq(b.text.data + b.text.len - 6, "xx...\n");
	block_release(&b);
}
END_TEST

START_TEST(value_that_just_fits_is_whole)
{
	static const char key[] = "some_key";
	size_t room = LINE_LIMIT - 2 - strlen(key) - strlen(" = ");
	autofree char *fits = repeat("x", room);
	autofree char *too_long = repeat("x", room + 1);
	struct block b = BLOCK_INIT;

	block_text(&b, key, fits);
	ck_assert_ptr_null(strstr(b.text.data, "..."));
	ck_assert_uint_eq(b.text.len, LINE_LIMIT - 1);
	buf_clear(&b.text);
	block_text(&b, key, too_long);
	ck_assert_ptr_nonnull(strstr(b.text.data, "xx...\n"));
	ck_assert_uint_eq(b.text.len, LINE_LIMIT - 1);
	block_release(&b);
}
END_TEST

START_TEST(longest_names_fit)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	autofree char *task = repeat("t", TASK_NAME_MAX);
	autofree char *job = repeat("j", JOB_NAME_MAX);

	block_begin(&b, "job", NULL);
	block_text(&b, "name", job);
	block_end(&b);
	add_status(&b, task, "RUNNING", 1);
	fold(&r, &b);

	ck_assert_str_eq(r.name, job);
	ck_assert_int_eq(status_in(&r, task), STATUS_RUNNING);
	block_release(&b);
	record_release(&r);
}
END_TEST

TCase *
record_text_tests(void)
{
	TCase *t = tcase_create("record: text");

	tcase_add_test(t, any_value_comes_back_as_it_was);
	tcase_add_test(t, every_byte_comes_back);
	tcase_add_test(t, escapes_are_readable);
	tcase_add_test(t, long_values_are_cut_between_characters);
	tcase_add_test(t,
		       value_longer_than_its_field_is_cut_between_characters);
	tcase_add_test(t, five_hundred_bytes_become_one_line);
	tcase_add_test(t, value_that_just_fits_is_whole);
	tcase_add_test(t, longest_names_fit);
	return t;
}
