/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"

const struct command *const commands[] = {
	&cmd_launch, &cmd_queue, &cmd_top, &cmd_show, &cmd_logs,
	&cmd_graph, &cmd_report, &cmd_cancel, &cmd_wait, &cmd_hold, &cmd_release,
	&cmd_retry, &cmd_set, &cmd_pause, &cmd_resume,
	&cmd_pools, &cmd_suspend, &cmd_continue, &cmd_metrics,
	&cmd_doctor, &cmd_gc, &cmd_complete, &cmd_help, &cmd_version,
};

const size_t command_count = sizeof(commands) / sizeof(commands[0]);

_Static_assert(sizeof(commands) / sizeof(commands[0]) <= COMMAND_MAX,
	       "command_unknown has room for them");

const struct command *
command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

/* What other programs call it. */
static const struct {
	const char *word, *command;
} elsewhere[] = {
	{"add", "launch"},      {"submit", "launch"}, {"run", "launch"},
	{"start", "launch"},    {"exec", "launch"},   {"sbatch", "launch"},
	{"srun", "launch"},     {"status", "queue"},  {"list", "queue"},
	{"ls", "queue"},        {"ps", "queue"},      {"jobs", "queue"},
	{"stash", "hold"},      {"enqueue", "release"},
	{"remove", "cancel"},   {"reset", "cancel"},  {"switch", "set"},
	{"update", "set"},      {"group", "pools"},   {"parallel", "pools"},
	{"pool", "pools"},      {"log", "logs"},      {"cat", "logs"},
	{"squeue", "queue"},    {"sacct", "queue"},   {"info", "show"},
	{"describe", "show"},   {"inspect", "show"},  {"scontrol", "show"},
	{"tail", "logs"},       {"follow", "logs"},   {"output", "logs"},
	{"attach", "logs"},     {"stop", "cancel"},   {"kill", "cancel"},
	{"rm", "cancel"},       {"delete", "cancel"}, {"down", "cancel"},
	{"scancel", "cancel"},  {"restart", "retry"}, {"rerun", "retry"},
	{"requeue", "retry"},   {"edit", "set"},      {"clean", "gc"},
	{"prune", "gc"},        {"sinfo", "pools"},   {"man", "help"},
	{"dashboard", "report"}, {"htop", "top"},
};

const char *
command_elsewhere(const char *word)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		if (!strcmp(elsewhere[i].word, word))
			return elsewhere[i].command;
	return NULL;
}

int
command_unknown(const char *name)
{
	const char *list[COMMAND_MAX], *other = command_elsewhere(name);

	if (other) {
		cli_say("no such command: %s (did you mean '%s'?)", name,
			other);
		return CLI_USAGE;
	}
	for (size_t i = 0; i < command_count; i++)
		list[i] = commands[i]->name;
	return cli_unknown("command", name, list, command_count);
}

void
commands_help(void)
{
	const char *topic, *page;

	puts("usage: mj [--home DIR] COMMAND [options] …\n\ncommands:");
	for (size_t i = 0; i < command_count; i++)
		printf("  %-9s  %s\n", commands[i]->name, commands[i]->summary);
	fputs("\ntopics:", stdout);
	for (size_t i = 0; (topic = help_topic(i, &page)); i++)
		printf(" %s", topic);
	puts("\n\nmj help COMMAND, or TOPIC, tells more.  Where a job's number is expected, "
	     "a range 3-9 or\na name does too.  mj help tutorial is for a first "
	     "look.");
}
