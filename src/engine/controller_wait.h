/* SPDX-License-Identifier: Apache-2.0 */
/* What a controller sleeps on, and for how long. */
#ifndef MJ_CONTROLLER_WAIT_H
#define MJ_CONTROLLER_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/live.h"
#include "os/sys.h"

/*
 * Whether a request of ours has waited for long though its pool has room: whoever should
 * have run a pass was killed.
 */
bool controller_starved(const struct live *l);

/* How long to sleep when nothing happens: -1 for ever. */
int64_t controller_sleep_ms(const struct live *l);

/* Fill what to sleep on; fds has room for two and two a task.  Return how many. */
size_t controller_fds(const struct live *l, struct pollfd *fds);

#endif
