/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/controller_wait.h"
#include "suites.h"

START_TEST(what_has_not_changed_is_looked_at_more_and_more_seldom)
{
	struct starving s = {.wait_ms = 0};
	int64_t now = 1000, last = 0, gap = 0;
	int looks = 0;

	for (; now < 3600 * 1000; now += 5000) {
		if (!controller_starving(&s, 7, now))
			continue;
		if (looks > 0)
			ck_assert_int_ge(now - last, gap);
		gap = looks > 0 ? now - last : 0;
		last = now;
		looks++;
	}
	ck_assert_int_ge(looks, 5);
	ck_assert_int_le(looks, 20);
	ck_assert_int_le(gap, 305 * 1000);
}
END_TEST

START_TEST(a_change_is_looked_at_once_and_at_once)
{
	struct starving s = {.wait_ms = 0};

	ck_assert(controller_starving(&s, 7, 1000));
	for (int64_t now = 2000; now < 1000 * 1000; now += 1000)
		controller_starving(&s, 7, now);
	ck_assert(controller_starving(&s, 8, 1000 * 1000));
	ck_assert(!controller_starving(&s, 8, 1000 * 1000 + 1000));
	ck_assert(controller_starving(&s, 8, 1000 * 1000 + 5000));
	ck_assert(!controller_starving(&s, 8, 1000 * 1000 + 10000));
}
END_TEST

START_TEST(nothing_seen_is_looked_at_as_well)
{
	struct starving s = {.wait_ms = 0};

	ck_assert(controller_starving(&s, 0, 0));
	ck_assert(!controller_starving(&s, 0, 1));
}
END_TEST

TCase *
starving_tests(void)
{
	TCase *t = tcase_create("starving");

	tcase_add_test(t, what_has_not_changed_is_looked_at_more_and_more_seldom);
	tcase_add_test(t, a_change_is_looked_at_once_and_at_once);
	tcase_add_test(t, nothing_seen_is_looked_at_as_well);
	return t;
}
