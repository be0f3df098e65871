/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SPAN_MAX_MS (100LL * 366 * 86400 * 1000)

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int
text_u64(const char *s, uint64_t max, uint64_t *out)
{
	uint64_t n = 0;

	if (!*s)
		return -1;
	for (; *s; s++) {
		unsigned digit = (unsigned)(*s - '0');

		if (!is_digit(*s) || n > (max - digit) / 10 || digit > max)
			return -1;
		n = n * 10 + digit;
	}
	*out = n;
	return 0;
}

int
text_i64(const char *s, int64_t min, int64_t max, int64_t *out)
{
	bool negative = *s == '-';
	uint64_t n;
	int64_t value;

	if (text_u64(s + negative, (uint64_t)INT64_MAX + negative, &n) < 0)
		return -1;
	value = (int64_t)(negative ? -n : n);
	if (value < min || value > max)
		return -1;
	*out = value;
	return 0;
}

static int64_t
unit_ms(const char *unit)
{
	static const struct {
		const char *name;
		int64_t ms;
	} units[] = {
		{"", 1000},	 {"ms", 1},	{"s", 1000},
		{"m", 60000},	 {"h", 3600000}, {"d", 86400000},
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ms;
	return -1;
}

int
text_duration(const char *s, int64_t *out_ms)
{
	int64_t whole = 0, part = 0, scale = 1, unit;
	int digits = 0;

	for (; is_digit(*s); s++, digits++) {
		if (whole > SPAN_MAX_MS)
			return -1;
		whole = whole * 10 + (*s - '0');
	}
	if (!digits)
		return -1;
	if (*s == '.') {
		if (!is_digit(*++s))
			return -1;
		for (; is_digit(*s); s++) {
			if (scale == 1000000)
				continue;
			part = part * 10 + (*s - '0');
			scale *= 10;
		}
	}
	unit = unit_ms(s);
	if (unit < 0 || whole > SPAN_MAX_MS / unit)
		return -1;
	*out_ms = whole * unit + part * unit / scale;
	return 0;
}

int
text_decimal(const char *s, int64_t *out_milli)
{
	size_t len = strlen(s);

	/* as a duration without a unit: of seconds, in milliseconds */
	if (!len || !is_digit(s[len - 1]))
		return -1;
	return text_duration(s, out_milli);
}

int
text_size(const char *s, uint64_t *out)
{
	static const char units[] = "KMGT";
	size_t digits = strspn(s, "0123456789");
	const char *unit = s[digits] ? strchr(units, s[digits]) : NULL;
	unsigned shift = unit ? (unsigned)(unit - units + 1) * 10 : 0;
	char number[24];
	uint64_t n;

	if (digits >= sizeof(number) ||
	    (s[digits] && (!unit || s[digits + 1])))
		return -1;
	memcpy(number, s, digits);
	number[digits] = '\0';
	if (text_u64(number, (uint64_t)INT64_MAX >> shift, &n) < 0)
		return -1;
	*out = n << shift;
	return 0;
}

const char *
text_bytes(uint64_t n, char *out, size_t size)
{
	static const char units[] = "KMGTPE";
	const char *unit = units;
	uint64_t tenths = n;

	if (n < 1024) {
		snprintf(out, size, "%llu B", (unsigned long long)n);
		return out;
	}
	while (tenths >= 1024 * 1024 && unit[1]) {
		tenths /= 1024;
		unit++;
	}
	tenths = tenths * 10 / 1024;
	if (tenths < 100 && tenths % 10)
		snprintf(out, size, "%llu.%llu %ciB",
			 (unsigned long long)tenths / 10,
			 (unsigned long long)tenths % 10, *unit);
	else
		snprintf(out, size, "%llu %ciB",
			 (unsigned long long)tenths / 10, *unit);
	return out;
}

bool
text_name_ok(const char *s, size_t max)
{
	size_t len = 0;

	if (*s == '.' || *s == '-')
		return false;
	for (; *s; s++, len++)
		if (!is_digit(*s) && !is_alpha(*s) && *s != '.' && *s != '_' &&
		    *s != '-')
			return false;
	return len > 0 && len <= max;
}

bool
text_env_name_ok(const char *s)
{
	if (!is_alpha(*s) && *s != '_')
		return false;
	for (; *s; s++)
		if (!is_digit(*s) && !is_alpha(*s) && *s != '_')
			return false;
	return true;
}

const char *
text_span(int64_t ms, char *out, size_t size)
{
	long long s = ms > 0 ? ms / 1000 : 0;

	if (ms > 0 && ms < 10000)
		snprintf(out, size, "%lld.%ds", s, (int)(ms % 1000 / 100));
	else if (s < 60)
		snprintf(out, size, "%llds", s);
	else if (s < 3600)
		snprintf(out, size, "%lldm %llds", s / 60, s % 60);
	else if (s < 86400)
		snprintf(out, size, "%lldh %lldm", s / 3600, s % 3600 / 60);
	else
		snprintf(out, size, "%lldd %lldh", s / 86400, s % 86400 / 3600);
	return out;
}

const char *
text_time(int64_t wall_ms, char *out)
{
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm tm;
	char day[TEXT_TIME_SIZE - 6];

	gmtime_r(&seconds, &tm);
	strftime(day, sizeof(day), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(out, TEXT_TIME_SIZE, "%s.%03dZ", day, (int)(wall_ms % 1000));
	return out;
}

int
text_time_parse(const char *s, int64_t *wall_ms)
{
	static const char form[] = "dddd-dd-ddTdd:dd:dd.dddZ";
	char again[TEXT_TIME_SIZE];
	struct tm tm = {0};
	int64_t value;
	int ms;

	for (size_t i = 0; i < sizeof(form); i++)
		if (form[i] == 'd' ? !is_digit(s[i]) : s[i] != form[i])
			return -1;
	if (sscanf(s, "%4d-%2d-%2dT%2d:%2d:%2d.%3d", &tm.tm_year, &tm.tm_mon,
		   &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &ms) != 7)
		return -1;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	value = (int64_t)timegm(&tm) * 1000 + ms;
	/* timegm takes a 31 February for 3 March. */
	if (strcmp(text_time(value, again), s))
		return -1;
	*wall_ms = value;
	return 0;
}

/* An offset from UTC: nothing, Z, +hh:mm or +hhmm.  Return 0 and minutes, or -1. */
static int
offset_minutes(const char *s, int *out)
{
	int sign = *s == '-' ? -1 : 1, digits[4];
	size_t n = 0;

	*out = 0;
	if (!*s || !strcmp(s, "Z"))
		return 0;
	if (*s != '+' && *s != '-')
		return -1;
	for (s++; *s && n < 4; s++) {
		if (n == 2 && *s == ':' && is_digit(s[1]))
			continue;
		if (!is_digit(*s))
			return -1;
		digits[n++] = *s - '0';
	}
	if (*s || n < 4 || digits[2] > 5)
		return -1;
	*out = sign * ((digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 +
		       digits[3]);
	return *out > 14 * 60 || *out < -14 * 60 ? -1 : 0;
}

int
text_when(const char *s, int64_t now_ms, int64_t *wall_ms)
{
	char full[TEXT_TIME_SIZE];
	int minutes;
	size_t len = strspn(s, "0123456789-T:");

	if (!strcmp(s, "now")) {
		*wall_ms = now_ms;
		return 0;
	}
	if (*s == '+') {
		if (text_duration(s + 1, wall_ms) < 0)
			return -1;
		*wall_ms += now_ms;
		return 0;
	}
	/* the '-' of an offset looks like one of the date */
	if (len > 19)
		len = 19;
	if (len > 16 && s[16] != ':')
		len = 16;
	if (len != 16 && len != 19)
		return -1;
	snprintf(full, sizeof(full), "%.*s%s.000Z", (int)len, s,
		 len == 16 ? ":00" : "");
	if (text_time_parse(full, wall_ms) < 0 ||
	    offset_minutes(s + len, &minutes) < 0)
		return -1;
	*wall_ms -= (int64_t)minutes * 60000;
	return *wall_ms < 0 ? -1 : 0;
}

const char *
text_time_local(int64_t wall_ms, char *out)
{
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm tm;

	localtime_r(&seconds, &tm);
	strftime(out, TEXT_TIME_SIZE, "%Y-%m-%d %H:%M:%S", &tm);
	return out;
}

const char *
text_minute(int64_t wall_ms, char *out)
{
	text_time_local(wall_ms, out);
	if (wall_ms / 1000 % 60 == 0)
		out[16] = '\0'; /* its ":00" */
	return out;
}

bool
text_field(const char *text, const char *key, char *out, size_t size)
{
	size_t len = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		size_t n;

		line += *line == '\n';
		if (strncmp(line, key, len) || strncmp(line + len, " = ", 3))
			continue;
		line += len + 3;
		n = strcspn(line, "\n");
		snprintf(out, size, "%.*s", (int)n, line);
		return true;
	}
	return false;
}

uint64_t
text_field_u64(const char *text, const char *key, uint64_t fallback)
{
	char value[24];
	uint64_t n;

	if (!text_field(text, key, value, sizeof(value)) ||
	    text_u64(value, UINT64_MAX, &n) < 0)
		return fallback;
	return n;
}

/* Levenshtein distance, given up (as max + 1) for words over 31 bytes. */
static int
edit_distance(const char *a, const char *b)
{
	int row[32];
	int la = (int)strlen(a), lb = (int)strlen(b);

	if (la > 31 || lb > 31)
		return 99;
	for (int j = 0; j <= lb; j++)
		row[j] = j;
	for (int i = 1; i <= la; i++) {
		int diagonal = row[0];

		row[0] = i;
		for (int j = 1; j <= lb; j++) {
			int best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[lb];
}

const char *
text_nearest(const char *s, const char *const *list, size_t count)
{
	const char *nearest = NULL;
	int least = 3;

	for (size_t i = 0; i < count; i++) {
		int d = edit_distance(s, list[i]);

		if (d < least && 2 * d <= (int)strlen(list[i])) {
			least = d;
			nearest = list[i];
		}
	}
	return nearest;
}
