/* SPDX-License-Identifier: Apache-2.0 */
/* A home for one test of the store. */
#ifndef MJ_STORING_H
#define MJ_STORING_H

#include "store/home.h"

struct storing {
	int dir; /* holds home and logs */
	struct home home;
};

/* Make a home in a directory of its own, with the settings of text if not NULL. */
void storing_open(struct storing *s, const char *config);
void storing_close(struct storing *s);

/* Make jobs/ID with a record that tells of its submit into pool local, root t. */
void storing_job(struct storing *s, unsigned job);

#endif
