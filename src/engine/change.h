/* SPDX-License-Identifier: Apache-2.0 */
/* Changing one's mind about a job that has not started: hold, release, set. */
#ifndef MJ_CHANGE_H
#define MJ_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/after.h"
#include "store/home.h"

/* What is to be another; what is not named stays. */
struct change {
	bool has_priority, has_timeout, has_begin, has_after;
	int priority;
	const char *pool;	/* all its tasks there; NULL: as it is */
	int64_t timeout_ms;	/* 0: none but the spec's */
	int64_t begin_ms;	/* wall clock; one that is past: at once */
	struct after *afters;	/* instead of those it has */
	size_t after_count;
};

/*
 * Change a waiting or held job, durable.  What became of it at once is added to report, a
 * line each.  A pass must be run afterwards, also on failure.  Return 0, or -1 with *e:
 * ERR_REFUSED says why it cannot be.
 */
int change_set(struct home *home, uint32_t job, const struct change *c,
	       struct buf *report, struct err *e);

/* Hold a waiting job, or release a held one; as change_set, or 1: it is so already. */
int change_hold(struct home *home, uint32_t job, bool hold, struct err *e);

#endif
