/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mj complete: what may come next on a command line.  All that the shells know of
 * mj they ask here, so they know every command and option there is.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cmd.h"
#include "cli/offer.h"

/* A command line up to the word that is being typed. */
struct typing {
	struct offer offer;
	const char *home;
	const struct cli_option *open; /* it waits for its value */
	bool wants_home;	       /* --home does, before the command */
	bool unknown;		       /* there is no such command */
	bool dashes;
};

/* An option of a known command; a letter may have its value right behind it. */
static const struct cli_option *
option_of(const struct command *command, const char *word)
{
	const struct cli_option *o = NULL;

	if (!strncmp(word, "--", 2))
		return strchr(word, '=') ? NULL
					 : cli_option_of(command, word + 2,
							 strlen(word + 2), 0);
	for (const char *at = word + 1; *at; at++) {
		o = cli_option_of(command, NULL, 0, (unsigned char)*at);
		if (!o || (o->value && at[1]))
			return NULL;
		if (o->value)
			return o;
	}
	return NULL;
}

/* A word before the command. */
static void
see_front(struct typing *t, const char *word)
{
	if (t->wants_home || !strncmp(word, "--home=", 7)) {
		t->home = t->wants_home ? word : word + 7;
		t->wants_home = false;
	} else if (!strcmp(word, "--home")) {
		t->wants_home = true;
	} else if (word[0] != '-') {
		t->offer.command = command_find(word);
		t->unknown = !t->offer.command;
	}
}

static void
see_option(struct typing *t, const char *word)
{
	const struct cli_option *o = option_of(t->offer.command, word);

	if (o && o->value)
		t->open = o;
	if (!strncmp(word, "--home=", 7))
		t->home = word + 7;
}

/* Read what was typed before the last word; operands go to operands. */
static void
see(struct typing *t, char *const *words, size_t count, char **operands)
{
	t->offer.words = operands;
	for (size_t i = 0; i < count && !t->unknown; i++) {
		char *word = words[i];

		if (!t->offer.command) {
			see_front(t, word);
		} else if (t->open) {
			if (t->open->name && !strcmp(t->open->name, "home"))
				t->home = word;
			t->open = NULL;
		} else if (t->dashes || word[0] != '-' || !word[1]) {
			operands[t->offer.word_count++] = word;
		} else if (!strcmp(word, "--")) {
			t->dashes = true;
		} else {
			see_option(t, word);
		}
	}
}

static void
offer_option(const struct offer *o, const struct cli_option *option)
{
	bool letter = o->typed[1] && o->typed[1] != '-';
	char text[64];

	if (option->id < CLI_LONG && (letter || !option->name))
		snprintf(text, sizeof(text), "-%c", option->id);
	else
		snprintf(text, sizeof(text), "--%s", option->name);
	offer_word(o, text, option->help);
}

static void
offer_commands(const struct offer *o)
{
	for (size_t i = 0; i < command_count; i++)
		offer_word(o, commands[i]->name, commands[i]->summary);
}

static void
offer_topics(const struct offer *o)
{
	const char *topic, *page;

	for (size_t i = 0; (topic = help_topic(i, &page)); i++)
		offer_word(o, topic, page);
}

/* What stands before the command. */
static void
offer_front(const struct typing *t)
{
	static const struct command none = {.name = "mj"};
	const struct cli_option *o;

	if (t->wants_home) {
		offer_value(&t->offer, "DIR", 3);
		return;
	}
	if (t->offer.typed[0] != '-') {
		offer_commands(&t->offer);
		return;
	}
	for (size_t i = 0; (o = cli_option_at(&none, i)); i++)
		offer_option(&t->offer, o);
	offer_word(&t->offer, "--version", "print the version");
}

/* The next operand, by the words of the command's help: `JOB [TASK]`. */
static void
offer_operand(const struct offer *o)
{
	const char *at = o->command->operands;

	if (o->command == &cmd_help) {
		offer_commands(o);
		offer_topics(o);
		return;
	}
	for (size_t i = 0; i <= o->word_count && *at && *at != '|'; i++) {
		size_t skip = strspn(at, "["), len;
		bool again;

		at += skip;
		len = strcspn(at, " ");
		if (skip && at[len - 1] == ']')
			len--;
		again = len > 3 && (!memcmp(at + len - 3, "...", 3) ||
				    !memcmp(at + len - 3, "…", 3));
		if (i == o->word_count || again)
			offer_value(o, at, len - (again ? 3 : 0));
		at += strcspn(at, " ");
		at += strspn(at, " ");
	}
}

static void
offer_next(struct typing *t)
{
	struct offer *o = &t->offer;
	const char *equals = strchr(o->typed, '=');
	const struct cli_option *option;

	if (t->open) {
		offer_value(o, t->open->value, strlen(t->open->value));
	} else if (t->dashes && o->command == &cmd_launch) {
		puts(":command");
	} else if (t->dashes || o->typed[0] != '-') {
		offer_operand(o);
	} else if (equals && !strncmp(o->typed, "--", 2)) {
		autofree char *before =
			mem_copy_n(o->typed, (size_t)(equals + 1 - o->typed));

		option = cli_option_of(o->command, o->typed + 2,
				       (size_t)(equals - o->typed - 2), 0);
		o->before = before;
		o->typed = equals + 1;
		if (option && option->value)
			offer_value(o, option->value, strlen(option->value));
		o->before = "";
	} else {
		for (size_t i = 0; (option = cli_option_at(o->command, i)); i++)
			offer_option(o, option);
	}
}

static int
run_complete(struct cli *c)
{
	autofree char **operands = mem_new(c->word_count + 1, sizeof(char *));
	struct home home = HOME_INIT;
	struct typing t = {.home = c->home, .offer = {.before = ""}};
	size_t before = c->word_count ? c->word_count - 1 : 0;
	struct err e;

	see(&t, c->words, before, operands);
	t.offer.typed = c->word_count ? c->words[before] : "";
	if (home_open(&home, t.home, HOME_READ, &e) == 0)
		t.offer.home = &home;
	if (t.offer.command)
		offer_next(&t);
	else if (!t.unknown)
		offer_front(&t);
	home_close(&home);
	return CLI_OK;
}

const struct command cmd_complete = {
	.name = "complete",
	.operands = "-- [WORD...]",
	.summary = "list what may come next on a command line, for shells",
	.run = run_complete,
};
