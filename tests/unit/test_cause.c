/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/cause.h"
#include "suites.h"

static struct run
ended(const char *cause)
{
	struct run run = {
		.attempt = 1, .ended_ms = 1, .exit_code = -1, .wall_ms = 12000};

	memcpy(run.cause, cause, strlen(cause) + 1);
	return run;
}

static void
says(const struct run *run, const char *text)
{
	char out[200];

	ck_assert_str_eq(cause_text(run, out, sizeof(out)), text);
}

START_TEST(each_cause_has_its_words)
{
	struct run run = ended("exit");

	run.exit_code = 3;
	says(&run, "exit 3");
	run = ended("signal");
	run.signal = 11;
	run.core = true;
	says(&run, "signal 11 (Segmentation fault), core dumped");
	run = ended("timeout");
	run.signal = 15;
	says(&run, "timeout after 12s");
	run = ended("cancel");
	run.exit_code = 0;
	says(&run, "cancelled");
	memcpy(run.by, "cancelled by ada", 17);
	says(&run, "cancelled by ada");
	run = ended("lost");
	says(&run, "lost");
}
END_TEST

START_TEST(what_is_known_better_goes_first)
{
	struct run run = ended("oom");

	run.signal = 9;
	memcpy(run.error, "signal 9: out of memory", 24);
	says(&run, "signal 9: out of memory");
}
END_TEST

START_TEST(before_its_end_there_is_no_cause)
{
	struct run run = {.attempt = 1, .exit_code = -1};
	char out[20];

	says(&run, "");
	ck_assert_str_eq(cause_end(&run, out, sizeof(out)), "");
}
END_TEST

TCase *
cause_tests(void)
{
	TCase *t = tcase_create("cause");

	tcase_add_test(t, each_cause_has_its_words);
	tcase_add_test(t, what_is_known_better_goes_first);
	tcase_add_test(t, before_its_end_there_is_no_cause);
	return t;
}
