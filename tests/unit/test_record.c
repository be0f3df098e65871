/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/record.h"
#include "recording.h"
#include "suites.h"

START_TEST(block_looks_as_documented)
{
	struct block b = BLOCK_INIT;

	block_begin(&b, "task", "train");
	block_text(&b, "status", "RUNNING");
	block_int(&b, "attempt", 2);
	block_time(&b, "at", SUBMIT_MS);
	block_end(&b);

	ck_assert_str_eq(buf_text(&b.text), "\n[task train]\n"
					    "status = RUNNING\n"
					    "attempt = 2\n"
					    "at = 2026-11-30T08:45:22.123Z\n"
					    "end = bacd8a2a\n");
	block_release(&b);
	block_release(&b);
}
END_TEST

START_TEST(first_block_tells_of_the_submit)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	fold(&r, &b);

	ck_assert(r.submitted);
	ck_assert_str_eq(r.name, "train");
	ck_assert_str_eq(r.user, "ada");
	ck_assert_int_eq(r.priority, -5);
	ck_assert_int_eq(r.submitted_ms, SUBMIT_MS);
	ck_assert_uint_eq(r.task_total, 2);
	ck_assert_str_eq(r.root, "prep");
	ck_assert_str_eq(r.pool, "local");
	ck_assert_str_eq(r.shard, "1005.1/0");
	ck_assert_str_eq(r.only_pool, "");
	ck_assert_uint_eq(r.round, 1);
	ck_assert_uint_eq(r.blocks, 1);
	ck_assert_uint_eq(r.bad_blocks, 0);
	ck_assert(!r.final);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(options_of_the_submit_are_kept)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	block_begin(&b, "job", NULL);
	block_text(&b, "only_pool", "gpu");
	block_int(&b, "timeout_ms", 90000);
	block_int(&b, "rank", 3);
	block_int(&b, "num_jobs", 10);
	block_end(&b);
	fold(&r, &b);

	ck_assert_str_eq(r.only_pool, "gpu");
	ck_assert_int_eq(r.timeout_ms, 90000);
	ck_assert_uint_eq(r.rank, 3);
	ck_assert_uint_eq(r.num_jobs, 10);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(claim_has_its_own_time)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	block_begin(&b, "job", NULL);
	block_int(&b, "claim", 2);
	block_int(&b, "pid", 4711);
	block_int(&b, "deaths", 1);
	block_time(&b, "at", SUBMIT_MS + 5);
	block_end(&b);
	fold(&r, &b);

	ck_assert_uint_eq(r.claim, 2);
	ck_assert_int_eq(r.pid, 4711);
	ck_assert_uint_eq(r.deaths, 1);
	ck_assert_int_eq(r.claim_ms, SUBMIT_MS + 5);
	ck_assert_int_eq(r.submitted_ms, SUBMIT_MS);
	ck_assert_int_eq(r.ended_ms, 0);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(new_claim_forgets_the_outside_stop)
{
	struct record r = RECORD_INIT;
	struct block stop = BLOCK_INIT, claim = BLOCK_INIT;

	block_begin(&stop, "job", NULL);
	block_int(&stop, "outside_stop", 1);
	block_end(&stop);
	fold(&r, &stop);
	ck_assert(r.outside_stop);

	block_begin(&claim, "job", NULL);
	block_int(&claim, "claim", 2);
	block_end(&claim);
	fold(&r, &claim);
	ck_assert(!r.outside_stop);
	block_release(&stop);
	block_release(&claim);
	record_release(&r);
}
END_TEST

START_TEST(final_status_ends_the_job)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	block_begin(&b, "job", NULL);
	block_text(&b, "status", "FAILED");
	block_text(&b, "reason", "task prep exited with 3");
	block_time(&b, "at", SUBMIT_MS + 9);
	block_end(&b);
	fold(&r, &b);

	ck_assert(r.final);
	ck_assert_int_eq(r.status, STATUS_FAILED);
	ck_assert_str_eq(r.reason, "task prep exited with 3");
	ck_assert_int_eq(r.ended_ms, SUBMIT_MS + 9);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(status_after_final_is_ignored_with_its_block)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	add_status(&b, "prep", "SUCCEEDED", SUBMIT_MS + 1);
	add_status(&b, NULL, "SUCCEEDED", SUBMIT_MS + 2);
	block_begin(&b, "task", "prep");
	block_text(&b, "status", "RUNNING");
	block_int(&b, "attempt", 9);
	block_time(&b, "at", SUBMIT_MS + 3);
	block_end(&b);
	block_begin(&b, "job", NULL);
	block_text(&b, "reason", "late");
	block_text(&b, "status", "FAILED_CONTROLLER");
	block_time(&b, "at", SUBMIT_MS + 4);
	block_end(&b);
	fold(&r, &b);

	ck_assert_int_eq(status_in(&r, "prep"), STATUS_SUCCEEDED);
	ck_assert_int_eq(record_task(&r, "prep")->at_ms, SUBMIT_MS + 1);
	ck_assert_uint_eq(record_task(&r, "prep")->attempt, 0);
	ck_assert_int_eq(r.status, STATUS_SUCCEEDED);
	ck_assert_int_eq(r.ended_ms, SUBMIT_MS + 2);
	ck_assert_str_eq(r.reason, "");
	ck_assert_uint_eq(r.blocks, 5);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(higher_round_opens_the_job_again)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	add_status(&b, NULL, "FAILED", SUBMIT_MS + 1);
	add_round(&b, 2);
	fold(&r, &b);

	ck_assert_uint_eq(r.round, 2);
	ck_assert(!r.final);
	ck_assert_int_eq(r.ended_ms, 0);
	ck_assert_int_eq(r.submitted_ms, SUBMIT_MS);

	buf_clear(&b.text);
	add_status(&b, NULL, "SUCCEEDED", SUBMIT_MS + 2);
	add_round(&b, 2);
	add_round(&b, 1);
	fold(&r, &b);
	ck_assert(r.final);
	ck_assert_int_eq(r.status, STATUS_SUCCEEDED);
	ck_assert_uint_eq(r.round, 2);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(tasks_are_reopened_by_their_own_new_status)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	add_status(&b, "done", "SUCCEEDED", 1);
	add_status(&b, "bad", "FAILED", 2);
	add_round(&b, 2);
	add_status(&b, "bad", "PENDING", 3);
	fold(&r, &b);
	ck_assert_int_eq(status_in(&r, "done"), STATUS_SUCCEEDED);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_PENDING);

	buf_clear(&b.text);
	add_status(&b, "bad", "CANCELLED", 4);
	add_status(&b, "bad", "RUNNING", 5);
	fold(&r, &b);
	ck_assert_int_eq(status_in(&r, "bad"), STATUS_CANCELLED);
	ck_assert_int_eq(record_task(&r, "bad")->at_ms, 4);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(task_blocks_add_up)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const struct task_record *t;

	block_begin(&b, "task", "train");
	block_text(&b, "status", "STARTING");
	block_int(&b, "attempt", 1);
	block_time(&b, "at", 1000);
	block_end(&b);
	block_begin(&b, "task", "train");
	block_text(&b, "status", "RECOVERING");
	block_int(&b, "recoveries", 1);
	block_text(&b, "reason", "the machine was restarted");
	block_time(&b, "at", 2000);
	block_end(&b);
	fold(&r, &b);

	t = record_task(&r, "train");
	ck_assert_int_eq(t->status, STATUS_RECOVERING);
	ck_assert_uint_eq(t->attempt, 1);
	ck_assert_uint_eq(t->recoveries, 1);
	ck_assert_int_eq(t->at_ms, 2000);
	ck_assert_str_eq(t->reason, "the machine was restarted");
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(run_keeps_all_it_is_told)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const struct run *run;

	add_whole_run(&b);
	fold(&r, &b);

	run = record_run(record_task(&r, "train"), 2);
	ck_assert_str_eq(run->step, "run");
	ck_assert_int_eq(run->pid, 4711);
	ck_assert_uint_eq(run->start, 123456789012);
	ck_assert_str_eq(run->boot, "0b6a1f3e-3e4d-4b8e-9a62-0d3e6f1c2b4a");
	ck_assert_uint_eq(run->pipe, 98765);
	ck_assert_int_eq(run->started_ms, 1000);
	ck_assert_int_eq(run->running_ms, 2000);
	ck_assert_int_eq(run->since_ms, 555);
	ck_assert_int_eq(run->ended_ms, 3000);
	ck_assert_str_eq(run->cause, "signal");
	ck_assert_int_eq(run->exit_code, -1);
	ck_assert_int_eq(run->signal, 11);
	ck_assert(run->core);
	ck_assert_str_eq(run->error, "x");
	ck_assert_int_eq(run->wall_ms, 2000);
	ck_assert_int_eq(run->cpu_ms, 1500);
	ck_assert_int_eq(run->rss_kib, 2048);
	ck_assert(run->outside_stop);
	block_release(&b);
	record_release(&r);
}
END_TEST

static void
add_run_exit(struct block *b, unsigned attempt, int exit_code)
{
	block_begin(b, "run", "t");
	block_int(b, "attempt", attempt);
	block_int(b, "exit", exit_code);
	block_end(b);
}

START_TEST(runs_are_kept_by_attempt)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	const struct task_record *t;

	add_run_exit(&b, 3, 30);
	add_run_exit(&b, 1, 10);
	add_run_exit(&b, 0, 99);
	add_run_exit(&b, 2, 20);
	for (unsigned i = 4; i < 30; i++)
		add_run_exit(&b, i, 0);
	add_run_exit(&b, 1, 11);
	fold(&r, &b);

	t = record_task(&r, "t");
	ck_assert_uint_eq(t->run_count, 29);
	for (unsigned i = 0; i < 29; i++)
		ck_assert_uint_eq(t->runs[i].attempt, i + 1);
	ck_assert_int_eq(record_run(t, 1)->exit_code, 11);
	ck_assert_int_eq(record_run(t, 2)->exit_code, 20);
	ck_assert_int_eq(record_run(t, 3)->wall_ms, -1);
	ck_assert_ptr_null(record_run(t, 30));
	ck_assert_int_eq(t->status, STATUS_PENDING);
	block_release(&b);
	record_release(&r);
}
END_TEST

/* What a reason written as value reads as; every line must stay short. */
START_TEST(nothing_folds_to_nothing)
{
	struct record r = RECORD_INIT;

	ck_assert_uint_eq(record_fold(&r, "", 0), 0);
	ck_assert_uint_eq(record_fold(&r, "\n\n", 2), 2);
	ck_assert_uint_eq(record_fold(&r, "[", 1), 0);
	ck_assert_uint_eq(r.blocks, 0);
	ck_assert_uint_eq(r.bad_blocks, 0);
	ck_assert_uint_eq(r.task_count, 0);
	ck_assert_ptr_null(record_task(&r, "x"));
	record_release(&r);
}
END_TEST

START_TEST(unknown_sections_and_keys_are_passed_over)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	block_begin(&b, "weather", NULL);
	block_text(&b, "name", "sun");
	block_end(&b);
	block_begin(&b, "task", NULL);
	block_text(&b, "status", "RUNNING");
	block_end(&b);
	block_begin(&b, "task", "../x");
	block_text(&b, "status", "RUNNING");
	block_end(&b);
	block_begin(&b, "job", NULL);
	for (int i = 0; i < 100; i++)
		block_int(&b, "colour", i);
	block_end(&b);
	block_begin(&b, "job", NULL);
	block_end(&b);
	fold(&r, &b);

	ck_assert_str_eq(r.name, "train");
	ck_assert_uint_eq(r.task_count, 0);
	ck_assert_uint_eq(r.blocks, 6);
	ck_assert_uint_eq(r.bad_blocks, 0);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(values_that_do_not_read_change_nothing)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	add_whole_run(&b);
	block_begin(&b, "job", NULL);
	block_text(&b, "priority", "high");
	block_text(&b, "tasks", "-1");
	block_text(&b, "pid", "-1");
	block_text(&b, "round", "x");
	block_text(&b, "claim", "99999999999999");
	block_text(&b, "status", "WONDERFUL");
	block_text(&b, "at", "yesterday");
	block_text(&b, "outside_stop", "2");
	block_end(&b);
	block_begin(&b, "run", "train");
	block_int(&b, "attempt", 2);
	block_text(&b, "started", "now");
	block_text(&b, "exit", "");
	block_text(&b, "start", "-5");
	block_end(&b);
	fold(&r, &b);

	ck_assert_int_eq(r.priority, -5);
	ck_assert_uint_eq(r.task_total, 2);
	ck_assert_int_eq(r.pid, 0);
	ck_assert_uint_eq(r.round, 1);
	ck_assert_uint_eq(r.claim, 0);
	ck_assert_int_eq(r.claim_ms, 0);
	ck_assert(!r.final);
	ck_assert(!r.outside_stop);
	ck_assert_int_eq(r.tasks[0].runs[0].started_ms, 1000);
	ck_assert_int_eq(r.tasks[0].runs[0].exit_code, -1);
	ck_assert_uint_eq(r.tasks[0].runs[0].start, 123456789012);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(thousands_of_tasks_are_found)
{
	enum { COUNT = 3000 };
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	char name[16];

	for (int round = 0; round < 2; round++)
		for (int i = 0; i < COUNT; i++) {
			buf_clear(&b.text);
			snprintf(name, sizeof(name), "t%d", i * 7 % COUNT);
			add_status(&b, name, round ? "FAILED" : "RUNNING", i);
			fold(&r, &b);
		}
	ck_assert_uint_eq(r.task_count, COUNT);
	for (int i = 0; i < COUNT; i++) {
		snprintf(name, sizeof(name), "t%d", i * 7 % COUNT);
		ck_assert_int_eq(status_in(&r, name), STATUS_FAILED);
		ck_assert_str_eq(record_task(&r, name)->name, name);
		ck_assert_int_eq(record_task(&r, name)->at_ms, i);
	}
	ck_assert_ptr_null(record_task(&r, "t3000"));
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(added_task_is_pending_and_added_once)
{
	struct record r = RECORD_INIT;
	const struct task_record *t = record_task_add(&r, "t");

	ck_assert_str_eq(t->name, "t");
	ck_assert_int_eq(t->status, STATUS_PENDING);
	ck_assert_ptr_eq(record_task_add(&r, "t"), t);
	ck_assert_ptr_eq(record_task(&r, "t"), t);
	ck_assert_ptr_null(record_run(t, 1));

	record_release(&r);
	record_release(&r);
	ck_assert_uint_eq(r.round, 1);
	ck_assert_ptr_null(record_task(&r, "t"));
}
END_TEST

TCase *
record_tests(void)
{
	TCase *t = tcase_create("record");

	tcase_add_test(t, block_looks_as_documented);
	tcase_add_test(t, first_block_tells_of_the_submit);
	tcase_add_test(t, options_of_the_submit_are_kept);
	tcase_add_test(t, claim_has_its_own_time);
	tcase_add_test(t, new_claim_forgets_the_outside_stop);
	tcase_add_test(t, final_status_ends_the_job);
	tcase_add_test(t, status_after_final_is_ignored_with_its_block);
	tcase_add_test(t, higher_round_opens_the_job_again);
	tcase_add_test(t, tasks_are_reopened_by_their_own_new_status);
	tcase_add_test(t, task_blocks_add_up);
	tcase_add_test(t, run_keeps_all_it_is_told);
	tcase_add_test(t, runs_are_kept_by_attempt);
	tcase_add_test(t, nothing_folds_to_nothing);
	tcase_add_test(t, unknown_sections_and_keys_are_passed_over);
	tcase_add_test(t, values_that_do_not_read_change_nothing);
	tcase_add_test(t, thousands_of_tasks_are_found);
	tcase_add_test(t, added_task_is_pending_and_added_once);
	return t;
}
