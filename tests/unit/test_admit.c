/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/admit.h"
#include "suites.h"

enum { LOCAL, GPU, POOLS };

struct fixture {
	struct admit_pool pools[POOLS];
	struct admission a;
};

/* Two pools of two slots, four controllers, four launches, all free. */
static void
make(struct fixture *f)
{
	f->pools[LOCAL] = (struct admit_pool){.name = "local", .slots = 2};
	f->pools[GPU] = (struct admit_pool){.name = "gpu", .slots = 2};
	f->a = (struct admission){
		.max_alive = 4,
		.max_launching = 4,
		.pools = f->pools,
		.pool_count = POOLS,
	};
}

START_TEST(pools_are_found_by_name)
{
	struct fixture f;

	make(&f);
	ck_assert_uint_eq(admit_find(&f.a, "local"), LOCAL);
	ck_assert_uint_eq(admit_find(&f.a, "gpu"), GPU);
	ck_assert_uint_eq(admit_find(&f.a, "gp"), POOLS);
	f.a.pool_count = 0;
	ck_assert_uint_eq(admit_find(&f.a, "local"), 0);
}
END_TEST

START_TEST(start_counts_in)
{
	struct fixture f;

	make(&f);
	ck_assert_int_eq(admit_decide(&f.a, GPU, true), ADMIT_START);
	ck_assert_int_eq(admit_decide(&f.a, GPU, false), ADMIT_START);

	ck_assert_uint_eq(f.a.alive, 1);
	ck_assert_uint_eq(f.a.launching, 2);
	ck_assert_uint_eq(f.pools[GPU].running, 2);
	ck_assert_uint_eq(f.pools[LOCAL].running, 0);
}
END_TEST

START_TEST(refusal_counts_nothing)
{
	struct fixture f;

	make(&f);
	f.a.alive = 4;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_ALIVE_FULL);
	ck_assert_int_eq(admit_decide(&f.a, POOLS, true), ADMIT_NO_POOL);

	ck_assert_uint_eq(f.a.alive, 4);
	ck_assert_uint_eq(f.a.launching, 0);
	ck_assert_uint_eq(f.pools[LOCAL].running, 0);
}
END_TEST

START_TEST(obstacles_come_in_the_order_of_the_enum)
{
	struct fixture f;
	struct admission all;

	make(&f);
	f.a.alive = f.a.launching = 4;
	f.a.paused = f.pools[LOCAL].paused = true;
	f.pools[LOCAL].running = 2;
	all = f.a;
	ck_assert_int_eq(admit_decide(&f.a, POOLS, true), ADMIT_PAUSED);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_PAUSED);
	f.a.paused = false;
	ck_assert_int_eq(admit_decide(&f.a, POOLS, true), ADMIT_NO_POOL);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_POOL_PAUSED);
	f.pools[LOCAL].paused = false;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_POOL_FULL);
	f.pools[LOCAL].running = 1;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_ALIVE_FULL);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, false),
			 ADMIT_LAUNCHING_FULL);
	f.a.alive = 3;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true),
			 ADMIT_LAUNCHING_FULL);
	f.a.launching = 3;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_START);
	ck_assert_uint_eq(f.a.launching, all.launching);
}
END_TEST

START_TEST(full_pool_does_not_block_another)
{
	struct fixture f;

	make(&f);
	f.pools[LOCAL].running = 2;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_POOL_FULL);
	ck_assert_int_eq(admit_decide(&f.a, GPU, true), ADMIT_START);
}
END_TEST

START_TEST(live_jobs_do_not_wait_for_controllers)
{
	struct fixture f;

	make(&f);
	f.a.alive = 9;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_ALIVE_FULL);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, false), ADMIT_START);
	ck_assert_uint_eq(f.a.alive, 9);
}
END_TEST

START_TEST(lowered_limits_admit_nothing)
{
	struct fixture f;

	make(&f);
	f.pools[LOCAL].running = 5;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, false), ADMIT_POOL_FULL);
	f.pools[GPU].slots = 0;
	ck_assert_int_eq(admit_decide(&f.a, GPU, false), ADMIT_POOL_FULL);
}
END_TEST

START_TEST(full_array_stands_in_its_own_way_alone)
{
	struct admit_array few = {.first = 5, .count = 100, .max = 2};
	struct fixture f;
	char text[160];

	make(&f);
	f.pools[LOCAL].slots = 9;
	f.a.array = &few;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_START);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_START);
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_ARRAY_FULL);
	ck_assert_str_eq(admit_reason(&f.a, LOCAL, "local", ADMIT_ARRAY_FULL,
				      text, sizeof(text)),
			 "array 5-104 runs 2 of at most 2");
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, false), ADMIT_START);
	admit_undo(&f.a, LOCAL, true);
	ck_assert_uint_eq(few.alive, 1);
	f.a.array = NULL;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_START);
	ck_assert_uint_eq(few.alive, 1);
}
END_TEST

START_TEST(reasons_say_what_is_in_the_way)
{
	static const char *const words[ADMIT_ANSWER_COUNT] = {
		[ADMIT_START] = "next",
		[ADMIT_PAUSED] = "everything is paused",
		[ADMIT_NO_POOL] = "there is no pool local",
		[ADMIT_POOL_PAUSED] = "pool local is paused",
		[ADMIT_POOL_FULL] = "pool local is full (2 of 2)",
		[ADMIT_ARRAY_FULL] = "its array is full",
		[ADMIT_ALIVE_FULL] = "max_alive is reached (5 of 4)",
		[ADMIT_LAUNCHING_FULL] = "max_launching is reached (4 of 4)",
	};
	struct fixture f;
	char out[80];

	make(&f);
	f.pools[LOCAL].running = 2;
	f.a.alive = 5;
	f.a.launching = 4;
	for (int i = 0; i < ADMIT_ANSWER_COUNT; i++)
		ck_assert_str_eq(admit_reason(&f.a, LOCAL, "x",
					      (enum admit_answer)i, out,
					      sizeof(out)),
				 words[i]);
}
END_TEST

START_TEST(unknown_pool_is_called_as_asked)
{
	struct fixture f;
	char out[80];

	make(&f);
	ck_assert_str_eq(admit_reason(&f.a, POOLS, "cluster", ADMIT_NO_POOL,
				      out, sizeof(out)),
			 "there is no pool cluster");
	ck_assert_str_eq(admit_reason(&f.a, POOLS, "cluster", ADMIT_NO_POOL,
				      out, 9),
			 "there is");
}
END_TEST

TCase *
admit_tests(void)
{
	TCase *tests = tcase_create("admit");

	tcase_add_test(tests, pools_are_found_by_name);
	tcase_add_test(tests, start_counts_in);
	tcase_add_test(tests, refusal_counts_nothing);
	tcase_add_test(tests, obstacles_come_in_the_order_of_the_enum);
	tcase_add_test(tests, full_pool_does_not_block_another);
	tcase_add_test(tests, live_jobs_do_not_wait_for_controllers);
	tcase_add_test(tests, lowered_limits_admit_nothing);
	tcase_add_test(tests, full_array_stands_in_its_own_way_alone);
	tcase_add_test(tests, reasons_say_what_is_in_the_way);
	tcase_add_test(tests, unknown_pool_is_called_as_asked);
	return tests;
}
