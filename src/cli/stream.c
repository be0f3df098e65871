/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

#define CHUNK 65536

int
stream_open(struct stream *s, const char *path, struct err *e)
{
	s->offset = 0;
	s->fd = sys_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
	if (s->fd >= 0)
		return 0;
	err_sys(e, "open the log %s", path);
	if (errno == ENOENT)
		e->code = ERR_MISSING;
	return -1;
}

void
stream_close(struct stream *s)
{
	sys_close(&s->fd);
}

static uint64_t
size_now(const struct stream *s)
{
	struct file_info info;

	return file_info_fd(s->fd, &info) < 0 ? 0 : info.size;
}

/*
 * Look backwards through chunk, which stands at from, for the newline before
 * the last *count lines.  Return whether it is there, with the place after it
 * in *at.
 */
static bool
find_start(const char *chunk, size_t len, uint64_t from, uint64_t *count,
	   uint64_t *at)
{
	while (len > 0) {
		if (chunk[--len] != '\n')
			continue;
		if (*count == 0) {
			*at = from + len + 1;
			return true;
		}
		--*count;
	}
	return false;
}

/* What log_max removed; a log has one such hole at most. */
struct hole {
	uint64_t start, end; /* both 0: none */
};

static struct hole
hole_of(const struct stream *s)
{
	uint64_t start = file_next_hole(s->fd, 0);
	uint64_t end = file_next_data(s->fd, start);

	return end > start ? (struct hole){start, end} : (struct hole){0, 0};
}

void
stream_tail(struct stream *s, uint64_t count)
{
	autofree char *chunk = mem_new(CHUNK, 1);
	uint64_t end = size_now(s), at = end;
	struct hole hole = hole_of(s);
	char last = '\n';

	s->offset = end;
	if (count == 0 || end == 0)
		return;
	/* The newline at the very end ends the last line, it starts none. */
	if (sys_read_at(s->fd, &last, 1, end - 1) == 1 && last != '\n')
		count--;
	while (at > 0) {
		size_t len = at < CHUNK ? (size_t)at : CHUNK;

		if (at == hole.end && hole.end) {
			at = hole.start;
			continue;
		}
		if (at > hole.end && at - len < hole.end)
			len = (size_t)(at - hole.end);
		at -= len;
		if (sys_read_at(s->fd, chunk, len, at) != (ssize_t)len)
			return;
		if (find_start(chunk, len, at, &count, &s->offset))
			return;
	}
	s->offset = 0;
}

/*
 * Of n bytes that were read, those that were not removed meanwhile: they would be zeros.
 * None is left at a hole, the end of which is put into *end.
 */
static ssize_t
before_hole(const struct stream *s, ssize_t n, uint64_t *end)
{
	uint64_t hole = file_next_hole(s->fd, s->offset);

	if (n <= 0 || hole - s->offset >= (uint64_t)n)
		return n;
	*end = file_next_data(s->fd, hole);
	if (*end == hole)
		return n; /* it cannot be told */
	return (ssize_t)(hole - s->offset);
}

ssize_t
stream_read(struct stream *s, void *to, size_t size, bool *cut)
{
	ssize_t n = sys_read_at(s->fd, to, size, s->offset);
	uint64_t end = 0, removed;

	*cut = false;
	n = before_hole(s, n, &end);
	if (n == 0 && end) {
		removed = end - s->offset;
		s->offset = end;
		return snprintf(to, size,
				"\n[mj: %llu bytes were removed here: "
				"log_max]\n",
				(unsigned long long)removed);
	}
	if (n > 0)
		s->offset += (uint64_t)n;
	if (n != 0)
		return n;
	end = size_now(s);
	if (end < s->offset) {
		*cut = true;
		s->offset = end;
	}
	return 0;
}
