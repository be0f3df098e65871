/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/state.h"
#include "suites.h"

/*
 * Every cell by hand: a row per status in the order of enum status, a word per
 * event in the order of enum event, "." for a move that must be refused.
 */
static const char *const moves[STATUS_COUNT][EVENT_COUNT] = {
	/* clang-format off */
	/* PENDING */
	{"STARTING", ".", ".", ".", ".", ".", ".", "CANCELLING", "CANCELLED",
	 "SKIPPED", "FAILED_PRECHECKS", "FAILED_NO_RESOURCE",
	 "FAILED_CONTROLLER"},
	/* STARTING */
	{".", "RUNNING", "PENDING", "RECOVERING", ".", "FAILED",
	 "FAILED_SETUP", "CANCELLING", ".", ".", "FAILED_PRECHECKS",
	 "FAILED_NO_RESOURCE", "FAILED_CONTROLLER"},
	/* RUNNING */
	{".", ".", ".", "RECOVERING", "SUCCEEDED", "FAILED", "FAILED_SETUP",
	 "CANCELLING", ".", ".", ".", ".", "FAILED_CONTROLLER"},
	/* RECOVERING */
	{"STARTING", ".", ".", ".", ".", "FAILED", ".", "CANCELLING",
	 "CANCELLED", ".", "FAILED_PRECHECKS", "FAILED_NO_RESOURCE",
	 "FAILED_CONTROLLER"},
	/* CANCELLING */
	{".", ".", ".", ".", "SUCCEEDED", "FAILED", "FAILED_SETUP", ".",
	 "CANCELLED", ".", ".", ".", "FAILED_CONTROLLER"},
	/* SUCCEEDED */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* FAILED */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* FAILED_SETUP */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* FAILED_PRECHECKS */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* FAILED_NO_RESOURCE */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* FAILED_CONTROLLER */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* CANCELLED */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* SKIPPED */
	{".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
	/* clang-format on */
};

START_TEST(every_cell_of_the_table_is_right)
{
	for (int s = 0; s < STATUS_COUNT; s++)
		for (int e = 0; e < EVENT_COUNT; e++) {
			enum status to = STATUS_COUNT;
			int rc = state_next((enum status)s, (enum event)e, &to);
			const char *got = rc < 0 ? "." : status_name(to);

			ck_assert_msg(!strcmp(got, moves[s][e]),
				      "%s %s: %s, not %s",
				      status_name((enum status)s),
				      event_name((enum event)e), got,
				      moves[s][e]);
		}
}
END_TEST

START_TEST(refused_move_leaves_the_status)
{
	enum status to = STATUS_RUNNING;

	ck_assert_int_eq(state_next(STATUS_FAILED, EVENT_OK, &to), -1);
	ck_assert_int_eq(to, STATUS_RUNNING);
}
END_TEST

START_TEST(exactly_the_statuses_without_moves_are_final)
{
	for (int s = 0; s < STATUS_COUNT; s++) {
		bool moves_on = false;

		for (int e = 0; e < EVENT_COUNT; e++)
			moves_on |= moves[s][e][0] != '.';
		ck_assert_int_eq(status_final((enum status)s), !moves_on);
	}
}
END_TEST

START_TEST(failed_is_what_is_named_so)
{
	for (int s = 0; s < STATUS_COUNT; s++)
		ck_assert_int_eq(
			status_failed((enum status)s),
			!strncmp(status_name((enum status)s), "FAILED", 6));
}
END_TEST

START_TEST(status_names_read_back)
{
	for (int s = 0; s < STATUS_COUNT; s++) {
		enum status back = STATUS_COUNT;

		ck_assert_int_eq(
			status_parse(status_name((enum status)s), &back), 0);
		ck_assert_int_eq(back, s);
	}
}
END_TEST

START_TEST(other_words_are_no_status)
{
	enum status s = STATUS_RUNNING;

	ck_assert_int_eq(status_parse("", &s), -1);
	ck_assert_int_eq(status_parse("running", &s), -1);
	ck_assert_int_eq(status_parse("RUNNING ", &s), -1);
	ck_assert_int_eq(status_parse("FAILED_", &s), -1);
	ck_assert_int_eq(s, STATUS_RUNNING);
}
END_TEST

START_TEST(events_have_different_names)
{
	for (int a = 0; a < EVENT_COUNT; a++)
		for (int b = 0; b < a; b++)
			ck_assert_str_ne(event_name((enum event)a),
					 event_name((enum event)b));
	ck_assert_str_eq(event_name(EVENT_SETUP_BAD), "setup-bad");
}
END_TEST

TCase *
state_tests(void)
{
	TCase *tests = tcase_create("state");

	tcase_add_test(tests, every_cell_of_the_table_is_right);
	tcase_add_test(tests, refused_move_leaves_the_status);
	tcase_add_test(tests, exactly_the_statuses_without_moves_are_final);
	tcase_add_test(tests, failed_is_what_is_named_so);
	tcase_add_test(tests, status_names_read_back);
	tcase_add_test(tests, other_words_are_no_status);
	tcase_add_test(tests, events_have_different_names);
	return tests;
}
