/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The controller's mind: what each task of a live job needs now, and doing it.  Looking
 * again changes nothing that is right already, so it may be called at any time.
 */
#ifndef MJ_ADVANCE_H
#define MJ_ADVANCE_H

#include <stdbool.h>

#include "engine/live.h"

/* Take a job up, new or from a controller that died: its tasks, entries and attempts. */
void advance_begin(struct live *l);

/* Somebody poked: look for requests to cancel. */
void advance_poked(struct live *l);

/* One look.  Return whether every task is final and nothing of the job is owed but its own end. */
bool advance(struct live *l);

#endif
