/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/job.h"
#include "suites.h"

#define TASKS_MAX 4

/*
 * The status of a job whose tasks are the words of text; a word that ends in
 * ? is a task that may fail.
 */
static const char *
status_of(const char *text, bool cancelled)
{
	struct job job = JOB_INIT;
	enum status tasks[TASKS_MAX], got;
	autofree char *words = mem_copy(text);
	char *rest = words;

	for (char *word = strsep(&rest, " "); word; word = strsep(&rest, " ")) {
		struct task *task = job_add_task(&job, "t");
		size_t len = strlen(word);

		if (word[len - 1] == '?') {
			task->allow_failure = true;
			word[len - 1] = '\0';
		}
		ck_assert_int_eq(
			status_parse(word, &tasks[job.task_count - 1]), 0);
	}
	got = job_status(&job, tasks, cancelled);
	job_release(&job);
	return status_name(got);
}

START_TEST(unfinished_jobs_show_the_weightiest_task)
{
	static const char *const cases[][2] = {
		{"PENDING PENDING", "PENDING"},
		{"PENDING STARTING", "STARTING"},
		{"STARTING RUNNING PENDING", "RUNNING"},
		{"RUNNING RECOVERING STARTING", "RECOVERING"},
		{"RECOVERING CANCELLING RUNNING", "CANCELLING"},
		{"FAILED RUNNING", "RUNNING"},
		{"FAILED STARTING", "STARTING"},
		{"CANCELLED RECOVERING", "RECOVERING"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_str_eq(status_of(cases[i][0], false), cases[i][1]);
}
END_TEST

START_TEST(pending_after_final_ones_is_running)
{
	ck_assert_str_eq(status_of("SUCCEEDED PENDING", false), "RUNNING");
	ck_assert_str_eq(status_of("PENDING SKIPPED", false), "RUNNING");
	ck_assert_str_eq(status_of("FAILED? PENDING", false), "RUNNING");
}
END_TEST

START_TEST(success_needs_every_task_to_be_fine)
{
	ck_assert_str_eq(status_of("SUCCEEDED SUCCEEDED", false), "SUCCEEDED");
	ck_assert_str_eq(status_of("SUCCEEDED FAILED?", false), "SUCCEEDED");
	ck_assert_str_eq(status_of("FAILED_SETUP? FAILED_NO_RESOURCE?", false),
			 "SUCCEEDED");
	ck_assert_str_eq(status_of("SUCCEEDED SKIPPED", false), "SKIPPED");
	ck_assert_str_eq(status_of("SUCCEEDED CANCELLED?", false),
			 "CANCELLED");
}
END_TEST

START_TEST(first_failed_task_gives_its_status)
{
	ck_assert_str_eq(status_of("SUCCEEDED FAILED_SETUP FAILED", false),
			 "FAILED_SETUP");
	ck_assert_str_eq(status_of("SKIPPED FAILED_CONTROLLER", false),
			 "FAILED_CONTROLLER");
	ck_assert_str_eq(status_of("CANCELLED FAILED", false), "FAILED");
	ck_assert_str_eq(status_of("FAILED? FAILED_PRECHECKS", false),
			 "FAILED_PRECHECKS");
	ck_assert_str_eq(status_of("FAILED? CANCELLED", false), "CANCELLED");
}
END_TEST

START_TEST(cancelled_job_is_cancelled_if_a_task_was)
{
	ck_assert_str_eq(status_of("FAILED CANCELLED", true), "CANCELLED");
	ck_assert_str_eq(status_of("CANCELLED CANCELLED", true), "CANCELLED");
	ck_assert_str_eq(status_of("SUCCEEDED SUCCEEDED", true), "SUCCEEDED");
	ck_assert_str_eq(status_of("FAILED SKIPPED", true), "FAILED");
	ck_assert_str_eq(status_of("CANCELLING CANCELLED", true),
			 "CANCELLING");
}
END_TEST

START_TEST(words_read_back)
{
	enum on_failure policy;
	enum execution execution;

	for (int i = 0; i < ON_FAILURE_COUNT; i++) {
		const char *name = on_failure_name((enum on_failure)i);

		ck_assert_int_eq(on_failure_parse(name, &policy), 0);
		ck_assert_int_eq(policy, i);
	}
	for (int i = 0; i < EXECUTION_COUNT; i++) {
		const char *name = execution_name((enum execution)i);

		ck_assert_int_eq(execution_parse(name, &execution), 0);
		ck_assert_int_eq(execution, i);
	}
	ck_assert_int_eq(on_failure_parse("Graceful", &policy), -1);
	ck_assert_int_eq(execution_parse("", &execution), -1);
}
END_TEST

START_TEST(tasks_are_added_and_found)
{
	struct job job = JOB_INIT;

	for (int i = 0; i < 100; i++) {
		char name[16];
		struct task *task;

		snprintf(name, sizeof(name), "t%d", i);
		task = job_add_task(&job, name);
		ck_assert_str_eq(task->name, name);
		ck_assert_str_eq(task->places[0], DEFAULT_POOL);
		ck_assert_ptr_null(task->run);
		ck_assert_uint_eq(task->dep_count, 0);
	}
	ck_assert_uint_eq(job.task_count, 100);
	ck_assert_int_eq(job_find(&job, "t0"), 0);
	ck_assert_int_eq(job_find(&job, "t99"), 99);
	ck_assert_int_eq(job_find(&job, "t100"), -1);
	job_release(&job);
}
END_TEST

START_TEST(dependencies_are_kept_once_in_order)
{
	struct job job = JOB_INIT;

	for (int i = 0; i < 40; i++)
		job_add_task(&job, "t");
	for (size_t i = 1; i < 40; i++) {
		job_add_dep(&job, 0, 40 - i);
		job_add_dep(&job, 0, 40 - i);
		job_add_dep(&job, 0, 39);
	}

	ck_assert_uint_eq(job.tasks[0].dep_count, 39);
	for (size_t i = 0; i < 39; i++)
		ck_assert_uint_eq(job.tasks[0].deps[i], 39 - i);
	job_release(&job);
}
END_TEST

static struct env_var *
one_var(const char *name, const char *value)
{
	struct env_var *var = mem_new(1, sizeof(*var));

	var->name = mem_copy(name);
	var->value = mem_copy(value);
	return var;
}

START_TEST(release_frees_all_and_works_twice)
{
	struct job job = JOB_INIT;
	struct task *task = job_add_task(&job, "t");

	job.name = mem_copy("job");
	job.order = mem_new(1, sizeof(*job.order));
	task->run = mem_copy("true");
	task->setup = mem_copy("true");
	task->workdir = mem_copy("/");
	task->argv = mem_new(2, sizeof(*task->argv));
	task->argv[0] = mem_copy("true");
	task->envs = one_var("A", "1");
	task->env_count = 1;
	task->secrets = one_var("B", NULL);
	task->secret_count = 1;
	job_add_dep(&job, 0, 0);

	job_release(&job);
	job_release(&job);

	ck_assert_uint_eq(job.task_count, 0);
	ck_assert_ptr_null(job.tasks);
}
END_TEST

TCase *
job_tests(void)
{
	TCase *tests = tcase_create("job");

	tcase_add_test(tests, unfinished_jobs_show_the_weightiest_task);
	tcase_add_test(tests, pending_after_final_ones_is_running);
	tcase_add_test(tests, success_needs_every_task_to_be_fine);
	tcase_add_test(tests, first_failed_task_gives_its_status);
	tcase_add_test(tests, cancelled_job_is_cancelled_if_a_task_was);
	tcase_add_test(tests, words_read_back);
	tcase_add_test(tests, tasks_are_added_and_found);
	tcase_add_test(tests, dependencies_are_kept_once_in_order);
	tcase_add_test(tests, release_frees_all_and_works_twice);
	return tests;
}
