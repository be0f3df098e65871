/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/script.h"
#include "suites.h"

static const char *
name_of(const char *task, unsigned attempt)
{
	static char name[SCRIPT_NAME_SIZE];

	script_name("0123456789ab", 4294967295u, task, attempt, name);
	return name;
}

START_TEST(names_are_of_what_all_systems_take)
{
	const char *bytes = "abcdefghijklmnopqrstuvwxyz0123456789-";
	const char *tasks[] = {"train", "Train", "a.b_c", "x",
			       "0123456789012345678901234567890123456789"};

	ck_assert_str_eq(name_of("train", 3),
			 "mj-0123456789ab-4294967295-train-3");
	for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
		const char *name = name_of(tasks[i], 4294967295u);

		ck_assert_uint_eq(strspn(name, bytes), strlen(name));
		ck_assert_uint_lt(strlen(name), SCRIPT_NAME_SIZE);
	}
}
END_TEST

START_TEST(tasks_that_differ_have_names_that_differ)
{
	const char *tasks[] = {"train",
			       "Train",
			       "TRAIN",
			       "a.b",
			       "a_b",
			       "a-b",
			       "0123456789012345678901234567890123456789",
			       "012345678901234567890123456789012345678x"};
	char names[8][SCRIPT_NAME_SIZE];

	for (int i = 0; i < 8; i++) {
		memcpy(names[i], name_of(tasks[i], 4294967295u),
		       sizeof(names[i]));
		for (int k = 0; k < i; k++)
			ck_assert_str_ne(names[i], names[k]);
	}
}
END_TEST

START_TEST(words_are_quoted_for_a_shell)
{
	struct buf out = BUF_INIT;

	script_quote(&out, "it's $HOME \"x\"\n");
	ck_assert_str_eq(buf_text(&out), "'it'\\''s $HOME \"x\"\n'");
	buf_release(&out);
}
END_TEST

START_TEST(only_names_of_a_shell_are_exported)
{
	char a[] = "A=it's", function[] = "BASH_FUNC_x%%=() { :; }";
	char own[] = "UID=3", none[] = "EMPTY=";
	char *env[] = {a, function, own, none, NULL};
	struct script s = {.name = "n", .tag = "t", .marks = "/m", .head = "",
			   .shell = "/bin/sh", .dir = "/", .env = env,
			   .run = "true"};
	struct buf out = BUF_INIT;

	script_text(&s, &out);
	ck_assert_ptr_nonnull(strstr(buf_text(&out), "export A='it'\\''s'\n"));
	ck_assert_ptr_nonnull(strstr(buf_text(&out), "export EMPTY=''\n"));
	ck_assert_ptr_null(strstr(buf_text(&out), "BASH_FUNC"));
	ck_assert_ptr_null(strstr(buf_text(&out), "export UID"));
	buf_release(&out);
}
END_TEST

START_TEST(ends_are_read_as_they_are_written)
{
	struct script_end e;

	ck_assert_int_eq(script_end_read("exit 3\n", &e), 0);
	ck_assert(e.exit_code == 3 && !e.signal && !e.in_setup && !e.fenced);
	ck_assert_int_eq(script_end_read("signal 9 setup", &e), 0);
	ck_assert(e.exit_code == -1 && e.signal == 9 && e.in_setup);
	ck_assert_int_eq(script_end_read("exit 0 told\n", &e), 0);
	ck_assert(e.exit_code == 0 && e.told && !e.in_setup);
	ck_assert_int_eq(script_end_read("signal 15 setup told", &e), 0);
	ck_assert(e.signal == 15 && e.told && e.in_setup);
	ck_assert_int_eq(script_end_read("fenced\n", &e), 0);
	ck_assert(e.fenced && e.exit_code == -1);
}
END_TEST

START_TEST(what_was_cut_is_no_end)
{
	const char *bad[] = {"",	  "exit",	   "exit x",
			     "exit 256",  "signal 0",	   "signal 128",
			     "exit 1 run", "exit 1 setup x", "fenced 1",
			     "exit 1 told setup", "exit 1 told told",
			     "exit 1 setup told x",
			     "0123456789012345678"};
	struct script_end e;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(script_end_read(bad[i], &e) == -1, "%s", bad[i]);
}
END_TEST

TCase *
script_tests(void)
{
	TCase *tests = tcase_create("script");

	tcase_add_test(tests, names_are_of_what_all_systems_take);
	tcase_add_test(tests, tasks_that_differ_have_names_that_differ);
	tcase_add_test(tests, words_are_quoted_for_a_shell);
	tcase_add_test(tests, only_names_of_a_shell_are_exported);
	tcase_add_test(tests, ends_are_read_as_they_are_written);
	tcase_add_test(tests, what_was_cut_is_no_end);
	return tests;
}
