/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that cannot fail: a process that gets none aborts, which is one of
 * the deaths every promise survives.
 */
#ifndef MJ_MEM_H
#define MJ_MEM_H

#include <stddef.h>

/* Zeroed memory of count × size bytes.  The caller frees it. */
void *mem_new(size_t count, size_t size);

/* p resized to count × size bytes; new bytes are not zeroed. */
void *mem_resize(void *p, size_t count, size_t size);

/* Make room for one more element: array has len elements and room for *cap. */
void *mem_grow(void *array, size_t len, size_t *cap, size_t size);

/* A copy of s, or NULL for NULL.  The caller frees it. */
char *mem_copy(const char *s);

/* A NUL-terminated copy of len bytes.  The caller frees it. */
char *mem_copy_n(const void *s, size_t len);

/* A formatted string.  The caller frees it. */
char *mem_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* For __attribute__((cleanup)): free what *p points to. */
void mem_free_ptr(void *p);

/* A local that owns heap memory: autofree char *text = …; */
#define autofree __attribute__((cleanup(mem_free_ptr)))

#endif
