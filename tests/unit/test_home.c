/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "os/file.h"
#include "scratch.h"
#include "storing.h"
#include "suites.h"

START_TEST(opening_makes_a_home_once)
{
	struct storing s;
	struct home again = HOME_INIT;

	storing_open(&s, NULL);
	ck_assert_uint_eq(strlen(s.home.id), 16);
	ck_assert(file_exists(s.home.fd, "jobs"));
	ck_assert(file_exists(s.home.fd, "queue/alive"));
	ck_assert(file_exists(s.home.fd, "wake"));
	ck_assert_int_eq(home_open(&again, s.home.path, HOME_MAKE, NULL), 0);
	ck_assert_str_eq(again.id, s.home.id);
	home_close(&again);
	home_close(&again);
	storing_close(&s);
}
END_TEST

START_TEST(reading_a_missing_home_makes_none)
{
	int dir = scratch_open();
	autofree char *top = scratch_path(dir);
	autofree char *path = mem_printf("%s/none", top);
	struct home home = HOME_INIT;
	struct err e;

	ck_assert_int_eq(home_open(&home, path, HOME_READ, &e), -1);
	ck_assert_int_eq(e.code, ERR_MISSING);
	ck_assert(!file_exists(dir, "none"));
	home_close(&home);
	scratch_close(dir);
}
END_TEST

START_TEST(a_home_that_others_may_write_is_refused)
{
	struct storing s;
	struct home home = HOME_INIT;
	struct err e;

	storing_open(&s, NULL);
	ck_assert_int_eq(fchmod(s.home.fd, 0770), 0);
	ck_assert_int_eq(home_open(&home, s.home.path, HOME_READ, &e), -1);
	ck_assert_int_eq(e.code, ERR_REFUSED);
	home_close(&home);
	storing_close(&s);
}
END_TEST

START_TEST(the_wake_mark_is_kept_per_kind)
{
	struct storing s;

	storing_open(&s, NULL);
	home_wake_clear(&s.home, WAKE_PASS);
	home_wake_clear(&s.home, WAKE_SWEEP);
	home_wake(&s.home, WAKE_PASS);
	ck_assert(home_woken(&s.home, WAKE_PASS));
	ck_assert(!home_woken(&s.home, WAKE_SWEEP));
	home_wake_clear(&s.home, WAKE_PASS);
	ck_assert(!home_woken(&s.home, WAKE_PASS));
	storing_close(&s);
}
END_TEST

START_TEST(bad_settings_leave_the_old_ones)
{
	struct storing s;
	struct err e;

	storing_open(&s, "[scheduler]\nmax_alive = 7\n");
	ck_assert_uint_eq(s.home.config.max_alive, 7);
	scratch_put(s.home.fd, "config.ini", "[scheduler]\nmax_alive = x\n");
	ck_assert_int_eq(home_reload(&s.home, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "config.ini:2"));
	ck_assert_uint_eq(s.home.config.max_alive, 7);
	scratch_put(s.home.fd, "config.ini", "[scheduler]\nmax_alive = 8\n");
	ck_assert_int_eq(home_reload(&s.home, &e), 0);
	ck_assert_uint_eq(s.home.config.max_alive, 8);
	storing_close(&s);
}
END_TEST

START_TEST(logs_that_others_may_write_are_refused)
{
	struct storing s;
	struct err e;

	storing_open(&s, NULL);
	ck_assert_int_eq(home_check_logs(&s.home, &e), 0);
	ck_assert_int_eq(chmod(s.home.logs, 0777), 0);
	ck_assert_int_eq(home_check_logs(&s.home, &e), -1);
	ck_assert_int_eq(e.code, ERR_REFUSED);
	storing_close(&s);
}
END_TEST

START_TEST(a_tilde_is_the_users_home)
{
	autofree char *a = NULL, *b = NULL, *c = NULL;

	setenv("HOME", "/somebody", 1);
	a = home_expand("~/x");
	b = home_expand("~");
	c = home_expand("/y");
	ck_assert_str_eq(a, "/somebody/x");
	ck_assert_str_eq(b, "/somebody");
	ck_assert_str_eq(c, "/y");
}
END_TEST

TCase *
home_tests(void)
{
	TCase *t = tcase_create("home");

	tcase_add_test(t, opening_makes_a_home_once);
	tcase_add_test(t, reading_a_missing_home_makes_none);
	tcase_add_test(t, a_home_that_others_may_write_is_refused);
	tcase_add_test(t, the_wake_mark_is_kept_per_kind);
	tcase_add_test(t, bad_settings_leave_the_old_ones);
	tcase_add_test(t, logs_that_others_may_write_are_refused);
	tcase_add_test(t, a_tilde_is_the_users_home);
	return t;
}
