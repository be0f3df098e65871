/* SPDX-License-Identifier: Apache-2.0 */
#include "model/after.h"
#include "model/record.h"
#include "recording.h"
#include "suites.h"

START_TEST(wants_are_read_as_they_are_named)
{
	enum want read;

	for (int w = 0; w < WANT_COUNT; w++) {
		ck_assert_int_eq(want_parse(want_name((enum want)w), &read), 0);
		ck_assert_int_eq(read, w);
	}
	ck_assert_int_eq(want_parse("OK", &read), -1);
	ck_assert_int_eq(want_parse("", &read), -1);
}
END_TEST

START_TEST(wants_are_met_by_the_right_ends)
{
	static const struct {
		enum status status;
		bool ok, any, fail;
	} rows[] = {
		{STATUS_PENDING, false, false, false},
		{STATUS_RUNNING, false, false, false},
		{STATUS_SUCCEEDED, true, true, false},
		{STATUS_FAILED, false, true, true},
		{STATUS_FAILED_SETUP, false, true, true},
		{STATUS_FAILED_CONTROLLER, false, true, true},
		{STATUS_CANCELLED, false, true, false},
		{STATUS_SKIPPED, false, true, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ck_assert(want_met(WANT_OK, rows[i].status) == rows[i].ok);
		ck_assert(want_met(WANT_ANY, rows[i].status) == rows[i].any);
		ck_assert(want_met(WANT_FAIL, rows[i].status) == rows[i].fail);
	}
}
END_TEST

static void
add_after(struct block *b, const char *job, const char *want, unsigned set)
{
	block_begin(b, "after", job);
	block_text(b, "want", want);
	if (set)
		block_int(b, "set", set);
	block_end(b);
}

static void
add_number(struct block *b, const char *key, int64_t value)
{
	block_begin(b, "job", NULL);
	block_int(b, key, value);
	block_end(b);
}

START_TEST(record_keeps_what_a_job_comes_after)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const struct after *a;
	size_t at = 0;

	add_submit(&b);
	add_after(&b, "5", "ok", 0);
	add_after(&b, "x", "ok", 0);
	add_after(&b, "6", "perhaps", 0);
	add_after(&b, "7", "fail", 0);
	fold(&r, &b);

	a = record_after(&r, &at);
	ck_assert_uint_eq(a->job, 5);
	ck_assert_int_eq(a->want, WANT_OK);
	a = record_after(&r, &at);
	ck_assert_uint_eq(a->job, 7);
	ck_assert_int_eq(a->want, WANT_FAIL);
	ck_assert_ptr_null(record_after(&r, &at));
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(conditions_of_the_submit_are_not_further_blocks)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	add_after(&b, "5", "ok", 0);
	fold(&r, &b);

	ck_assert_uint_eq(r.blocks, 1);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(later_conditions_hold_from_their_job_block_on)
{
	struct record r = RECORD_INIT;
	struct block first = BLOCK_INIT, second = BLOCK_INIT;
	size_t at = 0;

	add_submit(&first);
	add_after(&first, "5", "ok", 0);
	add_after(&first, "6", "any", 1);
	fold(&r, &first);
	ck_assert_uint_eq(record_after(&r, &at)->job, 5);
	ck_assert_ptr_null(record_after(&r, &at));

	add_number(&second, "after_set", 1);
	fold(&r, &second);
	at = 0;
	ck_assert_uint_eq(record_after(&r, &at)->job, 6);
	ck_assert_ptr_null(record_after(&r, &at));

	block_release(&second);
	add_number(&second, "after_set", 2);
	fold(&r, &second);
	at = 0;
	ck_assert_ptr_null(record_after(&r, &at));
	block_release(&first);
	block_release(&second);
	record_release(&r);
}
END_TEST

START_TEST(new_round_is_kept_by_nothing)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	size_t at = 0;

	add_submit(&b);
	add_after(&b, "5", "ok", 0);
	add_number(&b, "hold", 1);
	block_begin(&b, "job", NULL);
	block_time(&b, "begin", SUBMIT_MS);
	block_end(&b);
	add_status(&b, NULL, "SKIPPED", SUBMIT_MS);
	fold(&r, &b);
	ck_assert(r.hold);
	ck_assert_int_eq(r.begin_ms, SUBMIT_MS);

	block_release(&b);
	add_round(&b, 2);
	fold(&r, &b);
	ck_assert_int_eq(r.begin_ms, 0);
	ck_assert_ptr_null(record_after(&r, &at));
	block_release(&b);
	record_release(&r);
}
END_TEST

TCase *
after_tests(void)
{
	TCase *tests = tcase_create("after");

	tcase_add_test(tests, wants_are_read_as_they_are_named);
	tcase_add_test(tests, wants_are_met_by_the_right_ends);
	tcase_add_test(tests, record_keeps_what_a_job_comes_after);
	tcase_add_test(tests, conditions_of_the_submit_are_not_further_blocks);
	tcase_add_test(tests, later_conditions_hold_from_their_job_block_on);
	tcase_add_test(tests, new_round_is_kept_by_nothing);
	return tests;
}
