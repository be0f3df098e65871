/* SPDX-License-Identifier: Apache-2.0 */
/* When a job may start, as words on the command line say it: after others, at a time. */
#ifndef MJ_WHEN_H
#define MJ_WHEN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/after.h"
#include "store/home.h"

struct afters {
	struct after *list; /* owned */
	size_t count, cap;
};
void afters_release(struct afters *a);
#define autoafters __attribute__((cleanup(afters_release)))

/*
 * Append what a word asks: JOB, a number, a range or a name, and `:ok`, `:any` or `:fail`;
 * option names it in messages.  Return 0, or -1 with *e (ERR_MISSING: no such job).
 */
int when_after(const struct home *home, const char *option, const char *word,
	       struct afters *out, struct err *e);

/* Read a moment.  Return 0 and wall-clock ms, or -1 with *e. */
int when_begin(const char *option, const char *word, int64_t *begin_ms,
	       struct err *e);

/* Check a key.  Return 0, or -1 with *e. */
int when_unique(const char *key, struct err *e);

/* Say how to have a timer. */
void when_advise_timer(void);

/* Warn when no timer seems to run the pass that a job with a moment needs. */
void when_warn(const struct home *home);

#endif
