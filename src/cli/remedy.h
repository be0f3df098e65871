/* SPDX-License-Identifier: Apache-2.0 */
/* What to do about an error that a layer below told: it is added to its text. */
#ifndef MJ_REMEDY_H
#define MJ_REMEDY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/home.h"

/*
 * The word that should be a spec's file could not be read: name one that is near, or
 * how a command is given.
 */
void remedy_spec(const char *word, struct err *e);

/* Append the line as one word that a shell gives on as it stands, quoted as people would. */
void remedy_quote(struct buf *out, const char *line);

/* How a command is given where the word for a spec is likely to be one. */
void remedy_dashes(const char *word, struct err *e);

/* Something was refused: if the job has ended, say what runs it again. */
void remedy_ended(const struct home *home, uint32_t job, struct err *e);

/* A home cannot be opened: say how another one is given. */
void remedy_home(struct err *e);

/* There is no such pool: name one that is near, or how it is made. */
void remedy_pool(const struct home *home, const char *pool, struct err *e);

#endif
