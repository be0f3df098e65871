/* SPDX-License-Identifier: Apache-2.0 */
/* A growing buffer of bytes; always NUL-terminated once something was added. */
#ifndef MJ_BUF_H
#define MJ_BUF_H

#include <stddef.h>

struct buf {
	char *data; /* owned; NULL while empty and unused */
	size_t len; /* bytes in use, without the NUL */
	size_t cap;
};

#define BUF_INIT {NULL, 0, 0}

/* Append len bytes. */
void buf_add(struct buf *b, const void *bytes, size_t len);

/* Append a string without its NUL. */
void buf_puts(struct buf *b, const char *s);

/* Append one byte. */
void buf_putc(struct buf *b, char c);

/* Append formatted text. */
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Room for len more bytes; return where they go.  Add to b->len what was written. */
char *buf_room(struct buf *b, size_t len);

/* The text so far, "" if nothing was added.  Stays the buffer's. */
const char *buf_text(const struct buf *b);

/* Forget the contents, keep the memory. */
void buf_clear(struct buf *b);

/* Free the contents; safe on BUF_INIT and twice. */
void buf_release(struct buf *b);

/* A local buffer that releases itself: autobuf struct buf b = BUF_INIT; */
#define autobuf __attribute__((cleanup(buf_release)))

#endif
