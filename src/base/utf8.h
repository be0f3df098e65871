/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8, and bytes that are none. */
#ifndef MJ_UTF8_H
#define MJ_UTF8_H

#include <stddef.h>

#include "base/buf.h"

#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/*
 * How many bytes at s are one character; 0 if they are none (a NUL is one of 1 byte).
 * Reads no further than the NUL.
 */
size_t utf8_length(const char *s);

/*
 * Append len bytes with U+FFFD in the place of each byte that is part of no character, of
 * NUL and of what moves a cursor; a tab and a newline stay with lines.
 */
void utf8_clean(struct buf *out, const char *bytes, size_t len, int lines);

/*
 * Append text as it stands between quotes in a line of dot or of Prometheus: clean, and a
 * backslash before each quote and backslash.
 */
void utf8_escape(struct buf *out, const char *text);

#endif
