/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/live.h"
#include "os/sys.h"
#include "suites.h"

#define HOUR_MS 3600000
#define DUE_MS 5000000

/* The due times of two tasks, of which the second waits for nothing, when the clock was set. */
static void
see(int64_t set_by_ms, int64_t due_ms[2])
{
	struct task specs[2] = {{.name = NULL}};
	struct live_task tasks[2] = {{.due_ms = DUE_MS}, {.due_ms = 0}};
	struct live l = {
		.spec = {.tasks = specs, .task_count = 2},
		.tasks = tasks,
		.ahead_ms = sys_wall_ms() - sys_boot_ms() - set_by_ms,
	};

	live_see_clock(&l);
	due_ms[0] = tasks[0].due_ms;
	due_ms[1] = tasks[1].due_ms;
	/* seen once, it does not count again */
	live_see_clock(&l);
	ck_assert_int_eq(tasks[0].due_ms, due_ms[0]);
}

START_TEST(waits_move_with_a_clock_that_is_set)
{
	int64_t due[2];

	see(-HOUR_MS, due);
	ck_assert_int_le(due[0], DUE_MS - HOUR_MS + 1000);
	ck_assert_int_ge(due[0], DUE_MS - HOUR_MS - 1000);
	ck_assert_int_eq(due[1], 0);
	see(HOUR_MS, due);
	ck_assert_int_le(due[0], DUE_MS + HOUR_MS + 1000);
	ck_assert_int_ge(due[0], DUE_MS + HOUR_MS - 1000);
	ck_assert_int_eq(due[1], 0);
}
END_TEST

START_TEST(a_clock_that_is_kept_right_moves_nothing)
{
	int64_t due[2];

	see(0, due);
	ck_assert_int_eq(due[0], DUE_MS);
	see(-300, due);
	ck_assert_int_eq(due[0], DUE_MS);
}
END_TEST

START_TEST(the_first_look_moves_nothing)
{
	struct task spec = {.name = NULL};
	struct live_task task = {.due_ms = DUE_MS};
	struct live l = {.spec = {.tasks = &spec, .task_count = 1},
			 .tasks = &task};

	live_see_clock(&l);
	ck_assert_int_eq(task.due_ms, DUE_MS);
	ck_assert_int_ne(l.ahead_ms, 0);
}
END_TEST

TCase *
clock_tests(void)
{
	TCase *tc = tcase_create("clock");

	tcase_add_test(tc, waits_move_with_a_clock_that_is_set);
	tcase_add_test(tc, a_clock_that_is_kept_right_moves_nothing);
	tcase_add_test(tc, the_first_look_moves_nothing);
	return tc;
}
