/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unique/KEY: the number of the job that was last submitted with a key.  Its file is
 * locked from the look at that job to the commit of the next one, and the next one's
 * number is on the disk before that commit: so a number in it that never became a job,
 * or whose job has ended, stands in nobody's way.
 */
#ifndef MJ_UNIQUE_H
#define MJ_UNIQUE_H

#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

/*
 * Take the key: *lock holds it until it is closed.  May wait a moment for another submit.
 * Return 0; 1 when its job, *live, has not ended, and nothing is held; or -1 with *e.
 */
int unique_take(const struct home *home, const char *key, int *lock,
		uint32_t *live, struct err *e);

/* Give the key to a job about to be committed; durable.  Return 0, or -1 with *e. */
int unique_give(const struct home *home, int lock, uint32_t job,
		struct err *e);

/* Remove the files of keys whose job has ended, or never was.  Does not wait for anybody. */
void unique_prune(const struct home *home);

/* The job that unique/KEY names; 0 none. */
uint32_t unique_job(const struct home *home, const char *key);

#endif
