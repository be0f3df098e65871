/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a remote attempt in the directory both sides see; see model/script.h. */
#ifndef MJ_MARKS_H
#define MJ_MARKS_H

#include <stdbool.h>

#include "base/err.h"
#include "model/script.h"

/* Write NAME.sh (0700) and raise the fence.  Return 0, or -1 with *e. */
int marks_make(const char *dir, const char *name, const char *script,
	       size_t len, struct err *e);

/* Take the fence away: a script of that name starts nothing any more.  Return 0, or -1 with errno. */
int marks_fence(const char *dir, const char *name);

/* The same for all whose names begin so. */
void marks_fence_all(const char *dir, const char *prefix);

/* Whether there is none: it was taken away, or lost. */
bool marks_fenced(const char *dir, const char *name);

/* Whether the script has begun, as far as is seen here. */
bool marks_begun(const char *dir, const char *name);

/* Read NAME.end.  Return 1 and *out, 0 if there is none (yet), -1 if that cannot be told. */
int marks_end(const char *dir, const char *name, struct script_end *out);

/* Remove all of them, the fence first. */
void marks_remove(const char *dir, const char *name);

#endif
