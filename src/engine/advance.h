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

/*
 * Only find the entries the job's tasks still have: for a job whose final record was
 * written by a controller that died before they went.
 */
void advance_tidy(struct live *l);

/* Somebody poked: look for requests to cancel. */
void advance_poked(struct live *l);

/*
 * ms until a task may be tried again or has outlived the primary ones, at most 30 s, as the
 * wall clock may be set meanwhile; -1: nothing waits for a time.
 */
int64_t advance_due_ms(const struct live *l);

/*
 * One look.  Return whether every task is final: then what is left is to write the notes
 * that are not written yet, with the job's own end, and to give the places back.
 */
bool advance(struct live *l);

#endif
