/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/moment.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "suites.h"

#define NOW 1796120722000 /* 2026-12-01T10:25:22Z */

static void
live_in_berlin(void)
{
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
}

START_TEST(a_time_is_as_short_as_it_can_be)
{
	char out[TEXT_TIME_SIZE];

	ck_assert_str_eq(moment_brief(NOW, NOW, out), "11:25:22");
	ck_assert_str_eq(moment_brief(NOW - 86400000, NOW, out), "11-30 11:25");
	ck_assert_str_eq(moment_brief(NOW - 365 * 86400000LL, NOW, out),
			 "2025-12-01");
	moment_use_utc();
	ck_assert_str_eq(moment_brief(NOW, NOW, out), "10:25:22");
}
END_TEST

static void
since(const char *word, int64_t expected)
{
	struct err e;
	int64_t at = 0;

	ck_assert_int_eq(moment_since("--since", word, NOW, &at, &e), 0);
	ck_assert_int_eq(at, expected);
}

START_TEST(a_time_that_is_past_is_ago_in_utc_or_as_it_is_shown)
{
	since("2h", NOW - 7200000);
	since("2026-12-01T10:25:22", NOW);
	since("2026-12-01 11:25:22", NOW);
	since("2026-12-01 11:25", NOW - 22000);
	since("2026-07-01 12:00", 1782900000000); /* summer: two hours */
	since("2026-12-01", NOW - 11 * 3600000 - 25 * 60000 - 22000);
}
END_TEST

START_TEST(what_is_no_time_is_refused_with_a_remedy)
{
	struct err e;
	int64_t at;

	ck_assert_int_eq(moment_since("--since", "+2h", NOW, &at, &e), -1);
	ck_assert_int_eq(moment_since("--since", "yesterday", NOW, &at, &e),
			 -1);
	ck_assert_int_eq(e.code, ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(e.text, "90m"));
	ck_assert_int_eq(
		moment_since("--since", "2026-12-01 11:25 x", NOW, &at, &e),
		-1);
}
END_TEST

TCase *
moment_tests(void)
{
	TCase *tc = tcase_create("moment");

	tcase_add_checked_fixture(tc, live_in_berlin, NULL);
	tcase_add_test(tc, a_time_is_as_short_as_it_can_be);
	tcase_add_test(tc,
		       a_time_that_is_past_is_ago_in_utc_or_as_it_is_shown);
	tcase_add_test(tc, what_is_no_time_is_refused_with_a_remedy);
	return tc;
}
