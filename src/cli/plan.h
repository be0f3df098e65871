/* SPDX-License-Identifier: Apache-2.0 */
/* What a submission would be, for `launch --dry-run`. */
#ifndef MJ_PLAN_H
#define MJ_PLAN_H

#include "engine/submit.h"
#include "store/home.h"

/* Print the tasks in the order they can start, with what each waits for.  Return the exit status. */
int plan_print(const struct home *home, const struct submission *s);

#endif
