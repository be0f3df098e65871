/* SPDX-License-Identifier: Apache-2.0 */
/* The facts of admission, counted from the names in queue/ and the settings. */
#ifndef MJ_FACTS_H
#define MJ_FACTS_H

#include <stdbool.h>

#include "model/admit.h"
#include "store/home.h"

struct facts {
	struct admission admission; /* pools owned; their names are the settings' */
	bool launch_wanted; /* the caller's: somebody waits for a launch slot alone */
};

/*
 * Count what exists now into *f, which must be {0} or released.  Return 0, or -1 with *e
 * when something cannot be counted; facts_release is due either way.
 */
int facts_count(const struct home *home, struct facts *f, struct err *e);
void facts_release(struct facts *f);

#endif
