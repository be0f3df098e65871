/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A command line: the first byte is the command, the rest are arguments with NULs between.
 * They are read as mj reads them; nothing is done.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cmd.h"
#include "cli/cmd_launch.h"
#include "fuzz.h"

#define ARGUMENTS_MAX 64

static void
read_launch(struct cli *c)
{
	struct launch l = {
		.home = HOME_INIT,
		.capture = CAPTURE_INIT,
		.spec = JOB_INIT,
		.text = BUF_INIT,
		.origin = ORIGIN_INIT,
		.s = {.count = 1, .max_restarts = -1},
	};
	struct err e = {0};

	if (launch_read_options(&l, c, &e) < 0) {
		fuzz_must_refuse(&e, "");
	} else {
		must(l.s.count >= 1 && l.s.max_restarts >= -1);
		must(l.s.timeout_ms >= 0 && l.s.begin_ms >= 0);
	}
	free(l.after_words);
	capture_release(&l.capture);
}

static bool
is_launch(const struct command *command)
{
	return !strcmp(command->name, cmd_launch.name);
}

static bool
opens_files(const struct cli *c)
{
	for (size_t i = 0; i < c->given_count; i++)
		if (c->given[i].id == OPT_ENV_FILE)
			return true;
	return false;
}

/* In the place of what the command does. */
static int
look(struct cli *c)
{
	int id;

	must(c->words[c->word_count] == NULL);
	must(c->dashes <= c->word_count);
	for (size_t i = 0; i < c->word_count; i++)
		cli_is_range(c->words[i]);
	if (is_launch(c->command) && !opens_files(c)) {
		read_launch(c);
		return CLI_OK;
	}
	while ((id = cli_next(c))) {
		const struct cli_option *o = NULL, *at;

		for (size_t i = 0; (at = cli_option_at(c->command, i)); i++)
			if (at->id == id)
				o = at;
		must(o && !o->value == !c->value);
	}
	return CLI_OK;
}

static int
split(char *text, size_t len, char **argv)
{
	int count = 0;

	for (size_t at = 0; at < len && count < ARGUMENTS_MAX;
	     at += strlen(text + at) + 1)
		argv[count++] = text + at;
	argv[count] = NULL;
	return count;
}

void
fuzz_argv(const char *bytes, size_t len)
{
	FILE *out = stdout, *errors = stderr, *null = fopen("/dev/null", "w");
	char *argv[ARGUMENTS_MAX + 1];
	autofree char *text = NULL;
	struct command dry;
	int status;

	must(null != NULL);
	if (len > 0) {
		dry = *commands[(unsigned char)bytes[0] % command_count];
		dry.run = look;
		text = mem_copy_n(bytes + 1, len - 1);
		stdout = stderr = null;
		status = cli_run(&dry, NULL, split(text, len - 1, argv), argv);
		stdout = out;
		stderr = errors;
		must(status == CLI_OK || status == CLI_USAGE);
	}
	fclose(null);
}
