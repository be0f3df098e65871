/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strict INI: sections and settings, each with its line.  inih splits the lines,
 * but only those that it would not cut, join or skip without a word.
 */
#ifndef MJ_LINES_H
#define MJ_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define LINES_BYTES_MAX 190 /* of a line that is no comment */

struct lines {
	/* Set by the caller; the two return 0, or -1 after lines_refuse. */
	const char *file; /* names the source in messages */
	int (*on_section)(void *user, const char *name);
	int (*on_setting)(void *user, const char *key, const char *value);
	void *user;

	/* Kept by lines_read. */
	const char *rest; /* what inih has not seen yet */
	size_t len;	  /* of rest */
	unsigned line;	  /* that inih has now, from 1 */
	bool in_section;
	bool failed; /* *e is set */
	struct err *e;
};

/*
 * Read len bytes of text and call on_section and on_setting for what it holds, in
 * order, until one of them fails.  Repetitions are theirs to find.
 * Return 0, or -1 with *e (ERR_INPUT).
 */
int lines_read(struct lines *l, const char *text, size_t len, struct err *e);

/* Refuse the current line: `file:line: ` and the formatted text.  Return -1. */
int lines_refuse(struct lines *l, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
