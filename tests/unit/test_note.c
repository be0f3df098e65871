/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/note.h"

#include <string.h>

#include <check.h>

#include "os/file.h"
#include "storing.h"
#include "suites.h"

#define HEAD "1234\nstart = 5\nboot = b\n"

static void
read_text(const char *text, struct pass_note *note)
{
	struct storing s;
	struct err e = {.text = ""};

	storing_open(&s, NULL);
	file_unlink(s.home.fd, "scheduler.pid", NULL);
	ck_assert_int_eq(file_create(s.home.fd, "scheduler.pid", text,
				     strlen(text), false, &e),
			 0);
	note_read(&s.home, note);
	storing_close(&s);
}

START_TEST(a_note_names_the_pass_and_its_claimants)
{
	struct pass_note note;

	read_text(HEAD "claimant = 1235 77\nclaimant = 1236 78\n", &note);
	ck_assert(note.there);
	ck_assert_int_eq(note.pass.pid, 1234);
	ck_assert_uint_eq(note.claimant_count, 2);
	ck_assert_int_eq(note.claimants[1].pid, 1236);
	ck_assert_uint_eq(note.claimants[1].start, 78);
	ck_assert_str_eq(note.claimants[1].boot, "b");
}
END_TEST

START_TEST(a_note_never_means_init_or_a_group)
{
	struct pass_note note;

	read_text(HEAD "claimant = 1 77\nclaimant = 0 1\nclaimant = -5 1\n"
		       "claimant = x\nclaimant = 1235 77\n",
		  &note);
	ck_assert_uint_eq(note.claimant_count, 1);
	ck_assert_int_eq(note.claimants[0].pid, 1235);
}
END_TEST

START_TEST(a_pass_lives_from_its_note_until_it_takes_it_away)
{
	struct storing s;
	struct note note;

	storing_open(&s, NULL);
	ck_assert(!note_pass_lives(&s.home));
	note_begin(&note, &s.home);
	ck_assert(note_pass_lives(&s.home));
	note_end(&note);
	ck_assert(!note_pass_lives(&s.home));
	storing_close(&s);
}
END_TEST

START_TEST(a_pass_that_died_or_had_this_pid_before_does_not_live)
{
	struct storing s;
	struct note note;
	struct err e = {.text = ""};
	autobuf struct buf text = BUF_INIT;
	struct proc self;

	storing_open(&s, NULL);
	note_begin(&note, &s.home);
	proc_self(&self, s.home.boot);
	self.start++;
	proc_format(&self, &text);
	ck_assert_int_eq(file_put(note.fd, text.data, text.len, &e), 0);
	ck_assert(!note_pass_lives(&s.home));
	note_end(&note);
	storing_close(&s);
}
END_TEST

TCase *
note_tests(void)
{
	TCase *tests = tcase_create("note");

	tcase_add_test(tests, a_note_names_the_pass_and_its_claimants);
	tcase_add_test(tests, a_note_never_means_init_or_a_group);
	tcase_add_test(tests, a_pass_lives_from_its_note_until_it_takes_it_away);
	tcase_add_test(tests,
		       a_pass_that_died_or_had_this_pid_before_does_not_live);
	return tests;
}
