/* SPDX-License-Identifier: Apache-2.0 */
/* What mj doctor remarks on stderr: no fault of what is there, and worth a look. */
#ifndef MJ_CMD_DOCTOR_H
#define MJ_CMD_DOCTOR_H

#include "store/home.h"

/* That no timer has run a pass for long: all goes on without one until a restart. */
void remark_timer(const struct home *home);

/* That on_event runs what is not there, or that the last callback failed. */
void remark_callbacks(const struct home *home);

/* That a pool is to enforce what tasks need where that cannot be. */
void remark_fences(const struct home *home);

#endif
