/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/moment.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void
moment_use_utc(void)
{
	setenv("TZ", "UTC0", 1);
	tzset();
}

const char *
moment_brief(int64_t wall_ms, int64_t now_ms, char out[TEXT_TIME_SIZE])
{
	time_t at = (time_t)(wall_ms / 1000), now = (time_t)(now_ms / 1000);
	struct tm tm, today;

	localtime_r(&at, &tm);
	localtime_r(&now, &today);
	if (tm.tm_year != today.tm_year)
		strftime(out, TEXT_TIME_SIZE, "%Y-%m-%d", &tm);
	else if (tm.tm_yday != today.tm_yday)
		strftime(out, TEXT_TIME_SIZE, "%m-%d %H:%M", &tm);
	else
		strftime(out, TEXT_TIME_SIZE, "%H:%M:%S", &tm);
	return out;
}

/* As queue shows it, with seconds or without. */
static int
parse_local(const char *word, int64_t *wall_ms)
{
	static const char *const formats[] = {"%Y-%m-%d %H:%M:%S",
					      "%Y-%m-%d %H:%M", "%Y-%m-%d"};

	for (int i = 0; i < 3; i++) {
		struct tm tm = {.tm_isdst = -1};
		const char *end = strptime(word, formats[i], &tm);
		time_t at;

		if (!end || *end)
			continue;
		at = mktime(&tm);
		if (at == (time_t)-1)
			return -1;
		*wall_ms = (int64_t)at * 1000;
		return 0;
	}
	return -1;
}

int
moment_parse(const char *word, int64_t now_ms, int64_t *wall_ms)
{
	if (text_when(word, now_ms, wall_ms) == 0)
		return 0;
	return parse_local(word, wall_ms);
}

int
moment_since(const char *option, const char *word, int64_t now_ms,
	     int64_t *wall_ms, struct err *e)
{
	int64_t ago_ms;

	if (text_duration(word, &ago_ms) == 0) {
		*wall_ms = now_ms - ago_ms;
		return 0;
	}
	if (*word != '+' && moment_parse(word, now_ms, wall_ms) == 0)
		return 0;
	return err_set(e, ERR_INPUT,
		       "%s %s: give how long ago, as 90m, 12h or 2d, or a time "
		       "such as 2026-12-01T02:00 (UTC) or '2026-12-01 02:00'",
		       option, word);
}
