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

#define SIGNAL_KNOWN_LAST 31 /* signal(7): real-time ones follow */

const char *
text_signal(int signo, char *out, size_t size)
{
	if (signo < 1 || signo > SIGNAL_KNOWN_LAST)
		snprintf(out, size, "signal %d", signo);
	else
		snprintf(out, size, "signal %d (%s)", signo, strsignal(signo));
	return out;
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

/*
 * The calendar, counted from 1 March 0000: leap days come last in a year then.  Not by
 * gmtime(3) and timegm(3), which read and write the zone of the whole process.
 */
#define TIME_FORM "dddd-dd-ddTdd:dd:dd.dddZ"
#define ERA_DAYS 146097	  /* of 400 years */
#define EPOCH_DAYS 719468 /* from 1 March 0000 to 1 January 1970 */
#define DAY_MS 86400000

struct date {
	int64_t year;
	int month, day; /* from 1 on */
};

static int64_t
days_of(const struct date *date)
{
	int64_t year = date->year - (date->month <= 2);
	int64_t era = (year >= 0 ? year : year - 399) / 400;
	int64_t in_era = year - era * 400;
	int64_t in_year = (153 * ((date->month + 9) % 12) + 2) / 5 + date->day - 1;

	return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 +
	       in_year - EPOCH_DAYS;
}

static void
date_of(int64_t days, struct date *out)
{
	int64_t from = days + EPOCH_DAYS;
	int64_t era = (from >= 0 ? from : from - ERA_DAYS + 1) / ERA_DAYS;
	int64_t in_era = from - era * ERA_DAYS;
	int64_t year = (in_era - in_era / 1460 + in_era / 36524 -
			in_era / 146096) / 365;
	int64_t in_year = in_era - (365 * year + year / 4 - year / 100);
	int month = (int)((5 * in_year + 2) / 153); /* 0 is March */

	out->day = (int)(in_year - (153 * month + 2) / 5) + 1;
	out->month = month < 10 ? month + 3 : month - 9;
	out->year = year + era * 400 + (out->month <= 2);
}

/* A number of so many digits. */
static void
put_digits(char *out, int64_t value, int digits)
{
	while (digits-- > 0) {
		out[digits] = (char)('0' + value % 10);
		value /= 10;
	}
}

static int
get_digits(const char *s, int digits)
{
	int value = 0;

	while (digits-- > 0)
		value = value * 10 + (*s++ - '0');
	return value;
}

const char *
text_time(int64_t wall_ms, char *out)
{
	int64_t days = wall_ms / DAY_MS - (wall_ms % DAY_MS < 0);
	int64_t ms = wall_ms - days * DAY_MS;
	int year_digits = 4;
	struct date date;
	char *rest;

	date_of(days, &date);
	if (date.year > 9999) /* an absurd one takes as many digits as it needs */
		year_digits = snprintf(NULL, 0, "%lld", (long long)date.year);
	put_digits(out, date.year, year_digits);
	rest = out + year_digits;
	memcpy(rest, &TIME_FORM[4], sizeof(TIME_FORM) - 4);
	put_digits(rest + 1, date.month, 2);
	put_digits(rest + 4, date.day, 2);
	put_digits(rest + 7, ms / 3600000, 2);
	put_digits(rest + 10, ms / 60000 % 60, 2);
	put_digits(rest + 13, ms / 1000 % 60, 2);
	put_digits(rest + 16, ms % 1000, 3);
	return out;
}

int
text_time_parse(const char *s, int64_t *wall_ms)
{
	char again[TEXT_TIME_SIZE];
	struct date date;
	int64_t value;

	for (size_t i = 0; i < sizeof(TIME_FORM); i++)
		if (TIME_FORM[i] == 'd' ? !is_digit(s[i]) : s[i] != TIME_FORM[i])
			return -1;
	date = (struct date){get_digits(s, 4), get_digits(s + 5, 2),
			     get_digits(s + 8, 2)};
	value = days_of(&date) * DAY_MS + get_digits(s + 11, 2) * 3600000 +
		get_digits(s + 14, 2) * 60000 + get_digits(s + 17, 2) * 1000 +
		get_digits(s + 20, 3);
	/* a 31 February became a day in March */
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
