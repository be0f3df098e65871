/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "parsing.h"
#include "store/spec.h"
#include "suites.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The files of tests/data that match pattern; the caller calls globfree. */

static long
peak_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

START_TEST(very_deep_nesting_costs_little)
{
	static const char *const units[] = {"[", "{a: ", "- ", "? ", "[{a: "};
	long before = peak_kib();

	for (size_t i = 0; i < COUNT_OF(units); i++) {
		autobuf struct buf text = BUF_INIT;
		struct job job = JOB_INIT;
		struct err e;

		for (size_t n = 0; n < 100000; n++)
			buf_puts(&text, units[i]);
		ck_assert_int_eq(
			spec_parse(text.data, text.len, "f", &job, NULL, &e),
			-1);
		ck_assert_msg(strstr(e.text, "nested deeper than 16 levels") ||
				      strstr(e.text, "a key must be text"),
			      "%s", e.text);
	}
	ck_assert_int_lt(peak_kib() - before, 64 * 1024);
}
END_TEST

START_TEST(sixteen_levels_are_read)
{
	static const char deeper[] =
		"run: x\nconfig: [[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]\n";
	struct job job = JOB_INIT;

	parse_good("run: x\nconfig: [[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]\n", &job);
	job_release(&job);
	parse_bad(deeper, strlen(deeper),
		  "f.yaml:2:24: nested deeper than 16 levels");
}
END_TEST

START_TEST(a_script_may_fill_the_whole_size)
{
	autobuf struct buf text = BUF_INIT;
	struct job job = JOB_INIT;

	buf_puts(&text, "run: |\n");
	while (text.len + 64 <= SPEC_SIZE_MAX)
		buf_puts(&text, "  : one of very many lines of a script, "
				"63 bytes each ......\n");
	parse_good(text.data, &job);
	ck_assert_uint_gt(strlen(job.tasks[0].run), SPEC_SIZE_MAX * 9 / 10);
	job_release(&job);

	while (text.len <= SPEC_SIZE_MAX)
		buf_putc(&text, '\n');
	parse_bad(text.data, text.len, "f.yaml:1:1: larger than 8388608 bytes");
}
END_TEST

START_TEST(too_many_values_are_refused)
{
	autobuf struct buf text = BUF_INIT;

	buf_puts(&text, "config: [a");
	for (size_t i = 0; i < 1000001; i++)
		buf_puts(&text, ",a");
	parse_bad(text.data, text.len, "f.yaml:1:2000");
}
END_TEST

START_TEST(many_keys_are_checked_for_duplicates_quickly)
{
	autobuf struct buf text = BUF_INIT;

	buf_puts(&text, "run: x\nenvs:\n");
	for (size_t i = 0; i < 100000; i++)
		buf_printf(&text, "  A%zu: x\n", i);
	buf_puts(&text, "  A77: y\n");
	parse_bad(
		text.data, text.len,
		"f.yaml:100003:3: key 'A77' is here twice (first on line 80)");
}
END_TEST

static void
many_tasks(struct buf *text, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buf_printf(text, "---\nname: t%zu\nrun: x\n", i);
}

START_TEST(ten_thousand_tasks_are_read_and_no_more)
{
	autobuf struct buf text = BUF_INIT;
	struct job job = JOB_INIT;

	many_tasks(&text, SPEC_TASKS_MAX - 1);
	buf_puts(&text, "---\nname: last\nrun: x\ndepends_on: [");
	for (size_t i = 0; i < SPEC_TASKS_MAX - 1; i++)
		buf_printf(&text, "%st%zu", i ? ", " : "", i);
	buf_puts(&text, "]\n");
	parse_good(text.data, &job);
	ck_assert_uint_eq(job.task_count, SPEC_TASKS_MAX);
	ck_assert_uint_eq(job.tasks[SPEC_TASKS_MAX - 1].dep_count,
			  SPEC_TASKS_MAX - 1);
	job_release(&job);

	buf_clear(&text);
	buf_puts(&text, "name: header\n");
	many_tasks(&text, SPEC_TASKS_MAX + 1);
	parse_bad(text.data, text.len, "f.yaml:30003:1: more than 10000 tasks");
}
END_TEST

START_TEST(a_long_cycle_is_cut_but_says_what_to_do)
{
	autobuf struct buf text = BUF_INIT;
	struct job job = JOB_INIT;
	struct err e;

	for (size_t i = 0; i < 1000; i++)
		buf_printf(&text, "---\nname: t%zu\nrun: x\ndepends_on: t%zu\n",
			   i, (i + 1) % 1000);
	ck_assert_int_eq(spec_parse(text.data, text.len, "f", &job, NULL, &e),
			 -1);
	ck_assert_ptr_nonnull(strstr(e.text, "f:4:1: "));
	ck_assert_ptr_nonnull(strstr(e.text, "circle: t0 -> t1 -> t2 -> "));
	ck_assert_ptr_nonnull(strstr(e.text, "...; remove one of these"));
}
END_TEST

START_TEST(a_command_keeps_its_words)
{
	char sh[] = "/usr/bin/env", word[] = "a  'b\n", none[] = "";
	char *const argv[] = {sh, word, none};
	struct job job = JOB_INIT;

	spec_command(argv, COUNT_OF(argv), &job);

	ck_assert_str_eq(job.name, "env");
	ck_assert_uint_eq(job.task_count, 1);
	ck_assert_str_eq(job.tasks[0].name, "env");
	ck_assert_str_eq(job.tasks[0].places[0], DEFAULT_POOL);
	ck_assert_str_eq(job.tasks[0].argv[1], word);
	ck_assert_str_eq(job.tasks[0].argv[2], "");
	ck_assert_ptr_null(job.tasks[0].argv[3]);
	ck_assert_ptr_null(job.tasks[0].run);
	ck_assert_uint_eq(job.order[0], 0);
	job_release(&job);
}
END_TEST

START_TEST(a_command_with_a_long_name_gets_a_task_name)
{
	char long_name[101];
	char *const argv[] = {long_name};
	struct job job = JOB_INIT;

	memset(long_name, 'x', 100);
	long_name[100] = '\0';
	spec_command(argv, 1, &job);

	ck_assert_uint_eq(strlen(job.tasks[0].name), TASK_NAME_MAX);
	ck_assert_str_eq(job.name, job.tasks[0].name);
	job_release(&job);
}
END_TEST

START_TEST(any_text_gives_a_name)
{
	static const struct {
		const char *text, *name;
	} cases[] = {
		{"train.py", "train.py"},
		{"my job", "my-job"},
		{".hidden", "hidden"},
		{"--x", "x"},
		{"-.-", "job"},
		{"", "job"},
		{"/", "job"},
		{"a/b", "a-b"},
		{"caf\xc3\xa9", "caf--"},
		{"[", "job"},
		{"A_b-9.", "A_b-9."},
	};
	char name[JOB_NAME_MAX + 1], text[201];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		spec_name_from(cases[i].text, name);
		ck_assert_str_eq(name, cases[i].name);
	}
	memset(text, 'y', 200);
	text[200] = '\0';
	spec_name_from(text, name);
	ck_assert_uint_eq(strlen(name), JOB_NAME_MAX);
}
END_TEST

TCase *
spec_limits_tests(void)
{
	TCase *tc = tcase_create("spec: limits");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, very_deep_nesting_costs_little);
	tcase_add_test(tc, sixteen_levels_are_read);
	tcase_add_test(tc, a_script_may_fill_the_whole_size);
	tcase_add_test(tc, too_many_values_are_refused);
	tcase_add_test(tc, many_keys_are_checked_for_duplicates_quickly);
	tcase_add_test(tc, ten_thousand_tasks_are_read_and_no_more);
	tcase_add_test(tc, a_long_cycle_is_cut_but_says_what_to_do);
	tcase_add_test(tc, a_command_keeps_its_words);
	tcase_add_test(tc, a_command_with_a_long_name_gets_a_task_name);
	tcase_add_test(tc, any_text_gives_a_name);
	return tc;
}
