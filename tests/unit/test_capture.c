/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "storing.h"
#include "suites.h"

START_TEST(a_later_value_replaces_the_older)
{
	struct env_list env = {0};

	env_put(&env, "A", "1");
	env_put(&env, "AB", "2");
	env_put(&env, "A", "x=y\n");
	ck_assert_uint_eq(env.count, 2);
	ck_assert_str_eq(env_get(&env, "A"), "x=y\n");
	ck_assert_str_eq(env_get(&env, "AB"), "2");
	ck_assert_ptr_null(env_get(&env, "B"));
	ck_assert_ptr_null(env.list[2]);
	env_list_release(&env);
	env_list_release(&env);
}
END_TEST

START_TEST(what_is_captured_is_read_back)
{
	struct capture c = CAPTURE_INIT, back = CAPTURE_INIT;
	autobuf struct buf text = BUF_INIT;
	autofree char *dir = jobs_path(3, NULL), *path = jobs_path(3, "env");
	autofree char *cwd = sys_cwd();
	uint64_t soft, hard;
	struct storing s;
	struct err e = {.text = ""};

	storing_open(&s, NULL);
	setenv("MULTI", "two\nlines", 1);
	setenv("EMPTY", "", 1);
	ck_assert_msg(capture_take(&c, &s.home, &e) == 0, "%s", e.text);
	env_put(&c.given, "G", "given");
	env_put(&c.secrets, "S", "hush");
	c.umask = 027;
	capture_format(&c, &text);
	ck_assert_int_eq(file_mkdir(s.home.fd, dir, false, &e), 0);
	ck_assert_int_eq(file_create(s.home.fd, path, text.data, text.len,
				     false, &e),
			 0);
	ck_assert_msg(capture_read(&s.home, 3, &back, &e) == 0, "%s", e.text);

	ck_assert_str_eq(back.cwd, cwd);
	ck_assert_str_eq(back.logs, s.home.logs);
	ck_assert_uint_eq(back.umask, 027);
	ck_assert_str_eq(env_get(&back.env, "MULTI"), "two\nlines");
	ck_assert_str_eq(env_get(&back.env, "EMPTY"), "");
	ck_assert_str_eq(env_get(&back.given, "G"), "given");
	ck_assert_str_eq(env_get(&back.secrets, "S"), "hush");
	ck_assert_ptr_null(env_get(&back.env, "S"));
	sys_limit(RLIMIT_NOFILE, &soft, &hard);
	ck_assert(back.limit[RLIMIT_NOFILE].set);
	ck_assert_uint_eq(back.limit[RLIMIT_NOFILE].soft, soft);
	capture_release(&c);
	capture_release(&back);
	storing_close(&s);
}
END_TEST

START_TEST(what_mj_gives_to_tasks_is_not_passed_on)
{
	struct capture c = CAPTURE_INIT;
	struct storing s;

	storing_open(&s, NULL);
	setenv("MJ_TAG", "x", 1);
	setenv("MJ_TASK_ID", "x", 1);
	setenv("SKYPILOT_JOB_RANK", "x", 1);
	ck_assert_int_eq(capture_take(&c, &s.home, NULL), 0);
	ck_assert_ptr_null(env_get(&c.env, "MJ_TAG"));
	ck_assert_ptr_null(env_get(&c.env, "MJ_TASK_ID"));
	ck_assert_ptr_null(env_get(&c.env, "SKYPILOT_JOB_RANK"));
	unsetenv("MJ_TAG");
	unsetenv("MJ_TASK_ID");
	unsetenv("SKYPILOT_JOB_RANK");
	capture_release(&c);
	storing_close(&s);
}
END_TEST

/* A file that was cut is no smaller environment. */
START_TEST(a_cut_file_is_corrupt)
{
	struct capture c = CAPTURE_INIT;
	autobuf struct buf text = BUF_INIT;
	autofree char *path = jobs_path(3, "env");
	struct storing s;

	storing_open(&s, NULL);
	storing_job(&s, 3);
	ck_assert_int_eq(capture_take(&c, &s.home, NULL), 0);
	capture_format(&c, &text);
	capture_release(&c);
	for (size_t len = 0; len < text.len; len += 1 + text.len / 50) {
		file_unlink(s.home.fd, path, NULL);
		file_create(s.home.fd, path, text.data, len, false, NULL);
		ck_assert_int_lt(capture_read(&s.home, 3, &c, NULL), 0);
		capture_release(&c);
	}
	storing_close(&s);
}
END_TEST

TCase *
capture_tests(void)
{
	TCase *t = tcase_create("capture");

	tcase_add_test(t, a_later_value_replaces_the_older);
	tcase_add_test(t, what_is_captured_is_read_back);
	tcase_add_test(t, what_mj_gives_to_tasks_is_not_passed_on);
	tcase_add_test(t, a_cut_file_is_corrupt);
	return t;
}
