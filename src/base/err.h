/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A failure as a value: a code to decide by, a text to show.
 *
 * A function that can fail takes `struct err *e` last and returns -1 (or NULL)
 * when it does.  The text is set where the fact is known, wrapped where the
 * intent is known, and printed once, by src/cli.  e may be NULL when the caller
 * does not care.
 */
#ifndef MJ_ERR_H
#define MJ_ERR_H

#include <stdarg.h>

enum err_code {
	ERR_NONE,
	ERR_SYS,     /* a system call failed; errnum says how */
	ERR_INPUT,   /* what the user gave is wrong: exit status 2 */
	ERR_BUSY,    /* somebody else holds the lock */
	ERR_MISSING, /* no such job, task, file */
	ERR_CORRUPT, /* a file of ours does not read as it should */
	ERR_REFUSED, /* right in form, not allowed now */
};

struct err {
	enum err_code code;
	int errnum; /* errno at the time, 0 if none */
	char text[480];
};

/*
 * strerror(3), but for a number without a text of its own: for that the C library allocates
 * memory and keeps it, over a fork too (glibc's string/strerror_l.c).
 */
const char *err_words(int errnum);

/* Set *e to the formatted text followed by ": " and what errno means.  Return -1. */
int err_sys(struct err *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Set *e to code and the formatted text.  Return -1. */
int err_set(struct err *e, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Put the formatted text and ": " before the text of *e, keep the code.  Return -1. */
int err_wrap(struct err *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
