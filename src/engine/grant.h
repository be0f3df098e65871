/* SPDX-License-Identifier: Apache-2.0 */
/* What the tasks of a live job ask of passes, and get. */
#ifndef MJ_GRANT_H
#define MJ_GRANT_H

#include "engine/live.h"

/*
 * Ask for a place, unless that was done or there is one: a request in the queue, and a pass
 * wanted.  Where it cannot be written it is tried again after a second.
 */
void grant_ask(struct live *l, size_t task);

/* See whether what a task asked for is there: then it is granted. */
void grant_see(struct live *l, size_t task);

/*
 * The same for all of them.  Where many ask, by the names in launching/: a grant has one
 * there before it is one and until it is seen, and few are there at a time.
 */
void grant_see_all(struct live *l);

#endif
