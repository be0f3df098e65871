/* SPDX-License-Identifier: Apache-2.0 */
/* What a controller opens to be talked to, and to talk. */
#ifndef MJ_DOOR_H
#define MJ_DOOR_H

#include "engine/live.h"

/* Open ctl, made anew where it is no FIFO; waits until that can be done. */
void door_ctl(struct live *l);

/* Set l->logs, and let descriptors 1 and 2 be the controller's log, if that can be had. */
void door_log(struct live *l);

#endif
