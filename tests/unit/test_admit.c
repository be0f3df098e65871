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

/* A pool with 4 cpus of which 2 are used, and 8 slots. */
static void
make_counting(struct fixture *f)
{
	make(f);
	f->a.max_alive = f->a.max_launching = 99;
	f->pools[LOCAL].slots = 8;
	f->pools[LOCAL].stock.counted[NEED_CPUS] = true;
	f->pools[LOCAL].stock.total[NEED_CPUS] = 4000;
	f->pools[LOCAL].stock.used[NEED_CPUS] = 2000;
}

static enum admit_answer
ask(struct fixture *f, uint32_t job, uint64_t cpus)
{
	static struct need need;

	need = (struct need){.amount = {[NEED_CPUS] = cpus * 1000}};
	f->a.need = &need;
	f->a.job = job;
	return admit_decide(&f->a, LOCAL, true);
}

START_TEST(what_is_free_is_kept_for_the_first_that_lacks_some)
{
	struct fixture f;
	char out[80];

	make_counting(&f);
	ck_assert_int_eq(ask(&f, 1, 1), ADMIT_START);
	ck_assert_int_eq(ask(&f, 2, 3), ADMIT_LACKING);
	admit_reason(&f.a, LOCAL, "local", ADMIT_LACKING, out, sizeof(out));
	ck_assert_str_eq(out, "pool local has 1 of 4 cpus free, it needs 3");
	ck_assert_int_eq(ask(&f, 3, 1), ADMIT_KEPT);
	admit_reason(&f.a, LOCAL, "local", ADMIT_KEPT, out, sizeof(out));
	ck_assert_str_eq(out,
			 "pool local has 1 of 4 cpus free, kept for job 2");
	ck_assert_int_eq(ask(&f, 4, 0), ADMIT_START);
	ck_assert_int_eq(ask(&f, 5, 2), ADMIT_LACKING);
	ck_assert_uint_eq(f.pools[LOCAL].first, 2);
	ck_assert_int_eq(ask(&f, 6, 5), ADMIT_NEVER);
	admit_reason(&f.a, LOCAL, "local", ADMIT_NEVER, out, sizeof(out));
	ck_assert_str_eq(out, "pool local has 4 cpus in all, it needs 5");
	admit_walk(&f.a, LOCAL);
	ck_assert_int_eq(ask(&f, 3, 1), ADMIT_START);
}
END_TEST

START_TEST(the_last_slot_is_kept_too)
{
	struct fixture f;
	char out[80];

	make_counting(&f);
	f.pools[LOCAL].running = 7;
	ck_assert_int_eq(ask(&f, 1, 4), ADMIT_LACKING);
	ck_assert_int_eq(ask(&f, 2, 0), ADMIT_KEPT);
	admit_reason(&f.a, LOCAL, "local", ADMIT_KEPT, out, sizeof(out));
	ck_assert_str_eq(out, "pool local has a slot free, kept for job 1");
	ck_assert_int_eq(ask(&f, 1, 4), ADMIT_LACKING);
}
END_TEST

START_TEST(a_gpu_is_the_same_one_in_all_pools)
{
	struct fixture f;
	struct need need = {.amount = {[NEED_GPUS] = 1}};

	make(&f);
	for (int i = 0; i < POOLS; i++) {
		f.pools[i].stock.counted[NEED_GPUS] = true;
		f.pools[i].stock.ids = 1;
		f.pools[i].stock.total[NEED_GPUS] = 1;
	}
	f.a.need = &need;
	ck_assert_int_eq(admit_decide(&f.a, LOCAL, true), ADMIT_START);
	ck_assert_uint_eq(need.ids, 1);
	f.a.need = &(struct need){.amount = {[NEED_GPUS] = 1}};
	ck_assert_int_eq(admit_decide(&f.a, GPU, true), ADMIT_LACKING);
	f.a.need = &need;
	admit_undo(&f.a, LOCAL, true);
	ck_assert_int_eq(admit_decide(&f.a, GPU, true), ADMIT_START);
}
END_TEST

START_TEST(hints_and_jobs_that_wait_for_something_else_keep_nothing)
{
	struct fixture f;

	make_counting(&f);
	ck_assert_int_eq(ask(&f, 0, 3), ADMIT_LACKING);
	f.a.max_alive = 0;
	ck_assert_int_eq(ask(&f, 7, 3), ADMIT_ALIVE_FULL);
	f.a.max_alive = 9;
	ck_assert_int_eq(ask(&f, 8, 2), ADMIT_START);
	admit_undo(&f.a, LOCAL, true);
	ck_assert_uint_eq(f.pools[LOCAL].stock.used[NEED_CPUS], 2000);
}
END_TEST

START_TEST(behind_the_first_only_so_many_are_looked_at)
{
	struct fixture f;

	make_counting(&f);
	for (uint32_t i = 1; i <= ADMIT_BEHIND_MAX; i++)
		ck_assert_int_eq(ask(&f, i, 3), ADMIT_LACKING);
	ck_assert_int_eq(ask(&f, 500, 0), ADMIT_BEHIND);
	admit_forget(&f.a, LOCAL);
	ck_assert_int_eq(ask(&f, 501, 0), ADMIT_START);
}
END_TEST

START_TEST(reasons_say_what_is_in_the_way)
{
	static const char *const words[ADMIT_ANSWER_COUNT] = {
		[ADMIT_START] = "about to start",
		[ADMIT_PAUSED] = "everything is paused",
		[ADMIT_NO_POOL] = "there is no pool local",
		[ADMIT_POOL_PAUSED] = "pool local is paused",
		[ADMIT_POOL_FULL] = "pool local is full (2 of 2)",
		[ADMIT_ARRAY_FULL] = "its array is full",
		[ADMIT_ALIVE_FULL] = "max_alive is reached (5 of 4)",
		[ADMIT_NEVER] = "it needs more than is free",
		[ADMIT_LACKING] = "it needs more than is free",
		[ADMIT_KEPT] = "pool local has a slot free, kept for job 0",
		[ADMIT_BEHIND] = "pool local lacks what many before it need",
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
	tcase_add_test(tests,
		       what_is_free_is_kept_for_the_first_that_lacks_some);
	tcase_add_test(tests, the_last_slot_is_kept_too);
	tcase_add_test(tests, a_gpu_is_the_same_one_in_all_pools);
	tcase_add_test(
		tests,
		hints_and_jobs_that_wait_for_something_else_keep_nothing);
	tcase_add_test(tests, behind_the_first_only_so_many_are_looked_at);
	tcase_add_test(tests, reasons_say_what_is_in_the_way);
	tcase_add_test(tests, unknown_pool_is_called_as_asked);
	return tests;
}
