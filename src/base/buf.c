/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

char *
buf_room(struct buf *b, size_t len)
{
	size_t need = b->len + len + 1;

	if (need > b->cap) {
		b->cap = b->cap * 2 > need ? b->cap * 2 : need;
		b->data = mem_resize(b->data, b->cap, 1);
	}
	return b->data + b->len;
}

void
buf_add(struct buf *b, const void *bytes, size_t len)
{
	char *to = buf_room(b, len);

	if (len)
		memcpy(to, bytes, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void
buf_puts(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0)
		abort();
	buf_room(b, (size_t)len);
	va_start(ap, fmt);
	vsnprintf(b->data + b->len, (size_t)len + 1, fmt, ap);
	va_end(ap);
	b->len += (size_t)len;
}

const char *
buf_text(const struct buf *b)
{
	return b->len ? b->data : "";
}

void
buf_clear(struct buf *b)
{
	b->len = 0;
	if (b->data)
		b->data[0] = '\0';
}

void
buf_release(struct buf *b)
{
	free(b->data);
	b->data = NULL;
	b->len = b->cap = 0;
}
