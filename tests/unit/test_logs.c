/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "scratch.h"
#include "store/logs.h"
#include "suites.h"

START_TEST(paths_are_as_documented)
{
	autofree char *controller = logs_controller_path("/l", 42);
	autofree char *task = logs_task_path("/l", 42, "train", 3);

	ck_assert_str_eq(controller, "/l/jobs_controller/0000000042.log");
	ck_assert_str_eq(task, "/l/managed_jobs/0000000042/train.3.log");
}
END_TEST

START_TEST(a_log_is_made_with_its_directories_for_its_owner)
{
	int dir = scratch_open();
	autofree char *logs = scratch_path(dir);
	struct file_info info;
	struct err e = {.text = ""};
	autofree char *path = logs_task_path(logs, 1, "t", 1);
	int fd = logs_open(path, &e);

	ck_assert_msg(fd >= 0, "%s", e.text);
	ck_assert(!(fcntl(fd, F_GETFL) & O_APPEND));
	sys_write_all(fd, "one", 3);
	sys_close(&fd);
	file_info(dir, "managed_jobs/0000000001/t.1.log", &info);
	ck_assert_uint_eq(info.mode & 07777, 0600);
	file_info(dir, "managed_jobs/0000000001", &info);
	ck_assert_uint_eq(info.mode & 07777, 0700);
	/* opened again, what is there stays */
	fd = logs_open(path, &e);
	sys_close(&fd);
	ck_assert(scratch_holds(dir, "managed_jobs/0000000001/t.1.log", "one"));
	scratch_close(dir);
}
END_TEST

START_TEST(the_controllers_log_is_appended_to)
{
	int dir = scratch_open();
	autofree char *logs = scratch_path(dir);
	int fd = logs_open_controller(logs, 1, NULL);

	ck_assert_int_ge(fd, 0);
	ck_assert(fcntl(fd, F_GETFL) & O_APPEND);
	sys_close(&fd);
	scratch_close(dir);
}
END_TEST

START_TEST(a_directory_that_cannot_be_made_is_named)
{
	int dir = scratch_open();
	autofree char *logs = scratch_path(dir);
	struct err e = {.code = ERR_NONE};
	autofree char *path = logs_task_path(logs, 1, "t", 1);

	scratch_put(dir, "managed_jobs", "a file");
	ck_assert_int_lt(logs_open(path, &e), 0);
	ck_assert_int_eq(e.code, ERR_SYS);
	scratch_close(dir);
}
END_TEST

TCase *
logs_tests(void)
{
	TCase *t = tcase_create("logs");

	tcase_add_test(t, paths_are_as_documented);
	tcase_add_test(t, a_log_is_made_with_its_directories_for_its_owner);
	tcase_add_test(t, the_controllers_log_is_appended_to);
	tcase_add_test(t, a_directory_that_cannot_be_made_is_named);
	return t;
}
