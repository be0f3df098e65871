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
 * Whether a request of ours has waited for long though its pool has room, and a pass should
 * look: whoever should have run one may have been killed.  One that stands behind what is
 * kept for another waits so for good reason.  So each change of who has places is looked at
 * once, and then ever more seldom.
 */
bool controller_starved(struct live *l);

/* Whether to look now, with what is seen. */
bool controller_starving(struct starving *s, uint64_t seen, int64_t now_ms);

/* How long to sleep when nothing happens: -1 for ever. */
int64_t controller_sleep_ms(const struct live *l);

/* Fill what to sleep on; fds has room for two and two a task.  Return how many. */
size_t controller_fds(const struct live *l, struct pollfd *fds);

#endif
