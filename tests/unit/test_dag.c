/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/dag.h"
#include "suites.h"

#define TASKS_MAX 8

static size_t
index_of(const struct job *job, const char *name)
{
	long i = job_find(job, name);

	ck_assert_msg(i >= 0, "no task %s", name);
	return (size_t)i;
}

/*
 * A job from words such as "a b:a c?:a,b": task c may fail and depends on a
 * and b, which may stand anywhere.
 */
static void
make(struct job *job, const char *text)
{
	autofree char *names = mem_copy(text);
	autofree char *again = mem_copy(text);
	char *rest = names;

	*job = (struct job)JOB_INIT;
	for (char *w = strsep(&rest, " "); w; w = strsep(&rest, " ")) {
		bool allowed;

		w[strcspn(w, ":")] = '\0';
		allowed = w[strlen(w) - 1] == '?';
		w[strlen(w) - allowed] = '\0';
		job_add_task(job, w)->allow_failure = allowed;
	}
	rest = again;
	for (size_t i = 0; i < job->task_count; i++) {
		char *deps = strsep(&rest, " ");

		strsep(&deps, ":");
		while (deps)
			job_add_dep(job, i, index_of(job, strsep(&deps, ",")));
	}
}

/* Make it and put it in order. */
static void
make_sorted(struct job *job, const char *text)
{
	autobuf struct buf cycle = BUF_INIT;

	make(job, text);
	ck_assert_int_eq(dag_order(job, &cycle), 0);
	ck_assert_str_eq(buf_text(&cycle), "");
}

static void
assert_order(const char *text, const char *expected)
{
	autobuf struct buf got = BUF_INIT;
	struct job job;

	make_sorted(&job, text);
	for (size_t i = 0; i < job.task_count; i++)
		buf_printf(&got, "%s%s", i ? " " : "",
			   job.tasks[job.order[i]].name);
	ck_assert_str_eq(buf_text(&got), expected);
	job_release(&job);
}

static void
assert_cycle(const char *text, const char *expected)
{
	autobuf struct buf cycle = BUF_INIT;
	struct job job;

	make(&job, text);
	buf_puts(&cycle, "left over");
	ck_assert_int_eq(dag_order(&job, &cycle), -1);
	ck_assert_str_eq(buf_text(&cycle), expected);
	job_release(&job);
}

/*
 * Decide for statuses given as one letter a task: p PENDING, P the same that
 * asked, l that waits for its time, r RECOVERING, R that asked, L that waits for
 * its time, s STARTING, X RUNNING and outlived, x RUNNING, c CANCELLING, S
 * SUCCEEDED, F FAILED, C CANCELLED, K SKIPPED.  The answer is one word a task:
 * - nothing, go, skip<CAUSE, end<CAUSE.
 */
static const char *
cause_name(const struct job *job, size_t cause)
{
	return cause == DAG_GROUP ? "group" : job->tasks[cause].name;
}

static void
assert_moves(const struct job *job, const char *letters, const char *expected)
{
	static const char known[] = "psxrcSFCK";
	static const enum status status_of[] = {
		STATUS_PENDING,	   STATUS_STARTING,   STATUS_RUNNING,
		STATUS_RECOVERING, STATUS_CANCELLING, STATUS_SUCCEEDED,
		STATUS_FAILED,	   STATUS_CANCELLED,  STATUS_SKIPPED,
	};
	static const char *const words[] = {"-", "go", "skip<", "end<"};
	autobuf struct buf got = BUF_INIT;
	static const char asked[] = "PR", later[] = "lL";
	struct dag_task tasks[TASKS_MAX];
	struct dag_verdict out[TASKS_MAX];

	ck_assert_uint_eq(strlen(letters), job->task_count);
	for (size_t i = 0; i < job->task_count; i++) {
		char letter = letters[i];

		tasks[i] = (struct dag_task){.wait = DAG_IDLE};
		if (strchr(asked, letter))
			tasks[i].wait = DAG_ASKED;
		if (strchr(later, letter))
			tasks[i].wait = DAG_LATER;
		tasks[i].outlived = letter == 'X';
		if (letter == 'X')
			letter = 'x';
		if (tasks[i].wait != DAG_IDLE)
			letter = letter == 'P' || letter == 'l' ? 'p' : 'r';
		tasks[i].status = status_of[strchr(known, letter) - known];
	}
	dag_decide(job, tasks, out);
	for (size_t i = 0; i < job->task_count; i++)
		buf_printf(&got, "%s%s%s", i ? " " : "", words[out[i].move],
			   out[i].move == DAG_SKIP || out[i].move == DAG_CANCEL
				   ? cause_name(job, out[i].cause)
				   : "");
	ck_assert_msg(!strcmp(buf_text(&got), expected), "%s: %s, not %s",
		      letters, buf_text(&got), expected);
}

START_TEST(order_follows_the_spec_where_it_can)
{
	assert_order("a b c", "a b c");
	assert_order("a b:a c d", "a b c d");
	assert_order("a:d b:a c d", "c d a b");
	assert_order("d:b,c b:a c:a a", "a b c d");
	assert_order("z:y y:x x w:z", "x y z w");
	assert_order("only", "only");
}
END_TEST

START_TEST(job_without_tasks_has_an_order)
{
	autobuf struct buf cycle = BUF_INIT;
	struct job job = JOB_INIT;

	ck_assert_int_eq(dag_order(&job, &cycle), 0);
	job_release(&job);
}
END_TEST

START_TEST(ordering_again_replaces_the_order)
{
	autobuf struct buf cycle = BUF_INIT;
	struct job job;

	make_sorted(&job, "a b");
	job_add_dep(&job, 0, 1);
	ck_assert_int_eq(dag_order(&job, &cycle), 0);
	ck_assert_uint_eq(job.order[0], 1);
	job_release(&job);
}
END_TEST

START_TEST(cycle_is_printed_in_order)
{
	assert_cycle("a:b b:a", "a -> b -> a");
	assert_cycle("a:c b:a c:b", "a -> c -> b -> a");
	assert_cycle("a:a", "a -> a");
}
END_TEST

START_TEST(only_the_cycle_is_printed)
{
	assert_cycle("below:x start x:start,z y:x z:y", "x -> z -> y -> x");
	assert_cycle("ok a:ok,b b:c c:b", "b -> c -> b");
	assert_cycle("below:z x:z y:x z:y", "x -> z -> y -> x");
}
END_TEST

START_TEST(deep_chains_do_not_recurse)
{
	enum { DEPTH = 100000 };
	autobuf struct buf cycle = BUF_INIT;
	struct job job = JOB_INIT;

	for (size_t i = 0; i < DEPTH; i++)
		job_add_task(&job, "t");
	for (size_t i = 0; i + 1 < DEPTH; i++)
		job_add_dep(&job, i, i + 1);
	ck_assert_int_eq(dag_order(&job, &cycle), 0);
	for (size_t i = 0; i < DEPTH; i++)
		ck_assert_uint_eq(job.order[i], DEPTH - 1 - i);

	job_add_dep(&job, DEPTH - 1, 0);
	ck_assert_int_eq(dag_order(&job, &cycle), -1);
	ck_assert_uint_eq(cycle.len, DEPTH * strlen("t -> ") + 1);
	job_release(&job);
}
END_TEST

START_TEST(wide_layers_keep_each_task_after_its_dependencies)
{
	enum { LAYERS = 20, WIDTH = 20, COUNT = LAYERS * WIDTH };
	autobuf struct buf cycle = BUF_INIT;
	struct job job = JOB_INIT;
	size_t place[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		job_add_task(&job, "t");
	/* Task i * 7 mod COUNT plays the i-th, so spec order is no help. */
	for (size_t i = WIDTH; i < COUNT; i++)
		for (size_t d = 0; d < WIDTH; d++)
			job_add_dep(&job, i * 7 % COUNT,
				    (i / WIDTH * WIDTH - 1 - d) * 7 % COUNT);
	ck_assert_int_eq(dag_order(&job, &cycle), 0);

	for (size_t i = 0; i < COUNT; i++)
		place[job.order[i]] = i;
	for (size_t i = 0; i < COUNT; i++)
		for (size_t d = 0; d < job.tasks[i].dep_count; d++)
			ck_assert(place[job.tasks[i].deps[d]] < place[i]);
	job_release(&job);
}
END_TEST

START_TEST(tasks_start_when_their_last_dependency_succeeded)
{
	struct job job;

	make_sorted(&job, "a b c:a,b d:c");
	assert_moves(&job, "pppp", "go go - -");
	assert_moves(&job, "Sxpp", "- - - -");
	assert_moves(&job, "SSpp", "- - go -");
	assert_moves(&job, "SSSp", "- - - go");
	assert_moves(&job, "SSSS", "- - - -");
	assert_moves(&job, "Sspp", "- - - -");
	assert_moves(&job, "Scpp", "- - - -");
	assert_moves(&job, "rSpp", "go - - -");
	job_release(&job);
}
END_TEST

START_TEST(who_waits_for_its_time_neither_starts_nor_takes_a_place)
{
	struct job job;

	make_sorted(&job, "a b c");
	assert_moves(&job, "lpL", "- go -");
	job.max_parallel = 1;
	assert_moves(&job, "lpL", "- go -");
	job.on_failure = ON_FAILURE_IMMEDIATE;
	assert_moves(&job, "lFL", "skip<b - end<b");
	job_release(&job);
}
END_TEST

START_TEST(the_end_of_the_last_primary_task_ends_the_others)
{
	struct job job;

	make_sorted(&job, "a b c");
	job.execution = EXECUTION_PARALLEL;
	job.has_primaries = true;
	job.tasks[0].primary = true;
	assert_moves(&job, "xxp", "- - go");
	assert_moves(&job, "Sxp", "- - skip<group");
	assert_moves(&job, "SXr", "- end<group end<group");
	assert_moves(&job, "SSS", "- - -");
	job_release(&job);
}
END_TEST

START_TEST(the_end_of_an_auxiliary_task_touches_no_other)
{
	static const enum on_failure policies[] = {
		ON_FAILURE_GRACEFUL, ON_FAILURE_IMMEDIATE, ON_FAILURE_SELECTIVE};

	for (size_t i = 0; i < 3; i++) {
		struct job job;

		make_sorted(&job, "a b c");
		job.execution = EXECUTION_PARALLEL;
		job.on_failure = policies[i];
		job.has_primaries = true;
		job.tasks[0].primary = true;
		assert_moves(&job, "xFp", "- - go");
		assert_moves(&job, "pCx", "go - -");
		job_release(&job);
	}
}
END_TEST

START_TEST(graceful_lets_finish_and_starts_nothing)
{
	struct job job;

	make_sorted(&job, "a b c:a d");
	assert_moves(&job, "Fxpp", "- - skip<a skip<a");
	assert_moves(&job, "FspP", "- - skip<a skip<a");
	assert_moves(&job, "FrpR", "- go skip<a go");
	assert_moves(&job, "FFpp", "- - skip<a skip<a");
	assert_moves(&job, "xFpp", "- - skip<b skip<b");
	assert_moves(&job, "Cxpp", "- - skip<a skip<a");
	job_release(&job);
}
END_TEST

START_TEST(immediate_ends_what_runs)
{
	struct job job;

	make_sorted(&job, "a b c d e f:a");
	job.on_failure = ON_FAILURE_IMMEDIATE;
	assert_moves(&job, "Fxsrcp", "- end<a end<a end<a - skip<a");
	assert_moves(&job, "xSSFCp", "end<d - - - - skip<d");
	assert_moves(&job, "xSSSSp", "- - - - - -");
	job_release(&job);
}
END_TEST

START_TEST(selective_skips_only_descendants)
{
	struct job job;

	make_sorted(&job, "a b c:a d:b e:c f:d,e");
	job.on_failure = ON_FAILURE_SELECTIVE;
	assert_moves(&job, "Fppppp", "- go skip<a - skip<a skip<a");
	assert_moves(&job, "FxKpKp", "- - - - - skip<a");
	assert_moves(&job, "FSpppp", "- - skip<a go skip<a skip<a");
	assert_moves(&job, "FSKrKK", "- - - go - -");
	assert_moves(&job, "SFxppp", "- - - skip<b - skip<b");
	assert_moves(&job, "SFFppp", "- - - skip<b skip<c skip<b");
	assert_moves(&job, "FFKKpp", "- - - - skip<a skip<a");
	job_release(&job);
}
END_TEST

START_TEST(cause_is_never_one_that_was_skipped_itself)
{
	struct job job;

	make_sorted(&job, "d:c c:b b:a a");
	job.on_failure = ON_FAILURE_SELECTIVE;
	assert_moves(&job, "pKKF", "skip<a - - -");
	assert_moves(&job, "pppF", "skip<a skip<a skip<a -");
	job.on_failure = ON_FAILURE_GRACEFUL;
	assert_moves(&job, "pKKF", "skip<a - - -");
	job_release(&job);
}
END_TEST

START_TEST(skipped_for_nobody_is_a_cause)
{
	struct job job;

	make_sorted(&job, "a b:a c:b d");
	assert_moves(&job, "Kppp", "- skip<a skip<a go");
	job.on_failure = ON_FAILURE_SELECTIVE;
	assert_moves(&job, "Kppp", "- skip<a skip<a go");
	job_release(&job);
}
END_TEST

START_TEST(allowed_failure_counts_as_done)
{
	struct job job;

	make_sorted(&job, "a? b:a c");
	assert_moves(&job, "Fpp", "- go go");
	job.on_failure = ON_FAILURE_IMMEDIATE;
	assert_moves(&job, "Fpx", "- go -");
	job.on_failure = ON_FAILURE_SELECTIVE;
	assert_moves(&job, "Fpp", "- go go");
	job_release(&job);
}
END_TEST

START_TEST(cancelled_task_counts_as_failed_even_if_allowed)
{
	struct job job;

	make_sorted(&job, "a? b:a c");
	assert_moves(&job, "Cpp", "- skip<a skip<a");
	job.on_failure = ON_FAILURE_SELECTIVE;
	assert_moves(&job, "Cpp", "- skip<a go");
	job_release(&job);
}
END_TEST

START_TEST(max_parallel_counts_whoever_is_busy)
{
	struct job job;

	make_sorted(&job, "a b c d");
	job.max_parallel = 2;
	assert_moves(&job, "pppp", "go go - -");
	assert_moves(&job, "xppp", "- go - -");
	assert_moves(&job, "sxpp", "- - - -");
	assert_moves(&job, "cppp", "- go - -");
	assert_moves(&job, "pppP", "go - - go");
	assert_moves(&job, "prRP", "- - go go");
	assert_moves(&job, "rrpp", "go go - -");
	assert_moves(&job, "SSpp", "- - go go");
	job_release(&job);
}
END_TEST

START_TEST(who_asked_already_keeps_its_turn)
{
	struct job job;

	make_sorted(&job, "a b c");
	job.max_parallel = 1;
	assert_moves(&job, "pPp", "- go -");
	assert_moves(&job, "xPp", "- go -");
	job_release(&job);
}
END_TEST

TCase *
dag_tests(void)
{
	TCase *t = tcase_create("dag");

	tcase_add_test(t, order_follows_the_spec_where_it_can);
	tcase_add_test(t, job_without_tasks_has_an_order);
	tcase_add_test(t, ordering_again_replaces_the_order);
	tcase_add_test(t, cycle_is_printed_in_order);
	tcase_add_test(t, only_the_cycle_is_printed);
	tcase_add_test(t, deep_chains_do_not_recurse);
	tcase_add_test(t, wide_layers_keep_each_task_after_its_dependencies);
	tcase_add_test(t, tasks_start_when_their_last_dependency_succeeded);
	tcase_add_test(t,
		       who_waits_for_its_time_neither_starts_nor_takes_a_place);
	tcase_add_test(t, the_end_of_the_last_primary_task_ends_the_others);
	tcase_add_test(t, the_end_of_an_auxiliary_task_touches_no_other);
	tcase_add_test(t, graceful_lets_finish_and_starts_nothing);
	tcase_add_test(t, immediate_ends_what_runs);
	tcase_add_test(t, selective_skips_only_descendants);
	tcase_add_test(t, cause_is_never_one_that_was_skipped_itself);
	tcase_add_test(t, skipped_for_nobody_is_a_cause);
	tcase_add_test(t, allowed_failure_counts_as_done);
	tcase_add_test(t, cancelled_task_counts_as_failed_even_if_allowed);
	tcase_add_test(t, max_parallel_counts_whoever_is_busy);
	tcase_add_test(t, who_asked_already_keeps_its_turn);
	return t;
}
