/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "model/slurm.h"
#include "suites.h"

static struct slurm_job job;

/* Read the one job of a line `1|STATE…`, whose name is the fourth field. */
static void
find(const char *lines)
{
	memset(&job, 0x55, sizeof(job));
	ck_assert_msg(slurm_find(lines, "mj-a-1-t-1", &job), "%s", lines);
}

static void
why_is(const char *text)
{
	char out[160];

	ck_assert_str_eq(slurm_why(&job, out, sizeof(out)), text);
}

START_TEST(a_job_is_found_by_its_whole_name)
{
	const char *lines = "1|RUNNING|0|mj-a-1-t-11|0|None|\n"
			    "2|RUNNING|0|x-mj-a-1-t-1|0|None|\n"
			    "3|RUNNING|0|x|0|mj-a-1-t-1|\n"
			    "mj-a-1-t-1|RUNNING|0|x|0|None|\n"
			    "4|PENDING|0|mj-a-1-t-1|0|Resources|\n";

	find(lines);
	ck_assert_str_eq(job.id, "4");
	ck_assert(!slurm_find(lines, "mj-a-1-t", &job));
	ck_assert(!slurm_find(lines, "", &job));
	ck_assert(!slurm_find("", "mj-a-1-t-1", &job));
	ck_assert(!slurm_find("mj-a-1-t-1", "mj-a-1-t-1", &job));
}
END_TEST

START_TEST(names_of_others_spoil_nothing)
{
	find("7|COMPLETED|0|a|b c\nd|0|None|\n|||\n"
	     "8|RUNNING|0|mj-a-1-t-1|0|None|");
	ck_assert_str_eq(job.id, "8");
	ck_assert_int_eq(job.phase, SLURM_RUNS);
}
END_TEST

START_TEST(of_two_jobs_of_a_name_the_live_one_counts)
{
	find("4|RUNNING|0|mj-a-1-t-1|0|None|\n"
	     "5|COMPLETED|0|mj-a-1-t-1|0|None|\n");
	ck_assert_str_eq(job.id, "4");
	find("4|FAILED|256|mj-a-1-t-1|0|NonZeroExitCode|\n"
	     "5|PENDING|0|mj-a-1-t-1|0|Priority|\n");
	ck_assert_str_eq(job.id, "5");
	find("4|FAILED|256|mj-a-1-t-1|0|NonZeroExitCode|\n"
	     "5|COMPLETED|0|mj-a-1-t-1|0|None|\n");
	ck_assert_str_eq(job.id, "5");
}
END_TEST

START_TEST(a_wait_has_a_reason)
{
	find("1|PENDING|0|mj-a-1-t-1|0|ReqNodeNotAvail, May be down|");
	ck_assert_int_eq(job.phase, SLURM_WAITS);
	why_is("ReqNodeNotAvail, May be down");
	find("1|PENDING|0|mj-a-1-t-1|0|None|");
	why_is("");
	find("1|CONFIGURING|0|mj-a-1-t-1|0|None|");
	ck_assert_int_eq(job.phase, SLURM_WAITS);
	why_is("its nodes are made ready");
}
END_TEST

START_TEST(an_end_has_a_code_or_a_signal)
{
	static const struct {
		const char *line;
		int code, signal;
	} ends[] = {
		{"1|COMPLETED|0|mj-a-1-t-1|0|None|", 0, 0},
		{"1|FAILED|1792|mj-a-1-t-1|0|NonZeroExitCode|", 7, 0},
		{"1|FAILED|35072|mj-a-1-t-1|0|NonZeroExitCode|", 137, 0},
		{"1|FAILED|11|mj-a-1-t-1|0|JobLaunchFailure|", -1, 11},
		{"1|FAILED|139|mj-a-1-t-1|0|JobLaunchFailure|", -1, 11},
		{"1|COMPLETED|0:0|mj-a-1-t-1", 0, 0},
		{"1|FAILED|7:0|mj-a-1-t-1", 7, 0},
		{"1|FAILED|0:9|mj-a-1-t-1\n2|x", -1, 9},
		{"1|FAILED||mj-a-1-t-1", -1, 0},
		{"1|FAILED|7:|mj-a-1-t-1", -1, 0},
		{"1|FAILED|-1|mj-a-1-t-1", -1, 0},
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		find(ends[i].line);
		ck_assert_int_eq(job.phase, SLURM_ENDED);
		ck_assert_int_eq(job.exit_code, ends[i].code);
		ck_assert_int_eq(job.signal, ends[i].signal);
	}
}
END_TEST

START_TEST(an_exit_code_is_none_unless_it_ended_by_itself)
{
	find("1|PREEMPTED|35072|mj-a-1-t-1|0|None|");
	ck_assert_int_eq(job.exit_code, -1);
	find("1|RUNNING|0|mj-a-1-t-1|0|None|");
	ck_assert_int_eq(job.exit_code, -1);
}
END_TEST

START_TEST(states_tell_whose_fault_it_was)
{
	static const struct {
		const char *state;
		enum slurm_phase phase;
		const char *why;
	} all[] = {
		{"PREEMPTED", SLURM_LOST, "preempted"},
		{"NODE_FAIL", SLURM_LOST, "a node failed"},
		{"BOOT_FAIL", SLURM_LOST, "a node did not boot"},
		{"REQUEUE_HOLD", SLURM_LOST, "requeued"},
		{"LAUNCH_FAILED", SLURM_LOST, "it could not be launched"},
		{"TIMEOUT", SLURM_TIMED_OUT,
		 "its time limit in Slurm was reached"},
		{"DEADLINE", SLURM_TIMED_OUT,
		 "its deadline in Slurm was reached"},
		{"OUT_OF_MEMORY", SLURM_NO_MEMORY, "out of memory"},
		{"CANCELLED", SLURM_CANCELLED, "cancelled in Slurm"},
		{"CANCELLED by 1000", SLURM_CANCELLED, "cancelled in Slurm"},
		{"SUSPENDED", SLURM_RUNS, ""},
		{"COMPLETING", SLURM_RUNS, ""},
		{"RUN", SLURM_UNKNOWN, "RUN"},
		{"", SLURM_UNKNOWN, ""},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		autobuf struct buf line = BUF_INIT;

		buf_printf(&line, "1|%s|0|mj-a-1-t-1|0|None|", all[i].state);
		find(buf_text(&line));
		ck_assert_int_eq(job.phase, all[i].phase);
		why_is(all[i].why);
	}
	find("1|NODE_FAIL|15|mj-a-1-t-1|0|NodeDown|");
	why_is("a node failed (NodeDown)");
}
END_TEST

START_TEST(a_job_that_was_requeued_is_lost_whatever_it_does_now)
{
	find("5|PENDING|0|mj-a-1-t-1|1|BeginTime|");
	ck_assert_int_eq(job.phase, SLURM_LOST);
	why_is("requeued (BeginTime)");
	find("5|COMPLETED|0|mj-a-1-t-1|1|None|");
	ck_assert_int_eq(job.phase, SLURM_LOST);
	ck_assert_int_eq(job.exit_code, 0);
	/* its processes may live */
	find("5|COMPLETING|0|mj-a-1-t-1|1|None|");
	ck_assert_int_eq(job.phase, SLURM_RUNS);
}
END_TEST

START_TEST(jobs_of_a_home_are_counted)
{
	struct slurm_load load =
		slurm_count("1|PENDING|0|mj-a-1-t-1|0|None|\n2|RUNNING|0|mj-a-"
			    "2-t-1|0|None|\n"
			    "3|COMPLETING|0|mj-a-3-t-1|0|None|\n4|COMPLETED|0|"
			    "mj-a-4-t-1|0||\n"
			    "5|PENDING|0|mj-ab-1-t-1|0|None|\n6|PENDING|0|xmj-"
			    "a-1-t-1|0|None|\n"
			    "7|PENDING|0|mj-a-1-t-1|2|BeginTime|\n",
			    "mj-a-");

	ck_assert_uint_eq(load.waits, 1);
	ck_assert_uint_eq(load.runs, 2);
	load = slurm_count("", "mj-a-");
	ck_assert_uint_eq(load.waits + load.runs, 0);
}
END_TEST

START_TEST(long_fields_are_cut)
{
	autobuf struct buf line = BUF_INIT;

	buf_puts(&line, "1|PENDING|0|mj-a-1-t-1|0|");
	for (int i = 0; i < 1000; i++)
		buf_putc(&line, 'r');
	find(buf_text(&line));
	ck_assert_uint_eq(strlen(job.reason), sizeof(job.reason) - 1);
	buf_clear(&line);
	for (int i = 0; i < 1000; i++)
		buf_putc(&line, '1');
	buf_puts(&line, "|PENDING|0|mj-a-1-t-1|0|");
	find(buf_text(&line));
	ck_assert_uint_eq(strlen(job.id), sizeof(job.id) - 1);
}
END_TEST

START_TEST(a_number_is_read_from_what_sbatch_prints)
{
	char id[SLURM_ID_SIZE];

	ck_assert_int_eq(slurm_submitted("17\n", id), 0);
	ck_assert_str_eq(id, "17");
	ck_assert_int_eq(slurm_submitted("18;east\n", id), 0);
	ck_assert_str_eq(id, "18");
	ck_assert_int_eq(slurm_submitted("Welcome to 3 nodes\n19", id), 0);
	ck_assert_str_eq(id, "19");
	ck_assert_int_eq(slurm_submitted("", id), -1);
	ck_assert_int_eq(slurm_submitted("Submitted batch job 20\n", id), -1);
	ck_assert_int_eq(slurm_submitted("-3\n", id), -1);
	ck_assert_int_eq(
		slurm_submitted("1234567890123456789012345678901234567890\n",
				id),
		-1);
}
END_TEST

START_TEST(errors_of_sbatch_tell_whether_it_can_ever_be)
{
#define FAILED "sbatch: error: Batch job submission failed: "
	ck_assert_int_eq(
		slurm_refusal(FAILED "Invalid partition name specified"),
		SLURM_NEVER);
	ck_assert_int_eq(
		slurm_refusal("sbatch: error: Memory specification can not be "
			      "satisfied\n" FAILED
			      "Requested node configuration is not available"),
		SLURM_NEVER);
	ck_assert_int_eq(slurm_refusal("sbatch: unrecognized option '--x'"),
			 SLURM_NEVER);
	ck_assert_int_eq(
		slurm_refusal(FAILED "Job violates accounting/QOS policy (job "
				     "submit limit, user's size and/or time "
				     "limits)"),
		SLURM_NO_ROOM);
	ck_assert_int_eq(
		slurm_refusal(FAILED "Resource temporarily unavailable"),
		SLURM_NO_ROOM);
	ck_assert_int_eq(slurm_refusal(FAILED
				       "Unable to contact slurm controller "
				       "(connect failure)"),
			 SLURM_NO_ANSWER);
	ck_assert_int_eq(
		slurm_refusal(FAILED "Socket timed out on send/recv operation"),
		SLURM_NO_ANSWER);
	ck_assert_int_eq(slurm_refusal(""), SLURM_NO_ANSWER);
	ck_assert_int_eq(
		slurm_refusal("sbatch: error: QOSMaxWallDurationPerJobLimit\n" FAILED
			      "Job violates accounting/QOS policy (job submit "
			      "limit, user's size and/or time limits)"),
		SLURM_NEVER);
	ck_assert_int_eq(
		slurm_refusal("sbatch: error: QOSMaxSubmitJobPerUserLimit\n" FAILED
			      "Job violates accounting/QOS policy (job submit "
			      "limit, user's size and/or time limits)"),
		SLURM_NO_ROOM);
	ck_assert_int_eq(slurm_refusal(FAILED "Required partition not available "
					      "(inactive or drain)"),
			 SLURM_NO_ROOM);
	ck_assert_int_eq(slurm_refusal(FAILED "Unable to create job record, try again"),
			 SLURM_NO_ROOM);
	ck_assert_int_eq(
		slurm_refusal(FAILED "Controller is in standby mode, try a "
				     "different controller"),
		SLURM_NO_ANSWER);
#undef FAILED
}
END_TEST

START_TEST(options_that_would_make_another_job_are_refused)
{
	static const char *const bad[] = {
		"--array=1-3",
		"-a1-3",
		"--arr=1-3",
		"-W",
		"-vW",
		"-Oka1-3",
		"-sa1-3",
		"-Mother",
		"--clusters=other",
		"--wait",
		"--job-name=x",
		"-Jx",
		"--output=/x",
		"--requeue",
		"x",
		"--comment a",
		"-",
		"--exclusive x",
		"-C fast",
		"--",
		"--wrap=true",
		"--test-only",
		"-ka1-3", /* short ones may stand together */
		"-vOJx",
		"-vH",
	};
	static const char *const good[] = {
		"--exclusive",
		"--constraint=fast --wait-all-nodes=1",
		"-Cfast",
		"-CaJ -k -vO",
		" --comment=a=b\t--mail-type=END ",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!!slurm_want_refused(SLURM_ARGS, bad[i]), "%s",
			      bad[i]);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ck_assert_msg(!slurm_want_refused(SLURM_ARGS, good[i]), "%s",
			      good[i]);
	ck_assert(!!slurm_want_refused(SLURM_QOS, ""));
	ck_assert(!!slurm_want_refused(SLURM_QOS, "a\nb"));
	ck_assert(!slurm_want_refused(SLURM_TIME, "1-12:00:00"));
}
END_TEST

static void
add_word(void *user, const char *word)
{
	buf_printf(user, "[%s]", word);
}

START_TEST(a_task_asks_over_its_pool)
{
	struct slurm_wants pool = {
		.want = {[SLURM_PARTITION] = mem_copy("main"),
			 [SLURM_TIME] = mem_copy("1:00"),
			 [SLURM_ARGS] = mem_copy(" --exclusive  -Cfast")}};
	struct slurm_wants task = {.want = {[SLURM_TIME] = mem_copy("2:00"),
					    [SLURM_GRES] = mem_copy("gpu:2")}};
	struct slurm_wants both;
	autobuf struct buf words = BUF_INIT;

	slurm_wants_over(&both, &task, &pool);
	slurm_wants_words(&both, add_word, &words);
	ck_assert_str_eq(buf_text(&words),
			 "[--partition=main][--time=2:00][--gres=gpu:2]"
			 "[--exclusive][-Cfast]");
	slurm_wants_release(&both);
	slurm_wants_release(&task);
	slurm_wants_release(&pool);
}
END_TEST

START_TEST(wants_are_found_by_name)
{
	for (unsigned i = 0; i < SLURM_WANT_COUNT; i++)
		ck_assert_uint_eq(slurm_want_find(slurm_want_name(i)), i);
	ck_assert_uint_eq(slurm_want_find("gpus"), SLURM_WANT_COUNT);
}
END_TEST

TCase *
slurm_tests(void)
{
	TCase *tests = tcase_create("slurm");

	tcase_add_test(tests, a_job_is_found_by_its_whole_name);
	tcase_add_test(tests, names_of_others_spoil_nothing);
	tcase_add_test(tests, of_two_jobs_of_a_name_the_live_one_counts);
	tcase_add_test(tests, a_wait_has_a_reason);
	tcase_add_test(tests, an_end_has_a_code_or_a_signal);
	tcase_add_test(tests, an_exit_code_is_none_unless_it_ended_by_itself);
	tcase_add_test(tests, states_tell_whose_fault_it_was);
	tcase_add_test(tests,
		       a_job_that_was_requeued_is_lost_whatever_it_does_now);
	tcase_add_test(tests, jobs_of_a_home_are_counted);
	tcase_add_test(tests, long_fields_are_cut);
	tcase_add_test(tests, a_number_is_read_from_what_sbatch_prints);
	tcase_add_test(tests, errors_of_sbatch_tell_whether_it_can_ever_be);
	tcase_add_test(tests, options_that_would_make_another_job_are_refused);
	tcase_add_test(tests, a_task_asks_over_its_pool);
	tcase_add_test(tests, wants_are_found_by_name);
	return tests;
}
