/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "scratch.h"
#include "suites.h"

/* Run a shell text in the directory, its output to the file `out` there. */
static struct spawn_end
run_text(int dir, char *text)
{
	char *envp[] = {(char[]){"ONLY=this"}, NULL};
	char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, text, NULL};
	autofree char *path = scratch_path(dir);
	struct spawn s = {.argv = argv, .envp = envp, .umask = 027,
			  .path_list = "/nowhere:/usr/bin:/bin", .dir = path};
	struct spawn_end end;
	pid_t pid;

	scratch_put(dir, "out", "");
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		s.in = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		s.out = s.errors = sys_open(dir, "out", O_WRONLY, 0);
		sys_close_others((int[]){s.in, s.out}, 2);
		spawn_exec(&s);
		spawn_exit(99);
	}
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	return end;
}

/* 3 is the listing of ls itself. */
START_TEST(a_command_gets_what_it_is_given_and_nothing_else)
{
	int dir = scratch_open();
	autofree char *path = scratch_path(dir);
	autofree char *expected = mem_printf("%s 0027 this 0\n1\n2\n3\n", path);
	struct spawn_end end;

	end = run_text(dir, (char[]){"printf '%s %s %s ' \"$(pwd)\" \"$(umask)\""
				     " \"$ONLY\"; exec ls /proc/self/fd"});
	ck_assert_int_eq(end.exit_code, 0);
	ck_assert_msg(scratch_holds(dir, "out", expected), "%s", expected);
	scratch_close(dir);
}
END_TEST

/* The C library may start programs with 32 and 33, its own, ignored. */
START_TEST(a_command_has_default_signals_and_its_session)
{
	int dir = scratch_open();
	sigset_t old;
	struct spawn_end end;

	sigprocmask(SIG_SETMASK, NULL, &old);
	sig_block();
	end = run_text(dir, (char[]){"set -- $(cat /proc/$$/stat);"
				     " [ \"$6\" = $$ ] && [ \"$7\" = 0 ] &&"
				     " grep -q '^SigIgn:.*000000018000*$\\|"
				     "^SigIgn:[^1-9a-f]*$'"
				     " /proc/self/status &&"
				     " grep -q '^SigBlk:.*0000000000000000'"
				     " /proc/self/status"});
	sig_restore(&old);
	ck_assert_int_eq(end.exit_code, 0);
	scratch_close(dir);
}
END_TEST

START_TEST(an_end_tells_code_or_signal)
{
	int dir = scratch_open();
	struct spawn_end end = run_text(dir, (char[]){"exit 42"});

	ck_assert_int_eq(end.exit_code, 42);
	ck_assert_int_eq(end.signal, 0);
	end = run_text(dir, (char[]){"kill -KILL $$"});
	ck_assert_int_eq(end.exit_code, -1);
	ck_assert_int_eq(end.signal, SIGKILL);
	ck_assert(!end.core);
	ck_assert_int_ge(end.cpu_ms, 0);
	ck_assert_int_gt(end.rss_kib, 0);
	scratch_close(dir);
}
END_TEST

START_TEST(a_failure_to_start_names_what_failed)
{
	char *argv[] = {(char[]){"no-such-program"}, NULL};
	char *envp[] = {NULL};
	struct spawn s = {.argv = argv, .envp = envp, .path_list = "/bin",
			  .dir = "/", .umask = 022};
	int report[2];
	struct spawn_end end;
	char text[100] = "";
	pid_t pid;

	ck_assert_int_eq(sys_pipe(report, false), 0);
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		const char *what;

		s.in = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		s.out = s.errors = sys_open(AT_FDCWD, "/dev/null", O_WRONLY, 0);
		what = spawn_exec(&s);
		sys_write_all(report[1], what, strlen(what));
		spawn_exit(errno);
	}
	sys_close(&report[1]);
	ck_assert_int_gt(sys_read(report[0], text, sizeof(text) - 1), 0);
	sys_close(&report[0]);
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	ck_assert_int_eq(end.exit_code, ENOENT);
	ck_assert_ptr_nonnull(strstr(text, "no-such-program"));
}
END_TEST

START_TEST(looking_does_not_reap)
{
	struct spawn_end end;
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0)
		spawn_exit(7);
	while (spawn_peek(pid, &end) == 0)
		sys_poll(NULL, 0, 1);
	ck_assert_int_eq(end.exit_code, 7);
	ck_assert_int_eq(spawn_peek(pid, &end), 1);
	ck_assert_int_eq(spawn_reap(pid, false, &end), 1);
	ck_assert_int_eq(end.exit_code, 7);
	ck_assert_int_eq(spawn_reap(pid, false, &end), -1);
}
END_TEST

START_TEST(a_sibling_is_not_our_child)
{
	struct spawn_end end;
	int answer[2];
	pid_t parent = 0, middle;

	ck_assert_int_eq(sys_pipe(answer, false), 0);
	middle = spawn_fork(SPAWN_CHILD);
	if (middle == 0) {
		pid_t sibling = spawn_fork(SPAWN_SIBLING);
		struct proc_stat stat = {.parent = 0};

		if (sibling == 0) {
			proc_stat(sys_pid(), &stat);
			sys_write_all(answer[1], &stat.parent,
				      sizeof(stat.parent));
			spawn_exit(0);
		}
		spawn_exit(spawn_peek(sibling, &end) == -1 ? 0 : 1);
	}
	ck_assert_int_eq(sys_read(answer[0], &parent, sizeof(parent)),
			 (int)sizeof(parent));
	ck_assert_int_eq(parent, sys_pid());
	ck_assert_int_eq(spawn_reap(middle, true, &end), 1);
	ck_assert_int_eq(end.exit_code, 0);
	ck_assert_int_eq(spawn_reap(-1, true, &end), 1);
	sys_close(&answer[0]);
	sys_close(&answer[1]);
}
END_TEST

TCase *
spawn_tests(void)
{
	TCase *t = tcase_create("spawn");

	tcase_add_test(t, a_command_gets_what_it_is_given_and_nothing_else);
	tcase_add_test(t, a_command_has_default_signals_and_its_session);
	tcase_add_test(t, an_end_tells_code_or_signal);
	tcase_add_test(t, a_failure_to_start_names_what_failed);
	tcase_add_test(t, looking_does_not_reap);
	tcase_add_test(t, a_sibling_is_not_our_child);
	return t;
}
