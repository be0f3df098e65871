/* SPDX-License-Identifier: Apache-2.0 */
/* mj: the command line. */
#include <string.h>

#include "base/mem.h"
#include "cli/cmd.h"
#include "os/root.h"

/* What stands before the command's name. */
struct front {
	const char *home;
	const char *name; /* of the command; NULL none */
	int used;	  /* arguments read, the program's name too */
};

/* An option that only commands have, or none at all. */
static int
unknown(const char *arg)
{
	static const struct cli_option own = {CLI_LONG, "version", NULL, NULL};
	static const struct command program = {
		.name = "mj", .options = &own, .option_count = 1};
	const struct cli c = {.command = &program};
	size_t len = strcspn(arg, "=");
	autofree char *word = mem_copy_n(arg, len);

	for (size_t i = 0; i < command_count; i++) {
		if (!strncmp(arg, "--", 2)
			    ? !cli_option_of(commands[i], arg + 2, len - 2, 0)
			    : !cli_option_of(commands[i], NULL, 0, arg[1]))
			continue;
		cli_say("%s is an option of commands and comes after their "
			"name, as in mj %s %s",
			word, commands[i]->name, word);
		return CLI_USAGE;
	}
	return cli_unknown_option(&c, word);
}

/* Return 0, or the status of a usage error. */
static int
read_front(struct front *f, int argc, char **argv)
{
	for (f->used = 1; f->used < argc && !f->name; f->used++) {
		const char *arg = argv[f->used];

		if (!strncmp(arg, "--home=", 7)) {
			f->home = arg + 7;
		} else if (!strcmp(arg, "--home") && f->used + 1 < argc) {
			f->home = argv[++f->used];
		} else if (!strcmp(arg, "--home")) {
			cli_say("--home needs a value: DIR");
			return CLI_USAGE;
		} else if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) {
			f->name = "help";
		} else if (!strcmp(arg, "--version")) {
			f->name = "version";
		} else if (!strcmp(arg, "-y") || !strcmp(arg, "--yes")) {
			continue;
		} else if (arg[0] == '-') {
			return unknown(arg);
		} else {
			f->name = arg;
		}
	}
	return 0;
}

static int
begin(int argc, char **argv)
{
	struct front front = {.name = NULL};
	const struct command *command;
	int status;

	cli_start(argc, argv);
	status = read_front(&front, argc, argv);
	if (status)
		return status;
	if (!front.name) {
		cli_say("no command was given; see mj help");
		return CLI_USAGE;
	}
	command = command_find(front.name);
	if (!command && !strcmp(front.name, "jobs") && front.used < argc &&
	    command_find(argv[front.used])) {
		cli_say("no such command: jobs (did you mean '%s'?)",
			argv[front.used]);
		return CLI_USAGE;
	}
	if (!command)
		return command_unknown(front.name);
	return cli_run(command, front.home, argc - front.used,
		       argv + front.used);
}

int
main(int argc, char **argv)
{
	return root_main(begin, argc, argv);
}
