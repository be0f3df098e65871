/* SPDX-License-Identifier: Apache-2.0 */
/* What is done with mj while one of its calls fails, and what must hold after it. */
#ifndef MJ_SCENE_H
#define MJ_SCENE_H

#include <stdbool.h>

#include "fault.h"
#include "world.h"

struct play {
	struct world w;
	struct fault_plan *plan;
	const char *mj, *schedule;
	bool lasting;	/* the failure goes on for a while */
	char *home;	/* what its file `home` said when calls began to fail */
	bool late;	/* something waited for a pass by hand */
	char why[1200]; /* what was wrong; "" nothing so far */
};

struct scene {
	const char *name;
	void (*play)(struct play *p);
	unsigned roles; /* bits of the roles whose calls fail in it */
};

extern const struct scene scenes[];
extern const unsigned scene_count;

#endif
