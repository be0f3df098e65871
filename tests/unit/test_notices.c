/* SPDX-License-Identifier: Apache-2.0 */
#include "os/file.h"
#include "os/sys.h"
#include "storing.h"
#include "store/notices.h"
#include "store/unique.h"
#include "suites.h"

START_TEST(notices_of_a_record_are_made_and_withdrawn)
{
	struct storing s;
	struct after afters[] = {{.job = 3}, {.job = 4}};
	struct record r = {.begin_ms = 1500, .afters = afters, .after_count = 2};
	autonames struct file_names names = FILE_NAMES_INIT;
	struct err e;

	storing_open(&s, NULL);
	ck_assert(!notices_complete(&s.home, 7, &r));
	ck_assert_int_eq(notices_publish(&s.home, 7, &r, &e), 0);
	ck_assert_int_eq(notices_publish(&s.home, 7, &r, &e), 0);
	ck_assert(notices_complete(&s.home, 7, &r));
	ck_assert_int_eq(notices_dependents(&s.home, 3, &names, &e), 0);
	ck_assert_uint_eq(names.count, 1);
	ck_assert_str_eq(names.names[0], "0000000007");
	ck_assert(file_exists(s.home.fd, "queue/begin/000000000002.0000000007"));

	notices_withdraw(&s.home, 7, &r);
	ck_assert_int_eq(file_count(s.home.fd, "queue/after"), 0);
	ck_assert_int_eq(file_count(s.home.fd, "queue/begin"), 0);
	storing_close(&s);
}
END_TEST

START_TEST(directory_of_a_dep_stays_while_others_need_it)
{
	struct storing s;
	struct err e;

	storing_open(&s, NULL);
	ck_assert_int_eq(notices_after(&s.home, 3, 7, &e), 0);
	ck_assert_int_eq(notices_after(&s.home, 3, 8, &e), 0);
	notices_drop_after(&s.home, 3, 7);
	ck_assert(file_exists(s.home.fd, "queue/after/0000000003/0000000008"));
	notices_drop_after(&s.home, 3, 8);
	ck_assert(!file_exists(s.home.fd, "queue/after/0000000003"));
	storing_close(&s);
}
END_TEST

START_TEST(names_of_times_are_read_strictly)
{
	int64_t ms;
	uint32_t job;
	char name[NOTICE_NAME_SIZE];

	notices_begin_name(1796028322123, 7, name);
	ck_assert_str_eq(name, "001796028323.0000000007");
	ck_assert_int_eq(notices_parse_begin(name, &ms, &job), 0);
	ck_assert_int_eq(ms, 1796028323000);
	ck_assert_uint_eq(job, 7);
	ck_assert_int_eq(notices_parse_begin("1.0000000007", &ms, &job), -1);
	ck_assert_int_eq(notices_parse_begin("00179602832x.0000000007", &ms, &job),
			 -1);
	ck_assert_int_eq(notices_parse_begin("001796028323.0000000007x", &ms,
					   &job),
			 -1);
	ck_assert_int_eq(notices_parse_begin("001796028323.0000000000", &ms, &job),
			 -1);
	ck_assert_int_eq(notices_parse_begin("-00000000000.0000000007", &ms, &job),
			 -1);
}
END_TEST

START_TEST(key_is_taken_until_its_job_has_ended)
{
	struct storing s;
	uint32_t live = 0;
	struct err e;
	int lock;

	storing_open(&s, NULL);
	ck_assert_int_eq(unique_take(&s.home, "k", &lock, &live, &e), 0);
	ck_assert_int_eq(unique_give(&s.home, lock, 7, &e), 0);
	sys_close(&lock);
	ck_assert_uint_eq(unique_job(&s.home, "k"), 7);

	/* job 7 never was */
	ck_assert_int_eq(unique_take(&s.home, "k", &lock, &live, &e), 0);
	sys_close(&lock);

	storing_job(&s, 7);
	ck_assert_int_eq(file_touch(s.home.fd, "queue/alive/0000000007", &e), 0);
	ck_assert_int_eq(unique_take(&s.home, "k", &lock, &live, &e), 1);
	ck_assert_uint_eq(live, 7);
	ck_assert_int_eq(lock, -1);
	storing_close(&s);
}
END_TEST

TCase *
notices_tests(void)
{
	TCase *tests = tcase_create("notices");

	tcase_add_test(tests, notices_of_a_record_are_made_and_withdrawn);
	tcase_add_test(tests, directory_of_a_dep_stays_while_others_need_it);
	tcase_add_test(tests, names_of_times_are_read_strictly);
	tcase_add_test(tests, key_is_taken_until_its_job_has_ended);
	return tests;
}
