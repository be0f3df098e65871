/* SPDX-License-Identifier: Apache-2.0 */
/* Strict text to value and back: numbers, durations, times, names. */
#ifndef MJ_TEXT_H
#define MJ_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOB_NAME_MAX 64  /* bytes of a job's or a pool's name */
#define TASK_NAME_MAX 40 /* bytes of a task's name */

/* Decimal digits only, no sign, no space, at most max.  Return 0, or -1. */
int text_u64(const char *s, uint64_t max, uint64_t *out);

/* A decimal integer in [min, max] with an optional '-'.  Return 0, or -1. */
int text_i64(const char *s, int64_t min, int64_t max, int64_t *out);

/*
 * A duration: `90` (seconds), `100ms`, `1.5s`, `3m`, `12h`, `2d`; at most
 * 100 years.  Return 0 and milliseconds in *out_ms, or -1.
 */
int text_duration(const char *s, int64_t *out_ms);

/* A decimal number such as 2 or 1.6, in thousandths.  Return 0, or -1. */
int text_decimal(const char *s, int64_t *out_milli);

/* A size in bytes: `4096`, `64K`, `100M`, `10G`, `2T`, by 1024.  Return 0, or -1. */
int text_size(const char *s, uint64_t *out);

/* Bytes for people, as `312 B`, `64 KiB`, `9.5 GiB`, in out (size bytes). */
const char *text_bytes(uint64_t n, char *out, size_t size);

/*
 * How a process died of a signal, as `signal 9 (Killed)`, in out (size bytes).  A real-time
 * signal is told without words: for those the C library's are allocated and kept (glibc's
 * string/strsignal.c), over a fork too.
 */
const char *text_signal(int signo, char *out, size_t size);

/* A name of 1 to max bytes of [A-Za-z0-9._-] that does not start with '.' or '-'. */
bool text_name_ok(const char *s, size_t max);

/* A variable's name for an environment: [A-Za-z_][A-Za-z0-9_]*. */
bool text_env_name_ok(const char *s);

/* ms for people, as `0.4s`, `12s`, `3m 12s`, `2h 5m`, `3d 4h`, in out (size bytes). */
const char *text_span(int64_t ms, char *out, size_t size);

#define TEXT_TIME_SIZE 32

/* Wall-clock ms since 1970 as 2026-11-30T08:45:22.123Z in out[TEXT_TIME_SIZE]. */
const char *text_time(int64_t wall_ms, char *out);

/* The reverse of text_time, exactly that form.  Return 0, or -1. */
int text_time_parse(const char *s, int64_t *wall_ms);

/*
 * A moment as people give it: `2026-12-01T02:00` or with seconds, not before 1970, in UTC
 * unless Z or an offset (+01:00, -0530) follows; `now`; or `+2h`, a duration from now_ms on.
 * Return 0 and wall-clock ms in *wall_ms, or -1.
 */
int text_when(const char *s, int64_t now_ms, int64_t *wall_ms);

/* The same second in the local time zone as 2026-11-30 09:45:22 in out[TEXT_TIME_SIZE]. */
const char *text_time_local(int64_t wall_ms, char *out);

/* The same, without seconds where there are none: 2026-12-01 02:00. */
const char *text_minute(int64_t wall_ms, char *out);

/*
 * The value of the first line `key = value` of text, copied to out (size bytes,
 * cut if longer).  For our own small files (pid files, home, seq).  Return whether found.
 */
bool text_field(const char *text, const char *key, char *out, size_t size);

/* text_field as a number; fallback if missing or not one. */
uint64_t text_field_u64(const char *text, const char *key, uint64_t fallback);

/* The word of list[count] nearest to s by edit distance (at most 2, and half of the word), or NULL. */
const char *text_nearest(const char *s, const char *const *list, size_t count);

#endif
