/* SPDX-License-Identifier: Apache-2.0 */
/* What is done to a home before its machine loses power, and what must hold after. */
#ifndef MJ_POWER_H
#define MJ_POWER_H

#include <stdbool.h>

#include "../fault/world.h"
#include "disk.h"

/*
 * Before each scene job 1 has ended, job 2 is held, and job 3 waits in a pool that is
 * paused; the scene is about job 4 and those after it.
 */
#define JOB_ENDED 1u
#define JOB_HELD 2u
#define JOB_WAITING 3u
#define JOB 4u

struct aftermath {
	struct world w;
	const char *mj, *schedule;
	unsigned
		told; /* how often a command had told its user that it was done */
	unsigned gone;		 /* bits of the jobs that had left the queue */
	const struct disk *disk; /* at the point of the power loss */
	char why[1200];		 /* what was wrong; "" nothing so far */
};

/* What must become of job 4. */
enum fate {
	FATE_ANY,	/* it was not promised: never there, or it ends */
	FATE_RUNS,	/* SUCCEEDED, each task once */
	FATE_CANCELLED, /* no task starts */
	FATE_HELD,	/* no task starts, and it stays where it is */
	FATE_FINAL,	/* SUCCEEDED or CANCELLED */
};

struct power_scene {
	const char *name;
	void (*prepare)(
		struct aftermath *a); /* more than the three jobs; or NULL */
	void (*record)(struct aftermath *a);
	unsigned jobs;	   /* from job 4 on */
	enum fate fate[3]; /* by how often the user was told something */
};

extern const struct power_scene power_scenes[];
extern const unsigned power_scene_count;

void power_prepare(struct aftermath *a, const struct power_scene *scene);

/* Go on from the home in a->w, and check everything. */
void power_check(struct aftermath *a, const struct power_scene *scene);

#endif
