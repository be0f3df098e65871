/* SPDX-License-Identifier: Apache-2.0 */
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *
mem_new(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		abort();
	return p;
}

void *
mem_resize(void *p, size_t count, size_t size)
{
	void *q;

	if (size && count > SIZE_MAX / size)
		abort();
	q = realloc(p, count > 0 && size > 0 ? count * size : 1);
	if (!q)
		abort();
	return q;
}

void *
mem_grow(void *array, size_t len, size_t *cap, size_t size)
{
	if (len < *cap)
		return array;
	*cap = *cap ? *cap * 2 : size < 256 ? 8 : 1;
	return mem_resize(array, *cap, size);
}

char *
mem_copy(const char *s)
{
	return s ? mem_copy_n(s, strlen(s)) : NULL;
}

char *
mem_copy_n(const void *s, size_t len)
{
	char *copy = mem_new(len + 1, 1);

	if (len)
		memcpy(copy, s, len);
	return copy;
}

char *
mem_printf(const char *fmt, ...)
{
	va_list ap;
	char *text = NULL;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0)
		abort();
	text = mem_new((size_t)len + 1, 1);
	va_start(ap, fmt);
	vsnprintf(text, (size_t)len + 1, fmt, ap);
	va_end(ap);
	return text;
}

void
mem_free_ptr(void *p)
{
	free(*(void **)p);
}
