/* SPDX-License-Identifier: Apache-2.0 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "parsing.h"
#include "store/spec.h"
#include "suites.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The files of tests/data that match pattern; the caller calls globfree. */

static void
find_data(const char *pattern, glob_t *found)
{
	const char *srcdir = getenv("srcdir");
	autofree char *path = mem_printf("%s/tests/data/spec/%s",
					 srcdir ? srcdir : ".", pattern);

	ck_assert_msg(glob(path, 0, NULL, found) == 0, "no %s", path);
}

static void
read_file(const char *path, struct buf *text)
{
	FILE *f = fopen(path, "rb");
	size_t got;

	ck_assert_msg(f != NULL, "cannot open %s", path);
	buf_clear(text);
	do {
		got = fread(buf_room(text, 4096), 1, 4096, f);
		text->len += got;
	} while (got);
	fclose(f);
	buf_putc(text, '\0');
	text->len--;
}

/* Parse a file that is right; its notes go to notes. */
static void
parse_data(const char *name, struct job *job, struct buf *notes)
{
	autobuf struct buf text = BUF_INIT;
	struct err e = {.text = ""};
	glob_t found;

	find_data(name, &found);
	read_file(found.gl_pathv[0], &text);
	ck_assert_msg(
		spec_parse(text.data, text.len, "f.yaml", job, notes, &e) == 0,
		"%s", e.text);
	globfree(&found);
}

START_TEST(every_bad_file_is_refused_at_its_place)
{
	autobuf struct buf text = BUF_INIT;
	glob_t found;

	find_data("bad/*.yaml", &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *path = found.gl_pathv[i];
		struct job job = JOB_INIT;
		struct err e = {.text = ""};
		char want[200], *says;
		int result;

		read_file(path, &text);
		ck_assert_int_eq(sscanf(text.data, "# error: %199[^\n]", want),
				 1);
		says = strstr(want, ": ");
		ck_assert_ptr_nonnull(says);
		*says = '\0';
		result = spec_parse(text.data, text.len, "f", &job, NULL, &e);
		ck_assert_msg(result == -1, "%s was accepted", path);
		ck_assert_int_eq(e.code, ERR_INPUT);
		ck_assert_msg(
			!strncmp(e.text, "f:", 2) &&
				!strncmp(e.text + 2, want, strlen(want)) &&
				e.text[2 + strlen(want)] == ':' &&
				strstr(e.text, says + 2),
			"%s\nwanted: %s: %s\ngot: %s", path, want, says + 2,
			e.text);
		ck_assert_ptr_null(job.tasks);
	}
	globfree(&found);
}
END_TEST

START_TEST(every_good_file_is_accepted)
{
	autobuf struct buf text = BUF_INIT;
	glob_t found;

	find_data("good/*.yaml", &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct job job = JOB_INIT;
		struct err e = {.text = ""};

		read_file(found.gl_pathv[i], &text);
		ck_assert_msg(spec_parse(text.data, text.len, "f", &job, NULL,
					 &e) == 0,
			      "%s: %s", found.gl_pathv[i], e.text);
		ck_assert_uint_gt(job.task_count, 0);
		ck_assert_ptr_nonnull(job.order);
		for (size_t t = 0; t < job.task_count; t++)
			ck_assert_ptr_nonnull(job.tasks[t].places[0]);
		job_release(&job);
	}
	globfree(&found);
}
END_TEST

START_TEST(no_prefix_of_a_good_file_does_harm)
{
	autobuf struct buf text = BUF_INIT;
	glob_t found;

	find_data("good/*.yaml", &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		read_file(found.gl_pathv[i], &text);
		for (size_t len = 0; len < text.len; len++) {
			autofree char *cut = mem_copy_n(text.data, len);
			struct job job = JOB_INIT;

			spec_parse(cut, len, "f", &job, NULL, NULL);
			job_release(&job);
		}
	}
	globfree(&found);
}
END_TEST

START_TEST(a_task_says_how_it_is_tried_again_and_where)
{
	struct job job = JOB_INIT;
	const struct recovery *r;

	parse_data("good/recovery.yaml", &job, NULL);
	r = &job.tasks[0].recovery;
	ck_assert_int_eq(r->strategy, STRATEGY_FAILOVER);
	ck_assert_uint_eq(r->max_restarts, 3);
	ck_assert(recovery_has_code(r, 33) && recovery_has_code(r, 75));
	ck_assert(!recovery_has_code(r, 34));
	ck_assert_uint_eq(r->max_recoveries, 10);
	ck_assert_uint_eq(r->max_launch_retries, 0);
	ck_assert_int_eq(r->backoff.initial_ms, 1500);
	ck_assert_int_eq(r->backoff.factor_milli, 1600);
	ck_assert_int_eq(r->backoff.max_ms, 300000);
	ck_assert_int_eq(r->backoff.jitter_milli, 400);
	ck_assert_uint_eq(job.tasks[0].place_count, 2);
	ck_assert_str_eq(job.tasks[0].places[0], "gpu");
	ck_assert_str_eq(job.tasks[0].places[1], "local");
	ck_assert_uint_eq(job.tasks[1].place_count, 1);
	ck_assert_int_eq(job.tasks[1].recovery.strategy,
			 STRATEGY_EAGER_NEXT_REGION);
	ck_assert_uint_eq(job.tasks[1].recovery.max_recoveries,
			  RECOVERY_ALWAYS);
	ck_assert(recovery_has_code(&job.tasks[2].recovery, 33));
	job_release(&job);
}
END_TEST

START_TEST(a_group_has_primary_tasks_and_delays)
{
	struct job job = JOB_INIT;

	parse_data("good/group.yaml", &job, NULL);
	ck_assert(job.has_primaries && job.tasks[0].primary);
	ck_assert(job_is_auxiliary(&job, 1) && job_is_auxiliary(&job, 2));
	ck_assert_int_eq(job.termination_ms, 30000);
	ck_assert_int_eq(job.tasks[1].termination_ms, 60000);
	ck_assert_int_eq(job.tasks[2].termination_ms, 0);
	job_release(&job);
}
END_TEST

START_TEST(a_single_document_names_job_and_task)
{
	struct job job = JOB_INIT;

	parse_data("good/single.yaml", &job, NULL);

	ck_assert_str_eq(job.name, "hello");
	ck_assert_uint_eq(job.task_count, 1);
	ck_assert_str_eq(job.tasks[0].name, "hello");
	ck_assert_str_eq(job.tasks[0].run, "echo hello");
	ck_assert_str_eq(job.tasks[0].places[0], DEFAULT_POOL);
	ck_assert_ptr_null(job.tasks[0].setup);
	ck_assert_ptr_null(job.tasks[0].workdir);
	ck_assert_ptr_null(job.tasks[0].argv);
	ck_assert_int_eq(job.execution, EXECUTION_SERIAL);
	ck_assert_int_eq(job.on_failure, ON_FAILURE_GRACEFUL);
	job_release(&job);
}
END_TEST

START_TEST(a_single_document_without_name_leaves_the_job_unnamed)
{
	struct job job = JOB_INIT;

	parse_data("good/only-setup.yaml", &job, NULL);

	ck_assert_ptr_null(job.name);
	ck_assert_str_eq(job.tasks[0].name, "task");
	ck_assert_str_eq(job.tasks[0].setup, "make");
	ck_assert_ptr_null(job.tasks[0].run);
	job_release(&job);
}
END_TEST

START_TEST(a_single_document_speaks_for_the_job)
{
	struct job job = JOB_INIT;

	parse_data("good/single-everything.yaml", &job, NULL);

	ck_assert_int_eq(job.priority, 10);
	ck_assert_int_eq(job.on_failure, ON_FAILURE_IMMEDIATE);
	ck_assert_uint_eq(job.max_parallel, 2);
	ck_assert_str_eq(job.tasks[0].places[0], "gpu");
	ck_assert_str_eq(job.tasks[0].workdir, "./work");
	ck_assert_int_eq(job.tasks[0].allow_failure, true);
	ck_assert_int_eq(job.tasks[0].timeout_ms, 12 * 3600 * 1000);
	ck_assert_int_eq(job.tasks[0].log, LOG_SPLIT);
	ck_assert_uint_eq(job.tasks[0].log_max, 100 << 20);
	ck_assert_str_eq(job.tasks[0].run, "for i in 1 2 3; do\n"
					   "\techo \"$i\"; sleep 1\n"
					   "done\n");
	job_release(&job);
}
END_TEST

START_TEST(envs_keep_their_source_text)
{
	static const struct {
		const char *name, *value;
	} want[] = {
		{"MODE", "0644"},      {"COUNTRY", "NO"},     {"BIG", "1e3"},
		{"SWITCH", "on"},      {"CLOCK", "12:30:45"}, {"QUOTED", ""},
		{"MUST", NULL},	       {"ALSO", NULL},	      {"NOTHING", NULL},
		{"TEXT_NULL", "null"},
	};
	struct job job = JOB_INIT;
	const struct task *task;

	parse_data("good/single-everything.yaml", &job, NULL);
	task = job.tasks;

	ck_assert_uint_eq(task->env_count, COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		ck_assert_str_eq(task->envs[i].name, want[i].name);
		ck_assert_pstr_eq(task->envs[i].value, want[i].value);
	}
	ck_assert_uint_eq(task->secret_count, 2);
	ck_assert_ptr_null(task->secrets[0].value);
	ck_assert_str_eq(task->secrets[1].value, "abc");
	job_release(&job);
}
END_TEST

START_TEST(keys_that_mean_nothing_here_are_noted)
{
	struct job job = JOB_INIT;
	autobuf struct buf notes = BUF_INIT;
	const char *tail = "means nothing to a local pool and is ignored\n";
	autofree char *want = mem_printf("f.yaml:27: 'num_nodes' %s"
					 "f.yaml:30: 'use_spot' %s"
					 "f.yaml:32: 'disk_size' %s",
					 tail, tail, tail);

	parse_data("good/single-everything.yaml", &job, &notes);

	ck_assert_str_eq(buf_text(&notes), want);
	job_release(&job);
}
END_TEST

START_TEST(needs_are_read_and_the_most_of_the_places_counts)
{
	struct job job = JOB_INIT;

	parse_good("run: a\nresources: {cpus: 2+, memory: 8+, "
		   "accelerators: A100:2}\n",
		   &job);
	ck_assert_uint_eq(job.tasks[0].need.amount[NEED_CPUS], 2000);
	ck_assert_uint_eq(job.tasks[0].need.amount[NEED_MEMORY],
			  (uint64_t)8 << 30);
	ck_assert_uint_eq(job.tasks[0].need.amount[NEED_GPUS], 2);
	job_release(&job);

	parse_good("run: a\nresources:\n  gpus: 1\n  any_of:\n"
		   "  - {accelerators: {A100: 3}}\n"
		   "  - {pool: x, accelerators: [V100:2, T4]}\n",
		   &job);
	ck_assert_uint_eq(job.tasks[0].need.amount[NEED_GPUS], 3);
	job_release(&job);
	parse_good("run: a\nresources: {cpus: null, accelerators: }\n", &job);
	ck_assert(need_none(&job.tasks[0].need));
	job_release(&job);
}
END_TEST

START_TEST(needs_that_do_not_read_are_refused)
{
	static const char cpus[] = "run: a\nresources: {cpus: many}\n";
	static const char memory[] = "run: a\nresources: {memory: 2x}\n";
	static const char list[] = "run: a\nresources: {accelerators: {}}\n";
	static const char deep[] =
		"run: a\nresources: {accelerators: {X: [2]}}\n";

	parse_bad(cpus, strlen(cpus),
		  "f.yaml:2:19: 'cpus' must be a number of cpus");
	parse_bad(memory, strlen(memory), "f.yaml:2:21: 'memory' must be");
	parse_bad(list, strlen(list), "f.yaml:2:27: 'accelerators' must be");
	parse_bad(deep, strlen(deep), "f.yaml:2:27: 'accelerators' must be");
}
END_TEST

START_TEST(documents_without_order_make_a_chain)
{
	struct job job = JOB_INIT;

	parse_data("good/chain.yaml", &job, NULL);

	ck_assert_ptr_null(job.name);
	ck_assert_uint_eq(job.task_count, 3);
	ck_assert_str_eq(job.tasks[0].name, "task-1");
	ck_assert_str_eq(job.tasks[1].name, "second");
	ck_assert_str_eq(job.tasks[2].name, "task-3");
	ck_assert_int_eq(job.execution, EXECUTION_SERIAL);
	ck_assert_uint_eq(job.tasks[0].dep_count, 0);
	ck_assert_uint_eq(job.tasks[1].deps[0], 0);
	ck_assert_uint_eq(job.tasks[2].dep_count, 1);
	ck_assert_uint_eq(job.tasks[2].deps[0], 1);
	job_release(&job);
}
END_TEST

START_TEST(the_first_of_several_tasks_names_no_job)
{
	struct job job = JOB_INIT;

	parse_good("name: a\nrun: x\n---\nrun: y\n", &job);

	ck_assert_ptr_null(job.name);
	ck_assert_str_eq(job.tasks[0].name, "a");
	ck_assert_str_eq(job.tasks[1].name, "task-2");
	job_release(&job);
}
END_TEST

START_TEST(a_header_is_no_task)
{
	struct job job = JOB_INIT;

	parse_data("good/parallel.yaml", &job, NULL);

	ck_assert_str_eq(job.name, "many");
	ck_assert_uint_eq(job.task_count, 2);
	ck_assert_str_eq(job.tasks[0].name, "task-1");
	ck_assert_int_eq(job.execution, EXECUTION_PARALLEL);
	ck_assert_uint_eq(job.max_parallel, 2);
	ck_assert_int_eq(job.priority, -5);
	ck_assert_uint_eq(job.tasks[1].dep_count, 0);
	job_release(&job);
}
END_TEST

START_TEST(depends_on_makes_a_dag)
{
	static const size_t order[] = {3, 1, 2, 0};
	struct job job = JOB_INIT;

	parse_data("good/dag.yaml", &job, NULL);

	ck_assert_int_eq(job.execution, EXECUTION_DAG);
	ck_assert_int_eq(job.on_failure, ON_FAILURE_SELECTIVE);
	ck_assert_uint_eq(job.tasks[0].dep_count, 2);
	ck_assert_uint_eq(job.tasks[0].deps[0], 1);
	ck_assert_uint_eq(job.tasks[0].deps[1], 2);
	ck_assert_uint_eq(job.tasks[1].deps[0], 3);
	ck_assert_uint_eq(job.tasks[3].dep_count, 0);
	ck_assert_mem_eq(job.order, order, sizeof(order));
	job_release(&job);
}
END_TEST

START_TEST(edges_make_the_target_wait_for_the_source)
{
	struct job job = JOB_INIT;

	parse_data("good/edges.yaml", &job, NULL);

	ck_assert_int_eq(job.execution, EXECUTION_DAG);
	ck_assert_uint_eq(job.tasks[0].dep_count, 0);
	ck_assert_uint_eq(job.tasks[1].deps[0], 0);
	ck_assert_uint_eq(job.tasks[2].deps[0], 0);
	job_release(&job);
}
END_TEST

START_TEST(crlf_and_byte_order_mark_are_accepted)
{
	struct job job = JOB_INIT;

	parse_data("good/bom-crlf.yaml", &job, NULL);

	ck_assert_str_eq(job.name, "bom");
	ck_assert_str_eq(job.tasks[0].run, "echo 1\necho 2\n");
	job_release(&job);
}
END_TEST

START_TEST(columns_do_not_count_the_byte_order_mark)
{
	static const char text[] = "\xef\xbb\xbfnam: x\r\nrun: y\r\n";

	parse_bad(text, strlen(text), "f.yaml:1:1: unknown key 'nam'");
}
END_TEST

START_TEST(the_text_ends_where_its_length_says)
{
	static const char text[] = "run: echo 12345";
	struct job job = JOB_INIT;

	ck_assert_int_eq(
		spec_parse(text, strlen(text) - 3, "f", &job, NULL, NULL), 0);
	ck_assert_str_eq(job.tasks[0].run, "echo 12");
	job_release(&job);
}
END_TEST

START_TEST(other_encodings_are_refused)
{
	static const char le[] = "\xff\xfer\0u\0n\0", be[] = "\xfe\xff\0r\0u";
	static const char bare[] = "r\0u\0n\0:\0", nul[] = "run: x\n# \0\n";

	parse_bad(le, sizeof(le), "f.yaml:1:1: UTF-16 text: save");
	parse_bad(be, sizeof(be), "f.yaml:1:1: UTF-16 text: save");
	parse_bad(bare, sizeof(bare), "f.yaml:1:2: a NUL byte: save");
	parse_bad(nul, sizeof(nul) - 1, "f.yaml:2:3: a NUL byte: save");
}
END_TEST

START_TEST(nothing_is_no_spec)
{
	parse_bad("", 0, "f.yaml:1:1: no tasks");
	parse_bad("\n\n", 2, "f.yaml:1:1: no tasks");
	parse_bad("\xef\xbb\xbf", 3, "f.yaml:1:1: no tasks");
	parse_bad("---\n", 4, "f.yaml:2:1: an empty document");
}
END_TEST

TCase *
spec_tests(void)
{
	TCase *tc = tcase_create("spec");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, every_bad_file_is_refused_at_its_place);
	tcase_add_test(tc, every_good_file_is_accepted);
	tcase_add_test(tc, no_prefix_of_a_good_file_does_harm);
	tcase_add_test(tc, a_task_says_how_it_is_tried_again_and_where);
	tcase_add_test(tc, a_group_has_primary_tasks_and_delays);
	tcase_add_test(tc, a_single_document_names_job_and_task);
	tcase_add_test(tc,
		       a_single_document_without_name_leaves_the_job_unnamed);
	tcase_add_test(tc, a_single_document_speaks_for_the_job);
	tcase_add_test(tc, envs_keep_their_source_text);
	tcase_add_test(tc, keys_that_mean_nothing_here_are_noted);
	tcase_add_test(tc, needs_are_read_and_the_most_of_the_places_counts);
	tcase_add_test(tc, needs_that_do_not_read_are_refused);
	tcase_add_test(tc, documents_without_order_make_a_chain);
	tcase_add_test(tc, the_first_of_several_tasks_names_no_job);
	tcase_add_test(tc, a_header_is_no_task);
	tcase_add_test(tc, depends_on_makes_a_dag);
	tcase_add_test(tc, edges_make_the_target_wait_for_the_source);
	tcase_add_test(tc, crlf_and_byte_order_mark_are_accepted);
	tcase_add_test(tc, columns_do_not_count_the_byte_order_mark);
	tcase_add_test(tc, the_text_ends_where_its_length_says);
	tcase_add_test(tc, other_encodings_are_refused);
	tcase_add_test(tc, nothing_is_no_spec);
	return tc;
}
