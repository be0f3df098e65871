/* SPDX-License-Identifier: Apache-2.0 */
/* mj version: which one this is. */
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/json.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static const struct cli_option options[] = {
	{CLI_LONG, "json", NULL, "as one JSON object"},
};

static int
run(struct cli *c)
{
	struct json *o;

	if (!cli_next(c)) {
		puts("mj " PACKAGE_VERSION);
		return CLI_OK;
	}
	o = json_make_object();
	json_put_text(o, "version", PACKAGE_VERSION);
	json_print(o);
	return CLI_OK;
}

const struct command cmd_version = {
	.name = "version",
	.operands = "",
	.summary = "print the version",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
