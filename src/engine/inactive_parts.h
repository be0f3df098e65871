/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of inactive share. */
#ifndef MJ_INACTIVE_PARTS_H
#define MJ_INACTIVE_PARTS_H

#include "engine/inactive.h"

/* The job's lock, waiting a moment for who has it.  Return it, or -1 with *e. */
int inactive_lock(const struct home *home, uint32_t job, struct err *e);

/* Something stands against deciding now: whoever runs the next pass decides. */
enum settled inactive_put_off(const struct home *home, uint32_t job);

#endif
