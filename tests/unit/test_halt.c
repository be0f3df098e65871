/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "engine/halt.h"
#include "os/proc.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "suites.h"

static struct family
all_below_us(char boot[PROC_BOOT_SIZE])
{
	proc_boot(boot);
	return (struct family){.top = sys_pid(), .boot = boot};
}

static pid_t
start_child(void)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);

	while (pid == 0)
		sys_poll(NULL, 0, -1);
	ck_assert_int_gt(pid, 0);
	return pid;
}

static char
state_of(pid_t pid)
{
	struct proc_stat stat;

	ck_assert_int_eq(proc_stat(pid, &stat), 0);
	return stat.state;
}

static void
step_to_rest(struct halt *h, const struct family *f)
{
	int64_t wait_ms;

	while ((wait_ms = halt_step(h, f)))
		sys_sleep_ms(wait_ms);
}

static void
end_child(const struct family *f, pid_t pid)
{
	struct spawn_end end;

	family_signal(f, SIGKILL);
	spawn_reap(pid, true, &end);
}

START_TEST(family_is_stopped_and_continued)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct halt h = {.state = HALT_NO};
	pid_t pid = start_child();

	halt_stop(&h, 1000);
	step_to_rest(&h, &f);
	ck_assert_int_eq(h.state, HALT_STOPPED);
	ck_assert(halt_on(&h));
	ck_assert_int_eq(state_of(pid), 'T');
	ck_assert_int_eq(halt_total(&h, 1500), 500);

	halt_continue(&h, 2000);
	ck_assert(!halt_on(&h));
	step_to_rest(&h, &f);
	ck_assert_int_eq(h.state, HALT_NO);
	ck_assert_int_ne(state_of(pid), 'T');
	ck_assert_int_eq(halt_total(&h, 9000), 1000);
	end_child(&f, pid);
	halt_release(&h);
}
END_TEST

START_TEST(what_another_stopped_is_continued)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct halt h = {.state = HALT_NO};
	pid_t pid = start_child();

	family_signal(&f, SIGSTOP);
	while (state_of(pid) != 'T')
		sys_sleep_ms(1);
	halt_resume(&h, 100, 50);
	ck_assert(halt_on(&h));
	halt_continue(&h, 300);
	step_to_rest(&h, &f);
	ck_assert_int_ne(state_of(pid), 'T');
	ck_assert_int_eq(halt_total(&h, 1000), 250);
	end_child(&f, pid);
	halt_release(&h);
}
END_TEST

START_TEST(sums_go_on_over_several)
{
	struct halt h = {.state = HALT_NO};

	halt_resume(&h, 0, 70);
	ck_assert(!halt_on(&h));
	halt_stop(&h, 100);
	halt_drop(&h, 130);
	ck_assert_int_eq(h.state, HALT_NO);
	ck_assert_int_eq(halt_total(&h, 1000), 100);
	halt_release(&h);
}
END_TEST

START_TEST(family_of_nobody_is_at_rest)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct halt h = {.state = HALT_NO};

	halt_stop(&h, 5);
	step_to_rest(&h, &f);
	ck_assert_int_eq(h.state, HALT_STOPPED);
	halt_release(&h);
}
END_TEST

TCase *
halt_tests(void)
{
	TCase *tests = tcase_create("halt");

	tcase_add_test(tests, family_is_stopped_and_continued);
	tcase_add_test(tests, what_another_stopped_is_continued);
	tcase_add_test(tests, sums_go_on_over_several);
	tcase_add_test(tests, family_of_nobody_is_at_rest);
	return tests;
}
