/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "engine/family.h"
#include "os/proc.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "suites.h"

#define LONG_MS 30000 /* long enough for every machine */

static void
set_up(void)
{
	ck_assert_int_eq(sys_subreaper(), 0);
}

static struct family
all_below_us(char boot[PROC_BOOT_SIZE])
{
	proc_boot(boot);
	return (struct family){.top = sys_pid(), .boot = boot};
}

static void
wait_for_ever(void)
{
	for (;;)
		sys_poll(NULL, 0, -1);
}

/* A child that waits to be ended; a deaf one does not heed TERM. */
static pid_t
start_child(bool deaf)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		if (!deaf)
			sig_reset();
		wait_for_ever();
	}
	ck_assert_int_gt(pid, 0);
	return pid;
}

/* A child that has ended and is not reaped. */
static pid_t
start_zombie(void)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);
	struct spawn_end end;

	if (pid == 0)
		spawn_exit(0);
	ck_assert_int_gt(pid, 0);
	while (spawn_peek(pid, &end) != 1)
		sys_sleep_ms(1);
	return pid;
}

/* A process below a child of ours, in a session of its own; the child is returned. */
static pid_t
start_grandchild(pid_t *grandchild)
{
	int ends[2];
	pid_t pid;

	ck_assert_int_eq(sys_pipe(ends, false), 0);
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		pid_t below = spawn_fork(SPAWN_CHILD);

		sig_reset();
		if (below == 0)
			sys_detach();
		else
			sys_write_all(ends[1], &below, sizeof(below));
		wait_for_ever();
	}
	ck_assert_int_eq(sys_read(ends[0], grandchild, sizeof(*grandchild)),
			 sizeof(*grandchild));
	sys_close(&ends[0]);
	sys_close(&ends[1]);
	return pid;
}

/* A command that has become itself already, with only this variable. */
static pid_t
start_tagged(char *variable)
{
	char *envp[] = {variable, NULL};
	char *argv[] = {(char[]){"sleep"}, (char[]){"600"}, NULL};
	struct spawn s = {.argv = argv, .envp = envp,
			  .path_list = "/usr/bin:/bin", .dir = "/"};
	char found[100] = "";
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		s.in = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		s.out = s.errors = sys_open(AT_FDCWD, "/dev/null", O_WRONLY, 0);
		spawn_exec(&s);
		spawn_exit(99);
	}
	ck_assert_int_gt(pid, 0);
	while (strcmp(found, variable + strlen("MJ_TAG=")) != 0) {
		sys_sleep_ms(1);
		proc_environ(pid, "MJ_TAG=", found, sizeof(found));
	}
	return pid;
}

static void
kill_and_reap(pid_t pid)
{
	struct spawn_end end;

	kill(pid, SIGKILL);
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
}

static bool
lists(const struct members *m, pid_t pid)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->list[i].pid == pid)
			return true;
	return false;
}

/* Go on with ending until nobody is left, reaping as a subreaper does. */
static void
end_all(struct ending *ending, const struct family *f)
{
	int64_t deadline = sys_boot_ms() + LONG_MS;
	int64_t again = 1;
	struct spawn_end end;

	while (again > 0) {
		ck_assert_int_lt(sys_boot_ms(), deadline);
		again = ending_step(ending, f, sys_boot_ms());
		sys_sleep_ms(again > 5 ? 5 : again);
		while (spawn_reap(-1, false, &end) == 1)
			;
	}
}

START_TEST(nobody_below_is_nobody_and_settled)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;

	family_list(&f, &m);
	ck_assert_uint_eq(m.count, 0);
	ck_assert(!m.unsettled);
}
END_TEST

START_TEST(children_come_before_their_own_whatever_their_session)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;
	pid_t grandchild = 0;
	pid_t child = start_grandchild(&grandchild);

	family_list(&f, &m);
	ck_assert_uint_eq(m.count, 2);
	ck_assert_int_eq(m.list[0].pid, child);
	ck_assert_int_eq(m.list[1].pid, grandchild);
	kill_and_reap(child);
	kill_and_reap(grandchild);
}
END_TEST

START_TEST(what_moved_up_to_us_is_still_listed)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;
	pid_t grandchild = 0;

	kill_and_reap(start_grandchild(&grandchild));
	family_list(&f, &m);
	ck_assert_uint_eq(m.count, 1);
	ck_assert_int_eq(m.list[0].pid, grandchild);
	kill_and_reap(grandchild);
}
END_TEST

/* Its children may have moved up after ours were listed. */
START_TEST(an_unreaped_child_settles_nothing)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;
	struct ending ending = {0};
	pid_t zombie = start_zombie();

	family_list(&f, &m);
	ck_assert_uint_eq(m.count, 0);
	ck_assert(m.unsettled);
	ending_start(&ending, sys_boot_ms(), LONG_MS);
	ck_assert_int_gt(ending_step(&ending, &f, sys_boot_ms()), 0);

	kill_and_reap(zombie);
	ck_assert_int_eq(ending_step(&ending, &f, sys_boot_ms()), 0);
	ending_release(&ending);
}
END_TEST

START_TEST(an_unreaped_child_that_is_spared_does_not_matter)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;
	autopids struct pids spare = PIDS_INIT;
	pid_t zombie = start_zombie();

	pids_add(&spare, zombie);
	f.spare = &spare;
	family_list(&f, &m);
	ck_assert_uint_eq(m.count, 0);
	ck_assert(!m.unsettled);
	kill_and_reap(zombie);
}
END_TEST

START_TEST(below_us_a_tag_leaves_out_those_of_others)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	automembers struct members m = MEMBERS_INIT;
	pid_t ours = start_tagged((char[]){"MJ_TAG=h:b:1:mine:1"});
	pid_t other = start_tagged((char[]){"MJ_TAG=h:b:1:mine:2"});

	f.tag = "h:b:1:mine:1";
	family_list(&f, &m);
	ck_assert(lists(&m, ours));
	ck_assert(!lists(&m, other));
	kill_and_reap(ours);
	kill_and_reap(other);
}
END_TEST

START_TEST(by_tag_only_the_same_tag_since_then_is_found)
{
	char tag[60], variable[80];
	struct family f = {.tag = tag};
	automembers struct members now = MEMBERS_INIT, later = MEMBERS_INIT;
	struct proc_stat stat;
	pid_t ours, other;

	snprintf(tag, sizeof(tag), "h:b:%d:mine:1", (int)sys_pid());
	snprintf(variable, sizeof(variable), "MJ_TAG=%s", tag);
	ours = start_tagged(variable);
	other = start_tagged((char[]){"MJ_TAG=h:b:0:other:1"});
	ck_assert_int_eq(proc_stat(ours, &stat), 0);

	f.since = stat.start;
	family_list(&f, &now);
	ck_assert_uint_eq(now.count, 1);
	ck_assert_int_eq(now.list[0].pid, ours);
	f.since = stat.start + 1;
	family_list(&f, &later);
	ck_assert_uint_eq(later.count, 0);
	kill_and_reap(ours);
	kill_and_reap(other);
}
END_TEST

START_TEST(by_tag_the_output_pipe_tells_as_well)
{
	struct family f = {.tag = "h:b:0:nobody:1"};
	automembers struct members m = MEMBERS_INIT;
	struct proc_stat stat;
	int ends[2];
	pid_t holder;

	ck_assert_int_eq(sys_pipe(ends, false), 0);
	holder = start_child(false);
	ck_assert_int_eq(proc_stat(holder, &stat), 0);
	f.pipes[0] = sys_inode(ends[0]);
	f.since = stat.start;
	family_list(&f, &m);
	ck_assert(lists(&m, holder));
	kill_and_reap(holder);
	sys_close(&ends[0]);
	sys_close(&ends[1]);
}
END_TEST

START_TEST(term_ends_them_before_the_grace_is_over)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct ending ending = {0};

	start_child(false);
	start_child(false);
	ending_start(&ending, sys_boot_ms(), LONG_MS);
	end_all(&ending, &f);
	ck_assert(!ending.killing);
	ending_release(&ending);
}
END_TEST

START_TEST(a_stopped_one_sees_term_too)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct ending ending = {0};
	struct proc_stat stat = {0};
	pid_t pid = start_child(false);

	kill(pid, SIGSTOP);
	while (stat.state != 'T')
		ck_assert_int_eq(proc_stat(pid, &stat), 0);
	ending_start(&ending, sys_boot_ms(), LONG_MS);
	end_all(&ending, &f);
	ck_assert(!ending.killing);
	ending_release(&ending);
}
END_TEST

START_TEST(kill_ends_the_deaf_after_the_grace)
{
	char boot[PROC_BOOT_SIZE];
	struct family f = all_below_us(boot);
	struct ending ending = {0};
	int64_t begun = sys_boot_ms();

	start_child(true);
	ending_start(&ending, begun, 50);
	end_all(&ending, &f);
	ck_assert(ending.killing);
	ck_assert_int_ge(sys_boot_ms() - begun, 50);
	ck_assert_int_eq(ending.stuck, 0);
	ending_release(&ending);
}
END_TEST

START_TEST(a_second_start_may_only_shorten_the_grace)
{
	struct ending ending = {0};

	ending_start(&ending, 1000, 500);
	ck_assert_int_eq(ending.kill_at_ms, 1500);
	ending_start(&ending, 1100, 5000);
	ck_assert_int_eq(ending.kill_at_ms, 1500);
	ending_start(&ending, 1200, 0);
	ck_assert_int_eq(ending.kill_at_ms, 1200);
}
END_TEST

START_TEST(by_tag_one_empty_scan_is_not_enough)
{
	struct family f = {.tag = "h:b:0:nobody:1"};
	struct ending ending = {0};

	ending_start(&ending, sys_boot_ms(), LONG_MS);
	ck_assert_int_gt(ending_step(&ending, &f, sys_boot_ms()), 0);
	ck_assert_int_eq(ending_step(&ending, &f, sys_boot_ms()), 0);
	ending_release(&ending);
}
END_TEST

TCase *
family_tests(void)
{
	TCase *tcase = tcase_create("family");

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_test(tcase, nobody_below_is_nobody_and_settled);
	tcase_add_test(tcase,
		       children_come_before_their_own_whatever_their_session);
	tcase_add_test(tcase, what_moved_up_to_us_is_still_listed);
	tcase_add_test(tcase, an_unreaped_child_settles_nothing);
	tcase_add_test(tcase, an_unreaped_child_that_is_spared_does_not_matter);
	tcase_add_test(tcase, below_us_a_tag_leaves_out_those_of_others);
	tcase_add_test(tcase, by_tag_only_the_same_tag_since_then_is_found);
	tcase_add_test(tcase, by_tag_the_output_pipe_tells_as_well);
	tcase_add_test(tcase, term_ends_them_before_the_grace_is_over);
	tcase_add_test(tcase, a_stopped_one_sees_term_too);
	tcase_add_test(tcase, kill_ends_the_deaf_after_the_grace);
	tcase_add_test(tcase, a_second_start_may_only_shorten_the_grace);
	tcase_add_test(tcase, by_tag_one_empty_scan_is_not_enough);
	return tcase;
}
