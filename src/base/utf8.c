/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

#include <string.h>

size_t
utf8_length(const char *text)
{
	static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *s = (const unsigned char *)text;
	size_t len = *s < 0x80	       ? 1
		     : *s >> 5 == 0x06 ? 2
		     : *s >> 4 == 0x0e ? 3
		     : *s >> 3 == 0x1e ? 4
				       : 0;
	unsigned long code;

	if (len < 2)
		return len;
	code = *s & (0xffUL >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if (code < least[len] || code > 0x10ffff || code >> 11 == 0x1b)
		return 0;
	return len;
}

/* C0, DEL, and C1, which is two bytes. */
static int
is_control(const char *s, size_t len)
{
	const unsigned char *c = (const unsigned char *)s;

	if (len == 1)
		return *c < ' ' || *c == 0x7f;
	return len == 2 && c[0] == 0xc2 && c[1] < 0xa0;
}

/* utf8_length where only left bytes may be read. */
static size_t
length_within(const char *s, size_t left)
{
	char last[5] = "";

	if (left >= 4)
		return utf8_length(s);
	memcpy(last, s, left);
	return utf8_length(last);
}

void
utf8_clean(struct buf *out, const char *bytes, size_t len, int lines)
{
	for (size_t i = 0; i < len;) {
		const char *at = bytes + i;
		size_t n = length_within(at, len - i);

		i += n ? n : 1;
		if (lines && (*at == '\n' || *at == '\t'))
			buf_putc(out, *at);
		else if (!n || is_control(at, n))
			buf_puts(out, UTF8_REPLACEMENT);
		else
			buf_add(out, at, n);
	}
}

void
utf8_escape(struct buf *out, const char *text)
{
	autobuf struct buf clean = BUF_INIT;

	utf8_clean(&clean, text, strlen(text), 0);
	for (const char *c = buf_text(&clean); *c; c++) {
		if (*c == '"' || *c == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *c);
	}
}
