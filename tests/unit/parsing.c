/* SPDX-License-Identifier: Apache-2.0 */
#include "parsing.h"

#include <string.h>

#include <check.h>

#include "store/spec.h"

void
parse_good(const char *text, struct job *job)
{
	struct err e = {.text = ""};

	ck_assert_msg(spec_parse(text, strlen(text), "f.yaml", job, NULL, &e) ==
			      0,
		      "%s", e.text);
}

void
parse_bad(const char *text, size_t len, const char *message)
{
	struct job job = JOB_INIT;
	struct err e = {.text = ""};

	ck_assert_int_eq(spec_parse(text, len, "f.yaml", &job, NULL, &e), -1);
	ck_assert_int_eq(e.code, ERR_INPUT);
	ck_assert_msg(!strncmp(e.text, message, strlen(message)),
		      "wanted: %s\ngot: %s", message, e.text);
	ck_assert_ptr_null(job.tasks);
	ck_assert_ptr_null(job.name);
}
