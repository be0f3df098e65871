/* SPDX-License-Identifier: Apache-2.0 */
/* What the end of an attempt means for its task. */
#ifndef MJ_VERDICT_H
#define MJ_VERDICT_H

#include "engine/live.h"

/* Note that the command was started, once the record says so; gives the launch slot back. */
void verdict_running(struct live *l, size_t task);

/* Take over the reason for which another place has not started it, or does not answer. */
void verdict_pending(struct live *l, size_t task);

/* The attempt's end is in the record: give the task its status by it. */
void verdict_end(struct live *l, size_t task);

/* The attempt is lost, with nobody of it left: why says how we know.  It is tried again. */
void verdict_lost(struct live *l, size_t task, const char *why);

/* Its attempt could not be started where it has a place; nothing of it runs. */
void verdict_no_capacity(struct live *l, size_t task, const char *why);

/* A task without a living attempt is cancelled; by says by whom or what. */
void verdict_cancelled(struct live *l, size_t task, const char *by);

#endif
