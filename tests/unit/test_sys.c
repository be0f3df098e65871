/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "scratch.h"
#include "suites.h"

START_TEST(closing_keeps_errno_and_marks_the_descriptor)
{
	int fd = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
	int taken = sys_take(&fd);

	ck_assert_int_eq(fd, -1);
	errno = EPERM;
	sys_close(&taken);
	ck_assert_int_eq(errno, EPERM);
	ck_assert_int_eq(taken, -1);
	sys_close(&taken);
}
END_TEST

START_TEST(descriptors_do_not_survive_exec)
{
	autoclose int fd = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
	int ends[2];

	ck_assert_int_eq(sys_pipe(ends, true), 0);
	ck_assert(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	ck_assert(fcntl(ends[0], F_GETFD) & FD_CLOEXEC);
	ck_assert(fcntl(ends[1], F_GETFD) & FD_CLOEXEC);
	ck_assert(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
	ck_assert(!(fcntl(ends[1], F_GETFL) & O_NONBLOCK));
	sys_close(&ends[0]);
	sys_close(&ends[1]);
}
END_TEST

START_TEST(splice_appends_at_the_current_end)
{
	int dir = scratch_open();
	autoclose int file = -1;
	size_t lost = 0;
	int ends[2];

	ck_assert_int_eq(sys_pipe(ends, true), 0);
	scratch_put(dir, "log", "one ");
	file = sys_open(dir, "log", O_WRONLY, 0);
	sys_write_all(ends[1], "two", 3);
	ck_assert_int_eq(sys_pending(ends[0]), 3);
	ck_assert_int_eq(sys_splice_end(ends[0], file, 100, &lost), 3);
	ck_assert(scratch_holds(dir, "log", "one two"));
	ck_assert_int_eq(sys_splice_end(ends[0], file, 100, &lost), -1);
	ck_assert_int_eq(errno, EAGAIN);

	ck_assert_int_eq(file_cut(file, 0), 0);
	sys_write_all(ends[1], "three", 5);
	ck_assert_int_eq(sys_splice_end(ends[0], file, 100, &lost), 5);
	ck_assert(scratch_holds(dir, "log", "three"));
	sys_close(&ends[1]);
	ck_assert_int_eq(sys_splice_end(ends[0], file, 100, &lost), 0);
	ck_assert_uint_eq(lost, 0);
	sys_close(&ends[0]);
	scratch_close(dir);
}
END_TEST

/* In a child: it closes what the test itself needs. */
START_TEST(only_kept_descriptors_stay_open)
{
	struct spawn_end end;
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		int a = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		int b = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		int c = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
		int keep[] = {c, a, -1};

		sys_close_others(keep, 3);
		spawn_exit(fcntl(a, F_GETFD) >= 0 && fcntl(b, F_GETFD) < 0 &&
					   fcntl(c, F_GETFD) >= 0
				   ? 0
				   : 1);
	}
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	ck_assert_int_eq(end.exit_code, 0);
}
END_TEST

START_TEST(a_limit_is_set_as_far_as_allowed)
{
	struct spawn_end end;
	uint64_t soft, hard;
	pid_t pid;

	ck_assert_int_eq(sys_limit(RLIMIT_NOFILE, &soft, &hard), 0);
	ck_assert_uint_le(soft, hard);
	ck_assert_int_eq(sys_limit(1000, &soft, &hard), -1);
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		sys_limit_set(RLIMIT_NOFILE, 50, hard);
		sys_limit(RLIMIT_NOFILE, &soft, &hard);
		spawn_exit(soft == 50 ? 0 : 1);
	}
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	ck_assert_int_eq(end.exit_code, 0);
}
END_TEST

START_TEST(clocks_go_forward)
{
	int64_t boot = sys_boot_ms(), wall = sys_wall_ms();

	sys_sleep_ms(2);
	ck_assert_int_ge(sys_boot_ms(), boot + 2);
	ck_assert_int_gt(wall, 1700000000000);
}
END_TEST

START_TEST(the_machine_has_something_of_everything)
{
	autofree char *cwd = sys_cwd();
	char host[100];

	ck_assert_uint_ge(sys_cpus(), 1);
	ck_assert_uint_ge(sys_memory_mib(), 16);
	ck_assert_uint_ge(sys_processes(), 1);
	ck_assert_int_eq(sys_check_kernel(NULL), 0);
	ck_assert_int_eq(cwd[0], '/');
	ck_assert_uint_gt(strlen(sys_host(host, sizeof(host))), 0);
	ck_assert(!sys_setuid());
}
END_TEST

TCase *
sys_tests(void)
{
	TCase *t = tcase_create("sys");

	tcase_add_test(t, closing_keeps_errno_and_marks_the_descriptor);
	tcase_add_test(t, descriptors_do_not_survive_exec);
	tcase_add_test(t, splice_appends_at_the_current_end);
	tcase_add_test(t, only_kept_descriptors_stay_open);
	tcase_add_test(t, a_limit_is_set_as_far_as_allowed);
	tcase_add_test(t, clocks_go_forward);
	tcase_add_test(t, the_machine_has_something_of_everything);
	return t;
}
