/* SPDX-License-Identifier: Apache-2.0 */
#include "os/file.h"
#include "scratch.h"
#include "store/seq.h"
#include "storing.h"
#include "suites.h"

static uint32_t
take(const struct storing *s, uint32_t count)
{
	struct err e = {.text = ""};
	uint32_t first = 0;

	ck_assert_msg(seq_take(&s->home, count, &first, &e) == 0, "%s", e.text);
	return first;
}

START_TEST(numbers_count_from_one_in_blocks)
{
	struct storing s;

	storing_open(&s, NULL);
	ck_assert_uint_eq(take(&s, 1), 1);
	ck_assert_uint_eq(take(&s, 10), 2);
	ck_assert_uint_eq(take(&s, 1), 12);
	storing_close(&s);
}
END_TEST

START_TEST(a_lost_seq_is_rebuilt_from_what_is_there)
{
	static const char *const traces[] = {
		"home/jobs/0000000007",
		"home/bad/0000000009",
		"logs/managed_jobs/0000000011",
	};

	for (size_t i = 0; i < sizeof(traces) / sizeof(traces[0]); i++) {
		struct storing s;

		storing_open(&s, NULL);
		file_mkdir(s.dir, "logs", true, NULL);
		file_mkdir(s.dir, "logs/managed_jobs", true, NULL);
		ck_assert_int_eq(file_mkdir(s.dir, traces[i], false, NULL), 0);
		file_unlink(s.home.fd, "seq", NULL);
		ck_assert_uint_eq(take(&s, 1), 8 + 2 * i);
		storing_close(&s);
	}
}
END_TEST

START_TEST(a_damaged_seq_is_a_lost_one)
{
	static const char *const texts[] = {"", "last = ", "last = -1\n",
					    "last = 99999999999\n", "rubbish"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct storing s;

		storing_open(&s, NULL);
		storing_job(&s, 5);
		scratch_put(s.home.fd, "seq", texts[i]);
		ck_assert_uint_eq(take(&s, 1), 6);
		storing_close(&s);
	}
}
END_TEST

START_TEST(cancel_all_covers_what_was_given_out)
{
	struct storing s;
	uint32_t upto = 0;

	storing_open(&s, NULL);
	ck_assert_uint_eq(seq_cancelled_upto(&s.home), 0);
	take(&s, 3);
	ck_assert_int_eq(seq_cancel_all(&s.home, &upto, NULL), 0);
	ck_assert_uint_eq(upto, 3);
	ck_assert_uint_eq(take(&s, 1), 4);
	ck_assert_uint_eq(seq_cancelled_upto(&s.home), 3);
	storing_close(&s);
}
END_TEST

START_TEST(numbers_end_rather_than_begin_again)
{
	struct storing s;
	uint32_t first;
	struct err e;

	storing_open(&s, NULL);
	scratch_put(s.home.fd, "seq",
		    "last = 4294967290\ncancelled_upto = 0000000000\n");
	ck_assert_int_eq(seq_take(&s.home, 100, &first, &e), -1);
	ck_assert_int_eq(e.code, ERR_REFUSED);
	ck_assert_uint_eq(take(&s, 1), 4294967291u);
	storing_close(&s);
}
END_TEST

TCase *
seq_tests(void)
{
	TCase *t = tcase_create("seq");

	tcase_add_test(t, numbers_count_from_one_in_blocks);
	tcase_add_test(t, a_lost_seq_is_rebuilt_from_what_is_there);
	tcase_add_test(t, a_damaged_seq_is_a_lost_one);
	tcase_add_test(t, cancel_all_covers_what_was_given_out);
	tcase_add_test(t, numbers_end_rather_than_begin_again);
	return t;
}
