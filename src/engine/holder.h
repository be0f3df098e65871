/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who has a task's attempt in hand, from the fork of its runner to the verdict: runners
 * started, adopted and missed; the command taken over from a killed runner; the processes
 * of an attempt hunted down when runner and controller both died.
 */
#ifndef MJ_HOLDER_H
#define MJ_HOLDER_H

#include "engine/live.h"

/* Fork the runner of the attempt begun; tried again later when that fails. */
void holder_start(struct live *l, size_t task);

/* At the start of a successor: find out who has an attempt that the record says is begun. */
void holder_adopt(struct live *l, size_t task);

/*
 * Look how the attempt stands: its run began, its runner went, its end was noted.  Gives
 * the task its next status when the attempt is over.
 */
void holder_look(struct live *l, size_t task);

/* Let the holder look at the requests to cancel. */
void holder_cancel(struct live *l, size_t task);

/*
 * Of a task that is being cancelled: a runner that somebody stopped or traces is continued,
 * and killed when that is in vain, so that we go on in its place.
 */
void holder_unstick(struct live *l, size_t task);

/* Let the holder look whether the task is to stand still. */
void holder_suspend(struct live *l, size_t task);

#endif
