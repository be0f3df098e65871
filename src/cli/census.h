/* SPDX-License-Identifier: Apache-2.0 */
/* All jobs of a home, counted. */
#ifndef MJ_CENSUS_H
#define MJ_CENSUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/admit.h"
#include "model/state.h"
#include "store/home.h"
#include "store/waits.h"

/* Why an attempt ended, as its record says. */
#define CENSUS_CAUSES 9
extern const char *const census_causes[CENSUS_CAUSES];

struct census {
	uint64_t jobs[STATUS_COUNT];
	uint64_t bad; /* that cannot be read, or were set aside */
	uint64_t schedule[SCHEDULE_COUNT]; /* but DONE */
	uint64_t launches;		   /* attempts begun, of all jobs */
	uint64_t recoveries;
	uint64_t ends[CENSUS_CAUSES];
	uint64_t submitted; /* the last number given out */
};

/* Count; w was read just before.  Return 0, or -1 with *e. */
int census_take(const struct home *home, const struct waits *w,
		struct census *out, struct err *e);

#endif
