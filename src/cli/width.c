/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/width.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"

#define FOLD_INDENT 2 /* of what follows the first line */

/* The character of len bytes at s. */
static uint32_t
decode(const char *s, size_t len)
{
	uint32_t c = (unsigned char)s[0];

	if (len > 1)
		c &= 0x7fu >> len;
	for (size_t i = 1; i < len; i++)
		c = c << 6 | (s[i] & 0x3f);
	return c;
}

/* Controls, line separators, and what turns the direction of the text around. */
static bool
is_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c ||
	       c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

struct glyph
width_next(const char **text)
{
	struct glyph g = {.bytes = *text, .len = utf8_length(*text)};
	uint32_t c = decode(g.bytes, g.len);
	int columns;

	*text += g.len ? g.len : 1;
	if (!g.len || is_unsafe(c))
		return (struct glyph){"?", 1, 1};
	columns = wcwidth((wchar_t)c);
	g.columns = columns < 0 ? 1 : (size_t)columns;
	return g;
}

size_t
width_of(const char *text)
{
	size_t n = 0;

	while (*text)
		n += width_next(&text).columns;
	return n;
}

size_t
width_add(struct buf *out, const char *text, size_t max, bool utf8)
{
	bool cut = max != WIDTH_ALL && width_of(text) > max;
	size_t used = 0, room = cut ? max - (max > 0) : max;

	while (*text) {
		struct glyph g = width_next(&text);

		if (used + g.columns > room)
			break;
		if (!utf8 && g.len > 1)
			for (size_t i = 0; i < g.columns; i++)
				buf_putc(out, '?');
		else
			buf_add(out, g.bytes, g.len);
		used += g.columns;
	}
	if (!cut || max == 0)
		return used;
	buf_puts(out, utf8 ? "…" : "~");
	return used + 1;
}

/* Where the control sequence at s ends: CSI … letter, OSC … BEL or ESC \, or ESC and a few. */
static const char *
skip_sequence(const char *s)
{
	s++;
	if (*s == '[') {
		for (s++; *s >= 0x20 && *s < 0x40; s++)
			continue;
	} else if (*s == ']') {
		while (*s && *s != '\a' && *s != '\033')
			s++;
		return *s == '\a' ? s + 1 : s;
	} else if (*s >= 0x20 && *s < 0x30) {
		s++; /* a character set */
	}
	return *s ? s + 1 : s;
}

void
width_strip(const char *text, struct buf *out)
{
	while (*text)
		if (*text == '\033')
			text = skip_sequence(text);
		else if (*text++ == '\t')
			buf_putc(out, ' ');
		else
			buf_putc(out, text[-1]);
}

/* The columns of len bytes, colours left out. */
static size_t
width_of_part(const char *text, size_t len)
{
	const char *end = text + len;
	size_t n = 0;

	while (text < end)
		if (*text == '\033')
			text = skip_sequence(text);
		else
			n += width_next(&text).columns;
	return n;
}

/* The length of what stays together: up to a space, with marks only one behind those. */
static size_t
part_length(const char *text, bool marks)
{
	size_t len = strcspn(text, " \n");

	while (marks && text[len] == ' ' && !strchr(",;", text[len - 1]))
		len += 1 + strcspn(text + len + 1, " \n");
	return len;
}

void
width_fold(const char *text, size_t columns, struct buf *out)
{
	size_t at = 0; /* in the line */

	while (*text) {
		size_t len = part_length(text, true);
		size_t width = width_of_part(text, len);

		if (columns && at + 1 + width > columns &&
		    FOLD_INDENT + width > columns) {
			len = part_length(text, false);
			width = width_of_part(text, len);
		}
		if (at && columns && at + 1 + width > columns) {
			buf_puts(out, "\n  ");
			at = FOLD_INDENT;
		} else if (at) {
			buf_putc(out, ' ');
			at++;
		}
		buf_add(out, text, len);
		at += width;
		text += len;
		if (*text == '\n') {
			buf_putc(out, '\n');
			at = 0;
		}
		text += *text != '\0';
	}
}
