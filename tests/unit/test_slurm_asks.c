/* SPDX-License-Identifier: Apache-2.0 */
/* What pools and tasks ask of Slurm, from their texts to sbatch's words. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "parsing.h"
#include "store/config.h"
#include "suites.h"

static const struct machine small = {
	.cpus = 4, .memory_mib = 2000, .processes = 9000};

static void
add_word(void *user, const char *word)
{
	buf_printf(user, "%s ", word);
}

/* What a job of that one task asks for in pool c of those settings. */
static void
asks(const char *settings, const char *spec, const char *words)
{
	struct config config = CONFIG_INIT;
	struct job job = JOB_INIT;
	struct slurm_wants wants;
	struct err e = {.text = ""};
	autobuf struct buf text = BUF_INIT;

	ck_assert_msg(config_parse(settings, strlen(settings), "c", &small,
				   &config, &e) == 0,
		      "%s", e.text);
	parse_good(spec, &job);
	job_slurm_wants(&job.tasks[0], "c", &config_pool(&config, "c")->slurm,
			&wants);
	slurm_wants_words(&wants, add_word, &text);
	ck_assert_str_eq(buf_text(&text), words);
	slurm_wants_release(&wants);
	job_release(&job);
	config_release(&config);
}

static void
refused(const char *settings, const char *message)
{
	struct config config = CONFIG_INIT;
	struct err e = {.text = ""};

	ck_assert_int_eq(config_parse(settings, strlen(settings), "c", &small,
				      &config, &e),
			 -1);
	ck_assert_msg(!!strstr(e.text, message), "%s", e.text);
}

START_TEST(a_pool_asks_for_what_its_settings_say)
{
	asks("[pool c]\ntype = slurm\npartition = main\naccount = a\nqos = q\n"
	     "time = 1-12\nnodes = 2\ncpus = 1.5\nmemory = 2\ngres = gpu:1\n"
	     "sbatch_args = --exclusive -Cfast\n",
	     "run: x\n",
	     "--partition=main --account=a --qos=q --time=1-12 --nodes=2 "
	     "--cpus-per-task=2 --mem=2048M --gres=gpu:1 --exclusive -Cfast ");
	asks("[pool c]\ntype = slurm\n", "run: x\n", "");
}
END_TEST

START_TEST(what_a_task_needs_becomes_words_of_sbatch)
{
	asks("[pool c]\ntype = slurm\ncpus = 8\n",
	     "run: x\nresources: {cpus: 2+, memory: 512MB, gpus: 3}\n",
	     "--cpus-per-task=2 --mem=512M --gres=gpu:3 ");
	asks("[pool c]\ntype = slurm\ngres = tmp:1\n",
	     "run: x\nresources: {accelerators: A100:2, gres: 'gpu:a100:2'}\n",
	     "--gres=gpu:a100:2 ");
}
END_TEST

START_TEST(a_place_asks_for_itself_over_the_task_and_the_pool)
{
	static const char spec[] = "run: x\n"
				   "resources:\n"
				   "  time: 10\n"
				   "  partition: all\n"
				   "  ordered:\n"
				   "  - {pool: c, partition: spot}\n"
				   "  - {pool: d, partition: main, qos: high}\n"
				   "  - {pool: local}\n";

	asks("[pool c]\ntype = slurm\npartition = x\naccount = a\n", spec,
	     "--partition=spot --account=a --time=10 ");
	asks("[pool c]\ntype = slurm\n", "run: x\nresources: {qos: null}\n",
	     "");
}
END_TEST

START_TEST(a_pool_has_one_way_to_be_asked)
{
	static const char twice[] =
		"run: x\n"
		"resources:\n"
		"  any_of: [{pool: c, qos: a}, {pool: c, qos: b}]\n";
	static const char args[] =
		"run: x\nresources: {sbatch_args: --array=1-3}\n";

	parse_bad(twice, strlen(twice),
		  "f.yaml:3:31: another place in pool c asks Slurm");
	parse_bad(args, strlen(args),
		  "f.yaml:2:26: 'sbatch_args' has an option");
}
END_TEST

START_TEST(settings_of_a_pool_of_slurm_are_checked)
{
	refused("[pool c]\npartition = main\n",
		"'partition' in [pool c] is not for a pool of type local");
	refused("[pool c]\ntype = slurm\npoll = /bin/true\n",
		"'poll' in [pool c] must be a duration");
	refused("[pool c]\ntype = slurm\nsbatch_args = --array=1-3\n",
		"'sbatch_args' must be options");
	refused("[pool c]\ntype = slurm\nqos =\n", "'qos' must be");
	refused("[pool c]\ntype = slurm\ngpus = 2\n",
		"'gpus' in [pool c] is not for a pool of type slurm");
	refused("[pool c]\ntype = slurm\nsubmit = /bin/true\n",
		"'submit' in [pool c] is not for");
}
END_TEST

START_TEST(a_pool_of_slurm_counts_nothing_itself_and_never_gives_up)
{
	static const char text[] =
		"[pool c]\ntype = slurm\ncpus = 2\nmemory = 4\npoll = 100ms\n"
		"[pool d]\ntype = slurm\ngive_up_after = 1h\nslots = 3\n";
	struct config config = CONFIG_INIT;
	const struct config_pool *c;

	ck_assert_int_eq(
		config_parse(text, strlen(text), "c", &small, &config, NULL),
		0);
	c = config_pool(&config, "c");
	ck_assert(!c->stock.counted[NEED_CPUS]);
	ck_assert(!c->stock.counted[NEED_MEMORY]);
	ck_assert_int_eq(c->poll_ms, 100);
	ck_assert_int_gt(c->give_up_ms, INT64_C(1) << 50);
	ck_assert_uint_gt(c->slots, 1000);
	c = config_pool(&config, "d");
	ck_assert_int_eq(c->give_up_ms, 3600 * 1000);
	ck_assert_uint_eq(c->slots, 3);
	config_release(&config);
}
END_TEST

TCase *
slurm_asks_tests(void)
{
	TCase *tests = tcase_create("slurm_asks");

	tcase_add_test(tests, a_pool_asks_for_what_its_settings_say);
	tcase_add_test(tests, what_a_task_needs_becomes_words_of_sbatch);
	tcase_add_test(tests,
		       a_place_asks_for_itself_over_the_task_and_the_pool);
	tcase_add_test(tests, a_pool_has_one_way_to_be_asked);
	tcase_add_test(tests, settings_of_a_pool_of_slurm_are_checked);
	tcase_add_test(
		tests,
		a_pool_of_slurm_counts_nothing_itself_and_never_gives_up);
	return tests;
}
