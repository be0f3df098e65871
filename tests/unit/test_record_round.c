/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/record.h"
#include "recording.h"
#include "suites.h"

static void
add_plan(struct block *b, const char *task, unsigned round, const char *to)
{
	block_begin(b, "retry", task);
	block_int(b, "round", round);
	if (to)
		block_text(b, "to", to);
	block_end(b);
}

/* A job whose task done succeeded, whose task bad failed, and which failed. */
static void
add_failed(struct block *b)
{
	add_submit(b);
	add_status(b, "done", "SUCCEEDED", 1);
	add_status(b, "bad", "FAILED", 2);
	add_status(b, NULL, "FAILED", 3);
}

START_TEST(plan_alone_changes_nothing)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_failed(&b);
	add_plan(&b, NULL, 2, NULL);
	add_plan(&b, "done", 2, "PENDING");
	fold(&r, &b);
	ck_assert(r.final);
	ck_assert_uint_eq(r.round, 1);
	ck_assert_uint_eq(r.next_round, 2);
	ck_assert_int_eq(r.status, STATUS_FAILED);
	ck_assert_int_eq(status_in(&r, "done"), STATUS_SUCCEEDED);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_FAILED);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(round_keeps_what_succeeded)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_failed(&b);
	add_plan(&b, NULL, 2, NULL);
	add_round(&b, 2);
	fold(&r, &b);
	ck_assert(!r.final);
	ck_assert_uint_eq(r.next_round, 0);
	ck_assert_int_eq(status_in(&r, "done"), STATUS_SUCCEEDED);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_PENDING);
	ck_assert_uint_eq(record_task(&r, "done")->round, 1);
	ck_assert_uint_eq(record_task(&r, "bad")->round, 2);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(round_follows_its_plan)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_failed(&b);
	add_plan(&b, NULL, 2, NULL);
	add_plan(&b, "done", 2, "PENDING");
	add_plan(&b, "bad", 2, "FAILED");
	add_plan(&b, "never", 2, "SKIPPED");
	add_round(&b, 2);
	add_status(&b, "done", "STARTING", 5);
	fold(&r, &b);
	ck_assert_int_eq(status_in(&r, "done"), STATUS_STARTING);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_FAILED);
	ck_assert_int_eq(status_in(&r, "never"), STATUS_SKIPPED);
	ck_assert_uint_eq(record_task(&r, "bad")->round, 1);
	ck_assert_uint_eq(record_task(&r, "never")->round, 1);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(last_plan_counts_and_only_for_its_round)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_failed(&b);
	add_plan(&b, NULL, 2, NULL);
	add_plan(&b, "done", 2, "PENDING");
	add_plan(&b, NULL, 2, NULL);
	add_round(&b, 2);
	add_plan(&b, NULL, 2, NULL);
	add_plan(&b, "done", 2, "PENDING");
	fold(&r, &b);
	ck_assert_int_eq(status_in(&r, "done"), STATUS_SUCCEEDED);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_PENDING);
	ck_assert_uint_eq(r.next_round, 0);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(round_opens_with_a_new_budget)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_failed(&b);
	r.deaths = 2;
	r.claim_ms = 7;
	add_round(&b, 2);
	fold(&r, &b);
	ck_assert_uint_eq(r.deaths, 0);
	ck_assert_int_eq(r.claim_ms, 0);
	block_release(&b);
	record_release(&r);
}
END_TEST

TCase *
record_round_tests(void)
{
	TCase *t = tcase_create("record_round");

	tcase_add_test(t, plan_alone_changes_nothing);
	tcase_add_test(t, round_keeps_what_succeeded);
	tcase_add_test(t, round_follows_its_plan);
	tcase_add_test(t, last_plan_counts_and_only_for_its_round);
	tcase_add_test(t, round_opens_with_a_new_budget);
	return t;
}
