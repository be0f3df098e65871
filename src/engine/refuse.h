/* SPDX-License-Identifier: Apache-2.0 */
/* Requests that can never be served, as no place of theirs has what they need. */
#ifndef MJ_REFUSE_H
#define MJ_REFUSE_H

#include <stdbool.h>

#include "base/buf.h"
#include "model/job.h"
#include "store/home.h"
#include "store/queue.h"

/*
 * Whether a task can run in none of its places, by the settings, and why in why (size
 * bytes); a place that the settings do not know may come back.
 */
bool refuse_task(const struct config *config, const struct task *task,
		 char *why, size_t size);

/*
 * The first of its places, from the one given on, that could ever serve a task; that one if
 * none could.  There it waits: in another it would have nothing kept for it.  A bit of
 * refused is for each of the first places that is not to be taken.
 */
size_t refuse_places(const struct config *config, const struct task *task,
		     size_t from, uint64_t refused);

/*
 * Under the pass lock: a request that its pool can never serve.  A job that no other place
 * can serve ends, a hint of nothing goes, the controller of a task is told.  Return whether it waits no longer.
 */
bool refuse_request(struct home *home, const struct request *r,
		    struct buf *report);

#endif
