/* SPDX-License-Identifier: Apache-2.0 */
/* What mj launch says of what it submitted, or did not. */
#ifndef MJ_ANNOUNCE_H
#define MJ_ANNOUNCE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/submit.h"
#include "store/home.h"

/* The numbers on stdout, a line each; json: objects. */
void announce_numbers(const struct submission *s, uint32_t first, bool json);

/* When they start, and what people may want to do next, on stderr. */
void announce_hints(const struct home *home, const struct submission *s,
		    uint32_t first);

/* A job of the key has not ended: its number, as that of one submitted.  The exit status. */
int announce_taken(const struct submission *s, uint32_t live, bool json);

#endif
