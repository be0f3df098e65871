/* SPDX-License-Identifier: Apache-2.0 */
/* What one job wants of another before it may start. */
#ifndef MJ_AFTER_H
#define MJ_AFTER_H

#include <stdbool.h>
#include <stdint.h>

#include "model/state.h"

enum want {
	WANT_OK,   /* that it ends SUCCEEDED */
	WANT_ANY,  /* that it ends */
	WANT_FAIL, /* that it ends as what `mj wait` calls failed: FAILED…, SKIPPED */
	WANT_COUNT
};

struct after {
	uint32_t job; /* the other one */
	enum want want;
	unsigned set; /* conditions that were stated together have one number */
};

/* "ok", "any", "fail"; static text. */
const char *want_name(enum want w);

/* The reverse.  Return 0, or -1 for another word. */
int want_parse(const char *name, enum want *out);

/* Whether a job that ended so is what was wanted; if not, it never will be. */
bool want_met(enum want w, enum status ended);

#endif
