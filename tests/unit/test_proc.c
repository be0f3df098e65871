/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "os/proc.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "suites.h"

/* A child that waits until it is killed. */
static pid_t
start_child(void)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		sig_reset();
		for (;;)
			sys_poll(NULL, 0, -1);
	}
	ck_assert_int_gt(pid, 0);
	return pid;
}

static struct proc
proc_of(pid_t pid)
{
	struct proc p = {.pid = pid};
	struct proc_stat stat;

	proc_boot(p.boot);
	ck_assert_int_eq(proc_stat(pid, &stat), 0);
	p.start = stat.start;
	return p;
}

static void
end_child(pid_t pid)
{
	struct proc p = proc_of(pid);
	autoclose int fd = proc_open(&p, p.boot);
	struct spawn_end end;

	ck_assert_int_eq(proc_signal(fd, SIGKILL), 0);
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	ck_assert_int_eq(end.signal, SIGKILL);
}

START_TEST(identity_is_written_and_read_back)
{
	struct proc self, back;
	autobuf struct buf text = BUF_INIT;
	char boot[PROC_BOOT_SIZE];

	proc_boot(boot);
	proc_self(&self, boot);
	proc_format(&self, &text);
	ck_assert_int_eq(proc_parse(buf_text(&text), &back), 0);
	ck_assert_int_eq(back.pid, sys_pid());
	ck_assert_uint_eq(back.start, self.start);
	ck_assert_str_eq(back.boot, boot);
}
END_TEST

START_TEST(rubbish_is_no_process)
{
	static const char *const rubbish[] = {
		"",
		"abc",
		"0\nstart = 5\nboot = x\n",
		"-1\nstart = 5\nboot = x\n",
		"99999999999\nstart = 5\nboot = x\n",
		"12",
		"12\nboot = x\n",
		"12 \nstart = 5\nboot = x\n",
	};
	struct proc p;

	for (size_t i = 0; i < sizeof(rubbish) / sizeof(rubbish[0]); i++)
		ck_assert_msg(proc_parse(rubbish[i], &p) < 0, "%s", rubbish[i]);
}
END_TEST

START_TEST(only_the_very_process_is_opened)
{
	pid_t pid = start_child();
	struct proc p = proc_of(pid), other = p;
	int fd = proc_open(&p, p.boot);

	ck_assert_int_ge(fd, 0);
	sys_close(&fd);
	other.start++;
	ck_assert_int_eq(proc_open(&other, p.boot), -1);
	ck_assert_int_eq(proc_open(&p, "another boot"), -1);
	end_child(pid);
	ck_assert_int_eq(proc_open(&p, p.boot), -1);
}
END_TEST

START_TEST(a_zombie_is_gone)
{
	pid_t pid = spawn_fork(SPAWN_CHILD);
	struct spawn_end end;
	struct proc p;

	if (pid == 0)
		spawn_exit(0);
	while (spawn_peek(pid, &end) == 0)
		sys_poll(NULL, 0, 1);
	p = proc_of(pid);
	ck_assert_int_eq(proc_open(&p, p.boot), -1);
	ck_assert_int_eq(spawn_reap(pid, false, &end), 1);
}
END_TEST

START_TEST(a_pidfd_is_readable_at_the_end)
{
	pid_t pid = start_child();
	struct proc p = proc_of(pid);
	autoclose int fd = proc_open(&p, p.boot);
	struct pollfd poll = {fd, POLLIN, 0};

	ck_assert_int_eq(sys_poll(&poll, 1, 0), 0);
	end_child(pid);
	ck_assert_int_eq(sys_poll(&poll, 1, 10000), 1);
	ck_assert_int_lt(proc_signal(fd, SIGKILL), 0);
}
END_TEST

START_TEST(children_are_found)
{
	autopids struct pids pids = PIDS_INIT;
	pid_t pid = start_child();
	struct proc_stat stat;

	ck_assert_int_eq(proc_stat(pid, &stat), 0);
	ck_assert_int_eq(stat.parent, sys_pid());
	ck_assert_int_eq(proc_children(sys_pid(), &pids), 0);
	ck_assert(pids_has(&pids, pid));
	pids_release(&pids);
	ck_assert_int_eq(proc_all(&pids), 0);
	ck_assert(pids_has(&pids, pid));
	ck_assert(pids_has(&pids, sys_pid()));
	end_child(pid);
}
END_TEST

START_TEST(a_variable_is_found_by_its_whole_name)
{
	char out[200];

	ck_assert_int_eq(proc_environ(sys_pid(), "PATH=", out, sizeof(out)), 1);
	ck_assert_int_eq(strncmp(out, getenv("PATH"), 60), 0);
	ck_assert_int_eq(
		proc_environ(sys_pid(), "NO_SUCH_THING=", out, sizeof(out)), 0);
}
END_TEST

START_TEST(holders_of_a_pipe_are_known)
{
	int ends[2];

	ck_assert_int_eq(sys_pipe(ends, false), 0);
	ck_assert_int_eq(proc_holds_pipe(sys_pid(), sys_inode(ends[0])), 1);
	ck_assert_int_eq(proc_holds_pipe(sys_pid(), 1), 0);
	sys_close(&ends[0]);
	sys_close(&ends[1]);
}
END_TEST

START_TEST(the_boot_can_be_set_for_tests)
{
	char boot[PROC_BOOT_SIZE];

	setenv("MJ_BOOT_ID", "this one", 1);
	proc_boot(boot);
	ck_assert_str_eq(boot, "this one");
	unsetenv("MJ_BOOT_ID");
	proc_boot(boot);
	ck_assert_uint_eq(strlen(boot), 36);
}
END_TEST

TCase *
proc_tests(void)
{
	TCase *t = tcase_create("proc");

	tcase_add_test(t, identity_is_written_and_read_back);
	tcase_add_test(t, rubbish_is_no_process);
	tcase_add_test(t, only_the_very_process_is_opened);
	tcase_add_test(t, a_zombie_is_gone);
	tcase_add_test(t, a_pidfd_is_readable_at_the_end);
	tcase_add_test(t, children_are_found);
	tcase_add_test(t, a_variable_is_found_by_its_whole_name);
	tcase_add_test(t, holders_of_a_pipe_are_known);
	tcase_add_test(t, the_boot_can_be_set_for_tests);
	return t;
}
