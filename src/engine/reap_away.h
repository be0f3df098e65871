/* SPDX-License-Identifier: Apache-2.0 */
/* What runs elsewhere for a job that can be told nothing any more. */
#ifndef MJ_REAP_AWAY_H
#define MJ_REAP_AWAY_H

#include <stdint.h>

#include "base/buf.h"
#include "store/home.h"

/*
 * Take the fences of all its attempts in pools beyond this machine away: their scripts end
 * what they run, or start nothing.  Where a pool keeps no marks that we see, people are to
 * end it: a line in report names the attempts.
 */
void reap_away(const struct home *home, uint32_t job, struct buf *report);

#endif
