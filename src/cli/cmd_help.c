/* SPDX-License-Identifier: Apache-2.0 */
/* mj help: the manual. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/cmd.h"
#include "cli/page.h"
#include "os/sys.h"

/* What there is a page about, besides the commands. */
static const struct {
	const char *topic, *section, *page;
} topics[] = {
	{"tutorial", "7", "mj-tutorial"}, {"migration", "7", "mj-migration"},
	{"spec", "5", "mj-spec"},	  {"conf", "5", "mj.conf"},
	{"files", "7", "mj-files"},	  {"json", "7", "mj-json"},
	{"schedule", "8", "mj-schedule"}, {"pool", "5", "mj-pool"},
	{"slurm", "7", "mj-slurm"},
};

#define TOPIC_COUNT (sizeof(topics) / sizeof(topics[0]))

const char *
help_topic(size_t i, const char **page)
{
	if (i >= TOPIC_COUNT)
		return NULL;
	*page = topics[i].page;
	return topics[i].topic;
}

/* Return the exit status if word is a topic, else -1. */
static int
open_topic(const char *word)
{
	for (size_t i = 0; i < TOPIC_COUNT; i++) {
		if (strcmp(topics[i].topic, word) != 0 &&
		    strcmp(topics[i].page, word) != 0)
			continue;
		page_open(topics[i].section, topics[i].page, NULL);
		cli_say("cannot open %s(%s): man(1) or the page is not "
			"installed; the sources have it as man/%s.%s",
			topics[i].page, topics[i].section, topics[i].page,
			topics[i].section);
		return CLI_ERROR;
	}
	return -1;
}

/* Neither a command, nor what one is called elsewhere, nor a topic. */
static int
unknown(const char *word)
{
	const char *list[COMMAND_MAX + TOPIC_COUNT], *near;
	autobuf struct buf topic_list = BUF_INIT;
	size_t count = 0;

	for (size_t i = 0; i < command_count; i++)
		list[count++] = commands[i]->name;
	for (size_t i = 0; i < TOPIC_COUNT; i++) {
		list[count++] = topics[i].topic;
		buf_printf(&topic_list, " %s", topics[i].topic);
	}
	near = command_elsewhere(word);
	if (!near)
		near = text_nearest(word, list, count);
	if (near)
		cli_say("no such command or topic: %s (did you mean '%s'?)",
			word, near);
	else
		cli_say("no such command or topic: %s; mj help lists the "
			"commands, and the topics are%s",
			word, buf_text(&topic_list));
	return CLI_USAGE;
}

static int
run_help(struct cli *c)
{
	const struct command *command;
	int status;

	if (c->word_count == 0) {
		commands_help();
		return CLI_OK;
	}
	if (c->word_count > 1)
		return cli_usage(c, "give one command or topic");
	status = open_topic(c->words[0]);
	if (status >= 0)
		return status;
	command = command_find(c->words[0]);
	if (!command)
		return unknown(c->words[0]);
	if (sys_is_terminal(1))
		page_open("1", "mj", command->name);
	cli_help(command);
	return CLI_OK;
}

const struct command cmd_help = {
	.name = "help",
	.operands = "[COMMAND | TOPIC]",
	.summary = "open the manual at a command or a topic",
	.run = run_help,
};
