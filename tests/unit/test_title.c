/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/title.h"
#include "suites.h"

/* Arguments and environment one after another, as the kernel lays them out. */
struct layout {
	char bytes[64];
	char *argv[3];
	char *envp[3];
	char **saved;
};

static void
lay_out(struct layout *l)
{
	memcpy(l->bytes, "mj\0launch\0SECRET=hush\0A=b", 26);
	l->argv[0] = l->bytes;
	l->argv[1] = l->bytes + 3;
	l->argv[2] = NULL;
	l->envp[0] = l->bytes + 10;
	l->envp[1] = l->bytes + 22;
	l->envp[2] = NULL;
	l->saved = environ;
	environ = l->envp;
}

static void
put_back(struct layout *l)
{
	free(environ[0]); /* all are in one piece */
	free(environ);
	environ = l->saved;
}

START_TEST(the_environment_goes_on_working)
{
	struct layout l;

	lay_out(&l);
	title_init(2, l.argv);
	title_set("mj: %s job %d", "/h", 1);
	ck_assert_str_eq(getenv("SECRET"), "hush");
	ck_assert_str_eq(getenv("A"), "b");
	put_back(&l);
}
END_TEST

START_TEST(the_old_bytes_are_overwritten_and_no_more)
{
	struct layout l;
	static const char zeros[26];

	lay_out(&l);
	l.bytes[26] = 'x';
	title_init(2, l.argv);
	title_set("t");
	ck_assert_str_eq(l.bytes, "t");
	ck_assert_mem_eq(l.bytes + 1, zeros, 25);
	ck_assert_int_eq(l.bytes[26], 'x');
	title_set("%s", "longer than the room there is for it");
	ck_assert_uint_eq(strlen(l.bytes), 24 + 1);
	ck_assert_int_eq(l.bytes[26], 'x');
	put_back(&l);
}
END_TEST

TCase *
title_tests(void)
{
	TCase *t = tcase_create("title");

	tcase_add_test(t, the_environment_goes_on_working);
	tcase_add_test(t, the_old_bytes_are_overwritten_and_no_more);
	return t;
}
