/* SPDX-License-Identifier: Apache-2.0 */
/* A live job whose directory was removed from outside: nothing of it can be noted any more. */
#ifndef MJ_VANISH_H
#define MJ_VANISH_H

#include "engine/live.h"

/* End every process of the job, and return when none is left. */
void vanish(struct live *l);

#endif
