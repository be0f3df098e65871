/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What could be typed next, for the shells: a line for each candidate, with what
 * it is after a tab, and lines that begin with ':' for what the shell lists by
 * itself.
 */
#ifndef MJ_OFFER_H
#define MJ_OFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/cli.h"

struct offer {
	const struct command *command;
	const struct home *home; /* NULL: there is none to look into */
	char *const *words;	 /* its operands so far */
	size_t word_count;
	const char *before; /* stands in front of each candidate */
	const char *typed;  /* what each candidate begins with */
};

/* Print a candidate if it begins with what was typed. */
void offer_word(const struct offer *o, const char *word, const char *about);

/*
 * Print all that may stand for a placeholder of the help, such as JOB, TASK or POOL
 * (len bytes); nothing for one that anything may stand for.
 */
void offer_value(const struct offer *o, const char *placeholder, size_t len);

#endif
