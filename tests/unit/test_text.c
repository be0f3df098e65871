/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "suites.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

START_TEST(unsigned_numbers_are_strict)
{
	static const char *const bad[] = {
		"", " 1", "1 ", "+1", "-1", "0x1", "1.0", "101",
		"18446744073709551616",
	};
	uint64_t n = 7;

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(text_u64(bad[i], 100, &n), -1);
	ck_assert_uint_eq(n, 7);
	ck_assert_int_eq(text_u64("100", 100, &n), 0);
	ck_assert_uint_eq(n, 100);
	ck_assert_int_eq(text_u64("007", 100, &n), 0);
	ck_assert_uint_eq(n, 7);
	ck_assert_int_eq(text_u64("0", 0, &n), 0);
	ck_assert_uint_eq(n, 0);
	ck_assert_int_eq(text_u64("3", 2, &n), -1);
}
END_TEST

START_TEST(the_largest_unsigned_number_reads)
{
	uint64_t n;

	ck_assert_int_eq(text_u64("18446744073709551615", UINT64_MAX, &n), 0);
	ck_assert_uint_eq(n, UINT64_MAX);
	ck_assert_int_eq(text_u64("18446744073709551616", UINT64_MAX, &n), -1);
	ck_assert_int_eq(text_u64("99999999999999999999", UINT64_MAX, &n), -1);
}
END_TEST

START_TEST(signed_numbers_keep_their_bounds)
{
	int64_t n = 7;

	ck_assert_int_eq(text_i64("-1001", -1000, 1000, &n), -1);
	ck_assert_int_eq(text_i64("1001", -1000, 1000, &n), -1);
	ck_assert_int_eq(text_i64("-", -1000, 1000, &n), -1);
	ck_assert_int_eq(text_i64("--1", -1000, 1000, &n), -1);
	ck_assert_int_eq(text_i64("+1", -1000, 1000, &n), -1);
	ck_assert_int_eq(n, 7);
	ck_assert_int_eq(text_i64("-1000", -1000, 1000, &n), 0);
	ck_assert_int_eq(n, -1000);
	ck_assert_int_eq(text_i64("-0", -1000, 1000, &n), 0);
	ck_assert_int_eq(n, 0);
}
END_TEST

START_TEST(the_outermost_signed_numbers_read)
{
	static const char least[] = "-9223372036854775808";
	static const char most[] = "9223372036854775807";
	int64_t n;

	ck_assert_int_eq(text_i64(least, INT64_MIN, INT64_MAX, &n), 0);
	ck_assert(n == INT64_MIN);
	ck_assert_int_eq(text_i64(most, INT64_MIN, INT64_MAX, &n), 0);
	ck_assert(n == INT64_MAX);
	ck_assert_int_eq(text_i64(least + 1, INT64_MIN, INT64_MAX, &n), -1);
}
END_TEST

START_TEST(durations_take_a_unit)
{
	static const struct {
		const char *text;
		int64_t ms;
	} good[] = {
		{"90", 90000},	    {"100ms", 100},   {"1.5s", 1500},
		{"3m", 180000},	    {"12h", 43200000}, {"2d", 172800000},
		{"0", 0},	    {"0.25", 250},     {"1.5d", 129600000},
		{"0.0015s", 1},	    {"36500d", 3153600000000},
		{"1.99999999999999999s", 1999},
	};
	int64_t ms;

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		ck_assert_int_eq(text_duration(good[i].text, &ms), 0);
		ck_assert_int_eq(ms, good[i].ms);
	}
}
END_TEST

START_TEST(other_durations_are_refused)
{
	static const char *const bad[] = {
		"", "s", ".5s", "1.", "1.s", "-1s", "+1s", "1 s", " 1", "1w",
		"1S", "1h30m", "1e3", "0x10", "40000d", "inf",
		"99999999999999999999999999999999", "9999999999999d",
	};
	int64_t ms = 7;

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(text_duration(bad[i], &ms), -1);
	ck_assert_int_eq(ms, 7);
}
END_TEST

START_TEST(sizes_take_a_unit)
{
	static const char *const bad[] = {"", "K", "1k", "1KB", "1.5G", "-1",
					  " 1", "1 K", "9999999999G"};
	uint64_t n = 7;
	char out[32];

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(text_size(bad[i], &n), -1);
	ck_assert_uint_eq(n, 7);
	ck_assert_int_eq(text_size("4096", &n), 0);
	ck_assert_uint_eq(n, 4096);
	ck_assert_int_eq(text_size("64K", &n), 0);
	ck_assert_uint_eq(n, 65536);
	ck_assert_int_eq(text_size("2T", &n), 0);
	ck_assert_uint_eq(n, (uint64_t)2 << 40);
	ck_assert_str_eq(text_bytes(0, out, sizeof(out)), "0 B");
	ck_assert_str_eq(text_bytes(1023, out, sizeof(out)), "1023 B");
	ck_assert_str_eq(text_bytes(65536, out, sizeof(out)), "64 KiB");
	ck_assert_str_eq(text_bytes(1536, out, sizeof(out)), "1.5 KiB");
	ck_assert_str_eq(text_bytes(n, out, sizeof(out)), "2 TiB");
	ck_assert_str_eq(text_bytes(UINT64_MAX, out, sizeof(out)), "15 EiB");
}
END_TEST

START_TEST(names_are_plain)
{
	static const char *const bad[] = {
		"", ".", "..", ".a", "-a", "a/b", "a b", "a\n", "\303\251",
		"a%b", "a:b", "abcdefghi",
	};

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert(!text_name_ok(bad[i], 8));
	ck_assert(text_name_ok("a", 8));
	ck_assert(text_name_ok("_a-B.9_", 8));
	ck_assert(text_name_ok("abcdefgh", 8));
	ck_assert(text_name_ok("9", 8));
}
END_TEST

START_TEST(variables_are_identifiers)
{
	ck_assert(text_env_name_ok("PATH"));
	ck_assert(text_env_name_ok("_x9"));
	ck_assert(!text_env_name_ok(""));
	ck_assert(!text_env_name_ok("9x"));
	ck_assert(!text_env_name_ok("A-B"));
	ck_assert(!text_env_name_ok("A="));
	ck_assert(!text_env_name_ok("A\303\251"));
}
END_TEST

START_TEST(moments_are_read_in_every_form)
{
	static const struct {
		const char *text;
		int64_t ms;
	} cases[] = {
		{"now", 1000},
		{"+90", 91000},
		{"+2h", 7201000},
		{"2026-11-30T08:45", 1796028300000},
		{"2026-11-30T08:45:22", 1796028322000},
		{"2026-11-30T08:45Z", 1796028300000},
		{"2026-11-30T08:45:22Z", 1796028322000},
		{"2026-11-30T08:45+01:00", 1796024700000},
		{"2026-11-30T08:45-0530", 1796048100000},
		{"2026-11-30T08:45:22-05:30", 1796048122000},
		{"1970-01-01T14:00+14:00", 0},
	};
	static const char *const bad[] = {
		"",
		"+",
		"-2h",
		"2026-11-30",
		"2026-11-30T8:45",
		"2026-11-30 08:45",
		"2026-11-31T08:45",
		"2026-11-30T08:45+1",
		"2026-11-30T08:45+01:0",
		"2026-11-30T08:45+15:00",
		"2026-11-30T08:45+01:60",
		"2026-11-30T08:45+01::00",
		"2026-11-30T08:45z",
		"2026-11-30T08:45:2",
		"2026-11-30T08:45Z0",
		"1013-12-01T02:00",
		"1970-01-01T13:59+14:00",
	};
	int64_t ms;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ck_assert_int_eq(text_when(cases[i].text, 1000, &ms), 0);
		ck_assert_int_eq(ms, cases[i].ms);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(text_when(bad[i], 1000, &ms) == -1, "%s", bad[i]);
}
END_TEST

START_TEST(minutes_show_seconds_only_if_there_are)
{
	char out[TEXT_TIME_SIZE];

	setenv("TZ", "UTC0", 1);
	tzset();
	ck_assert_str_eq(text_minute(1796028300000, out), "2026-11-30 08:45");
	ck_assert_str_eq(text_minute(1796028322123, out),
			 "2026-11-30 08:45:22");
}
END_TEST

START_TEST(spans_show_two_units_at_most)
{
	static const struct {
		int64_t ms;
		const char *text;
	} cases[] = {
		{0, "0s"},		{-5, "0s"},
		{400, "0.4s"},		{9999, "9.9s"},
		{10000, "10s"},		{12999, "12s"},
		{192000, "3m 12s"},	{7500000, "2h 5m"},
		{273600000, "3d 4h"},	{3599999, "59m 59s"},
	};
	char out[32];

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(text_span(cases[i].ms, out, sizeof(out)),
				 cases[i].text);
}
END_TEST

START_TEST(a_signal_is_told_with_words_unless_it_is_a_real_time_one)
{
	char out[48];

	ck_assert_str_eq(text_signal(9, out, sizeof(out)), "signal 9 (Killed)");
	ck_assert_str_eq(text_signal(25, out, sizeof(out)),
			 "signal 25 (File size limit exceeded)");
	ck_assert_str_eq(text_signal(35, out, sizeof(out)), "signal 35");
	ck_assert_str_eq(text_signal(0, out, sizeof(out)), "signal 0");
}
END_TEST

START_TEST(times_go_there_and_back)
{
	static const int64_t times[] = {
		0, 1, 999, 951782400000, 1796028322123, 253402300799999,
	};
	char out[TEXT_TIME_SIZE];

	ck_assert_str_eq(text_time(1796028322123, out),
			 "2026-11-30T08:45:22.123Z");
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		int64_t back = -1;

		text_time(times[i], out);
		ck_assert_int_eq(text_time_parse(out, &back), 0);
		ck_assert_int_eq(back, times[i]);
	}
}
END_TEST

START_TEST(other_forms_of_time_are_refused)
{
	static const char *const bad[] = {
		"",
		"2026-11-30",
		"2026-11-30T08:45:22Z",
		"2026-11-30T08:45:22.123",
		"2026-11-30T08:45:22.123Zx",
		"2026-11-30 08:45:22.123Z",
		" 026-11-30T08:45:22.123Z",
		"2026-02-31T08:45:22.123Z",
		"2026-13-01T08:45:22.123Z",
		"2026-11-30T25:45:22.123Z",
		"2026-11-30T08:99:22.123Z",
	};
	int64_t ms = 7;

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(text_time_parse(bad[i], &ms), -1);
	ck_assert_int_eq(ms, 7);
}
END_TEST

START_TEST(even_absurd_times_fit)
{
	char out[TEXT_TIME_SIZE];

	ck_assert_str_eq(text_time(INT64_MAX, out),
			 "292278994-08-17T07:12:55.807Z");
}
END_TEST

START_TEST(local_time_follows_the_zone)
{
	char out[TEXT_TIME_SIZE];

	setenv("TZ", "XXX-1", 1);
	tzset();
	ck_assert_str_eq(text_time_local(1796028322123, out),
			 "2026-11-30 09:45:22");
}
END_TEST

START_TEST(fields_are_found_by_whole_keys)
{
	static const char text[] = "4711\nstart = 12\n\nrestart = 13\n"
				   "start = 14\nempty = \nboot = a = b";
	char out[32];

	ck_assert(text_field(text, "start", out, sizeof(out)));
	ck_assert_str_eq(out, "12");
	ck_assert(text_field(text, "boot", out, sizeof(out)));
	ck_assert_str_eq(out, "a = b");
	ck_assert(text_field(text, "empty", out, sizeof(out)));
	ck_assert_str_eq(out, "");
	ck_assert(!text_field(text, "star", out, sizeof(out)));
	ck_assert(!text_field(text, "4711", out, sizeof(out)));
	ck_assert(!text_field("", "start", out, sizeof(out)));
	ck_assert(text_field("\n\nx = y", "x", out, sizeof(out)));
}
END_TEST

START_TEST(long_fields_are_cut)
{
	char out[4];

	ck_assert(text_field("k = abcdef\n", "k", out, sizeof(out)));
	ck_assert_str_eq(out, "abc");
}
END_TEST

START_TEST(number_fields_fall_back)
{
	static const char text[] = "a = 18446744073709551615\nb = x\nc = -1\n"
				   "d = 184467440737095516150000\n";

	ck_assert_uint_eq(text_field_u64(text, "a", 5), UINT64_MAX);
	ck_assert_uint_eq(text_field_u64(text, "b", 5), 5);
	ck_assert_uint_eq(text_field_u64(text, "c", 5), 5);
	ck_assert_uint_eq(text_field_u64(text, "d", 5), 5);
	ck_assert_uint_eq(text_field_u64(text, "e", 5), 5);
}
END_TEST

START_TEST(nearest_word_is_within_two_edits)
{
	static const char *const words[] = {"retries", "run", "setup", "name"};
	size_t count = COUNT_OF(words);

	ck_assert_str_eq(text_nearest("retrys", words, count), "retries");
	ck_assert_str_eq(text_nearest("nmae", words, count), "name");
	ck_assert_str_eq(text_nearest("setup", words, count), "setup");
	ck_assert_str_eq(text_nearest("sett", words, count), "setup");
	ck_assert_ptr_null(text_nearest("workdir", words, count));
	ck_assert_ptr_null(text_nearest("", words, count));
	ck_assert_ptr_null(text_nearest("run", words, 0));
	ck_assert_ptr_null(text_nearest("a-word-of-more-than-31-characters",
					words, count));
}
END_TEST

TCase *
text_tests(void)
{
	TCase *tests = tcase_create("text");

	tcase_add_test(tests, unsigned_numbers_are_strict);
	tcase_add_test(tests, the_largest_unsigned_number_reads);
	tcase_add_test(tests, signed_numbers_keep_their_bounds);
	tcase_add_test(tests, the_outermost_signed_numbers_read);
	tcase_add_test(tests, durations_take_a_unit);
	tcase_add_test(tests, other_durations_are_refused);
	tcase_add_test(tests, sizes_take_a_unit);
	tcase_add_test(tests, names_are_plain);
	tcase_add_test(tests, variables_are_identifiers);
	tcase_add_test(tests, moments_are_read_in_every_form);
	tcase_add_test(tests, minutes_show_seconds_only_if_there_are);
	tcase_add_test(tests, spans_show_two_units_at_most);
	tcase_add_test(tests,
		       a_signal_is_told_with_words_unless_it_is_a_real_time_one);
	tcase_add_test(tests, times_go_there_and_back);
	tcase_add_test(tests, other_forms_of_time_are_refused);
	tcase_add_test(tests, even_absurd_times_fit);
	tcase_add_test(tests, local_time_follows_the_zone);
	tcase_add_test(tests, fields_are_found_by_whole_keys);
	tcase_add_test(tests, long_fields_are_cut);
	tcase_add_test(tests, number_fields_fall_back);
	tcase_add_test(tests, nearest_word_is_within_two_edits);
	return tests;
}
