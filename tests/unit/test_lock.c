/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "os/file.h"
#include "os/lock.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "scratch.h"
#include "suites.h"

START_TEST(second_try_finds_the_lock_taken)
{
	int dir = scratch_open();
	autoclose int first = lock_try(dir, "l", 1, NULL);
	struct err e;

	ck_assert_int_ge(first, 0);
	ck_assert_int_eq(lock_try(dir, "l", 1, &e), -1);
	ck_assert_int_eq(e.code, ERR_BUSY);
	scratch_close(dir);
}
END_TEST

START_TEST(closing_drops_the_lock)
{
	int dir = scratch_open();
	int fd = lock_try(dir, "l", 1, NULL);

	sys_close(&fd);
	fd = lock_try(dir, "l", 0, NULL);
	ck_assert_int_ge(fd, 0);
	sys_close(&fd);
	scratch_close(dir);
}
END_TEST

START_TEST(missing_file_is_made_only_on_request)
{
	int dir = scratch_open();
	struct err e;

	ck_assert_int_eq(lock_try(dir, "l", 0, &e), -1);
	ck_assert_int_eq(e.code, ERR_MISSING);
	ck_assert(!file_exists(dir, "l"));
	scratch_close(dir);
}
END_TEST

START_TEST(a_directory_can_be_locked)
{
	int dir = scratch_open();
	autoclose int fd = -1;
	struct err e;

	file_mkdir(dir, "d", false, NULL);
	fd = lock_try(dir, "d", 0, NULL);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(lock_try(dir, "d", 0, &e), -1);
	ck_assert_int_eq(e.code, ERR_BUSY);
	scratch_close(dir);
}
END_TEST

/* What the holder of a lock inherits by fork keeps it until it is closed too. */
START_TEST(a_forked_copy_keeps_the_lock)
{
	int dir = scratch_open();
	int fd = lock_try(dir, "l", 1, NULL);
	struct spawn_end end;
	int go[2];
	pid_t pid;
	char byte;

	ck_assert_int_eq(sys_pipe(go, false), 0);
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		sys_close(&go[1]);
		spawn_exit((int)sys_read(go[0], &byte, 1));
	}
	sys_close(&go[0]);
	sys_close(&fd);
	ck_assert_int_eq(lock_try(dir, "l", 1, NULL), -1);
	sys_close(&go[1]);
	ck_assert_int_eq(spawn_reap(pid, true, &end), 1);
	fd = lock_try(dir, "l", 1, NULL);
	ck_assert_int_ge(fd, 0);
	sys_close(&fd);
	scratch_close(dir);
}
END_TEST

START_TEST(a_replaced_file_is_another_lock)
{
	int dir = scratch_open();
	autoclose int old = lock_try(dir, "l", 1, NULL);
	autoclose int new = -1;

	file_unlink(dir, "l", NULL);
	new = lock_try(dir, "l", 1, NULL);
	ck_assert_int_ge(new, 0);
	ck_assert_uint_ne(sys_inode(old), sys_inode(new));
	scratch_close(dir);
}
END_TEST

START_TEST(a_symbolic_link_is_not_followed)
{
	int dir = scratch_open();

	scratch_put(dir, "f", "");
	ck_assert_int_eq(symlinkat("f", dir, "l"), 0);
	ck_assert_int_eq(lock_try(dir, "l", 1, NULL), -1);
	scratch_close(dir);
}
END_TEST

TCase *
lock_tests(void)
{
	TCase *t = tcase_create("lock");

	tcase_add_test(t, second_try_finds_the_lock_taken);
	tcase_add_test(t, closing_drops_the_lock);
	tcase_add_test(t, missing_file_is_made_only_on_request);
	tcase_add_test(t, a_directory_can_be_locked);
	tcase_add_test(t, a_forked_copy_keeps_the_lock);
	tcase_add_test(t, a_replaced_file_is_another_lock);
	tcase_add_test(t, a_symbolic_link_is_not_followed);
	return t;
}
