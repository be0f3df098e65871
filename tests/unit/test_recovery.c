/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>

#include "model/recovery.h"
#include "suites.h"

static const struct backoff steady = {1000, 2000, 60000, 0};

static struct retry
decide(const struct recovery *r, enum trouble trouble, int code, int64_t ran_ms,
       struct tries *t)
{
	return recovery_decide(r, &steady, trouble, code, ran_ms, 1, t);
}

START_TEST(a_wait_grows_by_its_factor_up_to_its_limit)
{
	ck_assert_int_eq(backoff_ms(&steady, 1, 0), 1000);
	ck_assert_int_eq(backoff_ms(&steady, 2, 0), 2000);
	ck_assert_int_eq(backoff_ms(&steady, 6, 0), 32000);
	ck_assert_int_eq(backoff_ms(&steady, 7, 0), 60000);
	ck_assert_int_eq(backoff_ms(&steady, UINT32_MAX, 0), 60000);
}
END_TEST

START_TEST(a_wait_too_short_to_grow_ends_the_loop)
{
	const struct backoff tiny = {0, 2000, 60000, 400};
	const struct backoff flat = {500, 1000, 60000, 0};

	ck_assert_int_eq(backoff_ms(&tiny, UINT32_MAX, 3), 0);
	ck_assert_int_eq(backoff_ms(&flat, UINT32_MAX, 3), 500);
}
END_TEST

START_TEST(the_longest_backoff_does_not_overflow)
{
	const struct backoff b = {3153600000000, 100000, 3153600000000, 1000};

	for (uint64_t seed = 0; seed < 1000; seed++) {
		int64_t ms = backoff_ms(&b, 1000, seed);

		ck_assert_int_ge(ms, 0);
		ck_assert_int_le(ms, 2 * b.max_ms);
	}
}
END_TEST

START_TEST(jitter_keeps_within_its_share_on_both_sides)
{
	const struct backoff b = {10000, 1600, 300000, 400};
	bool below = false, above = false;

	for (uint64_t seed = 0; seed < 1000; seed++) {
		int64_t ms = backoff_ms(&b, 1, seed);

		ck_assert_int_ge(ms, 6000);
		ck_assert_int_le(ms, 14000);
		below |= ms < 7000;
		above |= ms > 13000;
		ck_assert_int_eq(ms, backoff_ms(&b, 1, seed));
	}
	ck_assert(below && above);
}
END_TEST

START_TEST(failures_restart_as_often_as_the_spec_says)
{
	struct recovery r = RECOVERY_INIT;
	struct tries t = {0};

	ck_assert(!decide(&r, TROUBLE_ERROR, 1, 0, &t).again);
	r.max_restarts = 2;
	ck_assert_int_eq(decide(&r, TROUBLE_ERROR, 1, 0, &t).wait_ms, 1000);
	ck_assert_int_eq(decide(&r, TROUBLE_ERROR, 1, 0, &t).wait_ms, 2000);
	ck_assert(!decide(&r, TROUBLE_ERROR, 1, 0, &t).again);
	ck_assert_uint_eq(t.restarts, 2);
}
END_TEST

START_TEST(listed_exit_codes_restart_without_counting)
{
	struct recovery r = RECOVERY_INIT;
	struct tries t = {0};

	ck_assert_int_eq(recovery_add_codes(&r, "33,255"), 0);
	for (int i = 0; i < 10; i++)
		ck_assert(decide(&r, TROUBLE_ERROR, 33, 0, &t).again);
	ck_assert(decide(&r, TROUBLE_ERROR, 255, 0, &t).again);
	ck_assert(!decide(&r, TROUBLE_ERROR, 34, 0, &t).again);
	ck_assert(!decide(&r, TROUBLE_ERROR, -1, 0, &t).again);
	ck_assert_uint_eq(t.restarts, 0);
}
END_TEST

START_TEST(a_first_loss_is_tried_again_at_once_and_the_next_later)
{
	struct recovery r = RECOVERY_INIT;
	struct tries t = {0};

	ck_assert_int_eq(decide(&r, TROUBLE_LOST, -1, 0, &t).wait_ms, 0);
	ck_assert_int_eq(decide(&r, TROUBLE_LOST, -1, 0, &t).wait_ms, 1000);
	ck_assert_int_eq(decide(&r, TROUBLE_LOST, -1, 0, &t).wait_ms, 2000);
	ck_assert_int_eq(decide(&r, TROUBLE_LOST, -1, 60001, &t).wait_ms, 0);
}
END_TEST

START_TEST(losses_recover_for_ever_unless_the_spec_says_how_often)
{
	struct recovery r = RECOVERY_INIT;
	struct tries t = {0};

	for (int i = 0; i < 1000; i++)
		ck_assert(decide(&r, TROUBLE_LOST, -1, 0, &t).again);
	r.max_recoveries = 1000;
	ck_assert(!decide(&r, TROUBLE_LOST, -1, 0, &t).again);
}
END_TEST

START_TEST(failed_launches_count_until_one_succeeds)
{
	struct recovery r = RECOVERY_INIT;
	struct tries t = {0};

	r.max_launch_retries = 1;
	ck_assert(decide(&r, TROUBLE_LAUNCH, -1, 0, &t).again);
	ck_assert(decide(&r, TROUBLE_LOST, -1, 0, &t).again);
	ck_assert(decide(&r, TROUBLE_LAUNCH, -1, 0, &t).again);
	ck_assert(!decide(&r, TROUBLE_LAUNCH, -1, 0, &t).again);
}
END_TEST

START_TEST(the_strategy_says_which_place_comes_first)
{
	struct recovery r = RECOVERY_INIT;

	ck_assert_uint_eq(recovery_place(&r, TROUBLE_LOST, 0, 3), 1);
	ck_assert_uint_eq(recovery_place(&r, TROUBLE_LOST, 2, 3), 0);
	ck_assert_uint_eq(recovery_place(&r, TROUBLE_ERROR, 2, 3), 2);
	r.strategy = STRATEGY_FAILOVER;
	ck_assert_uint_eq(recovery_place(&r, TROUBLE_LOST, 1, 3), 1);
	ck_assert_uint_eq(recovery_place(&r, TROUBLE_LAUNCH, 1, 3), 2);
	ck_assert_uint_eq(recovery_place(&r, TROUBLE_LOST, 0, 1), 0);
}
END_TEST

START_TEST(lists_of_exit_codes_are_read_strictly)
{
	static const char *const bad[] = {"0",	 "256", "-1", "1,",
					  ",1",	 "1,,2", "x", "1 2",
					  "99999"};
	struct recovery r = RECOVERY_INIT;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_int_lt(recovery_add_codes(&r, bad[i]), 0);
	ck_assert_int_eq(recovery_add_codes(&r, ""), 0);
	ck_assert_int_eq(recovery_add_codes(&r, "1,2,255"), 0);
}
END_TEST

TCase *
recovery_tests(void)
{
	TCase *t = tcase_create("recovery");

	tcase_add_test(t, a_wait_grows_by_its_factor_up_to_its_limit);
	tcase_add_test(t, a_wait_too_short_to_grow_ends_the_loop);
	tcase_add_test(t, the_longest_backoff_does_not_overflow);
	tcase_add_test(t, jitter_keeps_within_its_share_on_both_sides);
	tcase_add_test(t, failures_restart_as_often_as_the_spec_says);
	tcase_add_test(t, listed_exit_codes_restart_without_counting);
	tcase_add_test(t, a_first_loss_is_tried_again_at_once_and_the_next_later);
	tcase_add_test(t, losses_recover_for_ever_unless_the_spec_says_how_often);
	tcase_add_test(t, failed_launches_count_until_one_succeeds);
	tcase_add_test(t, the_strategy_says_which_place_comes_first);
	tcase_add_test(t, lists_of_exit_codes_are_read_strictly);
	return t;
}
