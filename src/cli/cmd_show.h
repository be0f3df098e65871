/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of mj show. */
#ifndef MJ_CMD_SHOW_H
#define MJ_CMD_SHOW_H

#include <stdint.h>

#include "store/capture.h"
#include "store/jobs.h"
#include "store/view.h"
#include "store/waits.h"

struct shown {
	const struct home *home;
	struct view view;
	struct waits waits;
	struct capture capture;
	struct cancel_note cancel;
	const char *logs; /* directory */
	int64_t now;
};

/* How long attempt number number was waited for; -1 unknown. */
int64_t show_waited_ms(const struct shown *s, const struct task_view *t,
		       size_t number);

/* When the next attempt is due, wall clock; 0: none is, or it only waits for a place. */
int64_t show_next_attempt(const struct task_view *t);

/* Print it as one object. */
void show_json(const struct shown *s);

#endif
