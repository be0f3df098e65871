/* SPDX-License-Identifier: Apache-2.0 */
/* Times as people see and give them. */
#ifndef MJ_MOMENT_H
#define MJ_MOMENT_H

#include <stdint.h>

#include "base/err.h"
#include "base/text.h"

/* Times are shown in UTC from now on (--utc), else in the local zone. */
void moment_use_utc(void);

/* What is needed to tell it from others near now: 09:45:22, 11-30 09:45 or 2025-11-30. */
const char *moment_brief(int64_t wall_ms, int64_t now_ms,
			 char out[TEXT_TIME_SIZE]);

/*
 * As text_when, or a local time as times are shown: 2026-12-01 02:00, with seconds, or a
 * date alone.  Return 0 and wall-clock ms, or -1.
 */
int moment_parse(const char *word, int64_t now_ms, int64_t *wall_ms);

/*
 * A time that is past: a duration ago (2h), 2026-11-30T08:00 (UTC), or as times are shown,
 * 2026-11-30 09:45.  Return 0 and wall-clock ms, or -1 with *e.
 */
int moment_since(const char *option, const char *word, int64_t now_ms,
		 int64_t *wall_ms, struct err *e);

#endif
