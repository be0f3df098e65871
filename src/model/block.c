/* SPDX-License-Identifier: Apache-2.0 */
#include "model/block.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define LINE_BYTES 189 /* of a written line, newline included */
#define END_KEY "end = "
#define END_DIGITS 8

/* CRC-32 by half bytes, with the polynomial of zlib. */
static uint32_t
crc32_of(const char *bytes, size_t len)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
		0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
		0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < len; i++) {
		crc ^= (unsigned char)bytes[i];
		crc = (crc >> 4) ^ table[crc & 15];
		crc = (crc >> 4) ^ table[crc & 15];
	}
	return ~crc;
}

/* The length of the UTF-8 sequence at s, or 0 if there is no valid one. */
static size_t
utf8_len(const unsigned char *s)
{
	size_t len = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (len > 1 && (s[0] < 0xc2 || s[0] > 0xf4))
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates and what lies above U+10FFFF. */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return len;
}

/*
 * Whether the character of len bytes at s can stand for itself.  inih would
 * take ; and # for comments and strip spaces at the ends; control characters
 * would reach the terminal of whoever reads the file.
 */
static bool
is_plain(const unsigned char *s, size_t len, bool is_first)
{
	if (s[0] == ' ')
		return !is_first && s[1];
	if (len == 1)
		return s[0] > ' ' && s[0] < 0x7f && !strchr("%;#", s[0]);
	return len > 2 || (len == 2 && (s[0] > 0xc2 || s[1] >= 0xa0));
}

/* Append the character at s; return how many bytes of s that was. */
static size_t
encode_one(struct buf *out, const char *s, bool is_first)
{
	const unsigned char *bytes = (const unsigned char *)s;
	size_t len = utf8_len(bytes);

	if (is_plain(bytes, len, is_first)) {
		buf_add(out, s, len);
		return len;
	}
	if (!len)
		len = 1;
	for (size_t i = 0; i < len; i++)
		buf_printf(out, "%%%02X", bytes[i]);
	return len;
}

/* Append value in at most room bytes. */
static void
encode(struct buf *out, const char *value, size_t room)
{
	size_t start = out->len, cut = start;
	const char *s = value;

	while (*s) {
		s += encode_one(out, s, s == value);
		if (out->len - start <= room - strlen(BLOCK_CUT))
			cut = out->len;
		if (out->len - start > room) {
			out->len = cut;
			buf_puts(out, BLOCK_CUT);
			return;
		}
	}
}

static int
hex_digit(char c)
{
	static const char digits[] = "0123456789ABCDEF";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

void
block_begin(struct block *b, const char *section, const char *name)
{
	b->from = b->text.len + 1;
	if (name)
		buf_printf(&b->text, "\n[%s %s]\n", section, name);
	else
		buf_printf(&b->text, "\n[%s]\n", section);
}

void
block_text(struct block *b, const char *key, const char *value)
{
	size_t before = strlen(key) + strlen(" = ");

	buf_printf(&b->text, "%s = ", key);
	encode(&b->text, value, LINE_BYTES - before - 1);
	buf_putc(&b->text, '\n');
}

void
block_int(struct block *b, const char *key, int64_t value)
{
	buf_printf(&b->text, "%s = %lld\n", key, (long long)value);
}

void
block_time(struct block *b, const char *key, int64_t wall_ms)
{
	char text[TEXT_TIME_SIZE];

	block_text(b, key, text_time(wall_ms, text));
}

void
block_end(struct block *b)
{
	uint32_t crc = crc32_of(b->text.data + b->from, b->text.len - b->from);

	buf_printf(&b->text, END_KEY "%08x\n", (unsigned)crc);
}

void
block_release(struct block *b)
{
	buf_release(&b->text);
	b->from = 0;
}

void
block_decode(char *value)
{
	char *to = value;

	for (const char *s = value; *s; s++) {
		int high = *s == '%' ? hex_digit(s[1]) : -1;
		int low = high >= 0 ? hex_digit(s[2]) : -1;

		if (low >= 0 && high + low > 0) {
			*to++ = (char)(high * 16 + low);
			s += 2;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

size_t
block_find(const char *bytes, size_t at, size_t len)
{
	size_t from = at;

	while (at < len) {
		const char *open = memchr(bytes + at, '[', len - at);

		if (!open)
			return len;
		at = (size_t)(open - bytes);
		if (at == from || open[-1] == '\n')
			return at;
		at++;
	}
	return len;
}

size_t
block_len(const char *b, size_t len, size_t *body)
{
	size_t at = 0;

	*body = 0;
	while (at < len) {
		const char *line = b + at;
		const char *newline = memchr(line, '\n', len - at);

		if (at && *line == '[')
			return at;
		if (!newline)
			return 0;
		if (!strncmp(line, END_KEY, strlen(END_KEY))) {
			*body = at;
			return (size_t)(newline - b) + 1;
		}
		at = (size_t)(newline - b) + 1;
	}
	return 0;
}

bool
block_sound(const char *b, size_t len, size_t body)
{
	char end[sizeof(END_KEY) + END_DIGITS + 1];
	int end_len;

	if (!body || memchr(b, '\0', body))
		return false;
	end_len = snprintf(end, sizeof(end), END_KEY "%08x\n",
			   (unsigned)crc32_of(b, body));
	return len - body == (size_t)end_len &&
	       !memcmp(b + body, end, (size_t)end_len);
}

bool
block_next(struct block_walk *w)
{
	size_t start, total;

	w->junk = false;
	/* Only what surely is no start of anything may be let go. */
	while (w->done < w->len && w->bytes[w->done] == '\n')
		w->done++;
	start = block_find(w->bytes, w->done, w->len);
	if (start >= w->len)
		return false;
	w->junk = start > w->done;
	w->done = w->start = start;
	total = block_len(w->bytes + start, w->len - start, &w->body);
	if (!total)
		return false;
	w->sound = block_sound(w->bytes + start, total, w->body);
	w->done += total;
	return true;
}
