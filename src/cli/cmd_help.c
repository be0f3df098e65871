/* SPDX-License-Identifier: Apache-2.0 */
/* mj help, mj version */
#include <stdio.h>

#include "cli/cmd.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static int
run_help(struct cli *c)
{
	const struct command *command;

	if (c->word_count == 0) {
		commands_help();
		return CLI_OK;
	}
	command = command_find(c->words[0]);
	if (!command)
		return command_unknown(c->words[0]);
	cli_help(command);
	return CLI_OK;
}

static int
run_version(struct cli *c)
{
	(void)c;
	puts("mj " PACKAGE_VERSION);
	return CLI_OK;
}

const struct command cmd_help = {
	.name = "help",
	.operands = "[COMMAND]",
	.summary = "tell what the commands do and take",
	.run = run_help,
};

const struct command cmd_version = {
	.name = "version",
	.operands = "",
	.summary = "print the version",
	.run = run_version,
};
