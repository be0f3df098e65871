/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/logs.h"

#define CHUNK 65536

int
stream_open(struct stream *s, const char *path, struct err *e)
{
	s->offset = 0;
	s->fd = sys_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
	if (s->fd >= 0) {
		s->path = mem_copy(path);
		return 0;
	}
	err_sys(e, "open the log %s", path);
	if (errno == ENOENT)
		e->code = ERR_MISSING;
	return -1;
}

void
stream_close(struct stream *s)
{
	sys_close(&s->fd);
	free(s->path);
	s->path = NULL;
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

/*
 * What log_max removed; a log has one such hole at most, right after its head.  Others are
 * zeros that the task wrote, where a copy or a file system does without a place for them.
 */
struct hole {
	uint64_t start, end; /* both 0: none */
};

static struct hole
hole_of(const struct stream *s)
{
	uint64_t start = file_next_hole(s->fd, LOG_HEAD);
	uint64_t end = file_next_data(s->fd, start);

	if (start != LOG_HEAD || end <= start || end % LOG_HEAD)
		return (struct hole){0, 0};
	return (struct hole){start, end};
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
	struct hole hole;

	if (n <= 0 || s->offset + (uint64_t)n <= LOG_HEAD)
		return n;
	hole = hole_of(s);
	if (s->offset >= hole.end)
		return n;
	if (s->offset < hole.start)
		return (ssize_t)(hole.start - s->offset);
	*end = hole.end;
	return 0;
}

/*
 * Whether another log goes on in the place of this one: it was removed, or was renamed
 * and who writes it now has opened it anew.  An empty one beside it is not enough, as
 * who rotates logs makes it, and the output goes on here.
 */
static bool
was_replaced(const struct stream *s)
{
	struct file_info mine, other;

	if (file_info_fd(s->fd, &mine) < 0 ||
	    file_info_at(s->path, &other) < 0 || other.inode == mine.inode)
		return false;
	return mine.links == 0 || other.size > 0;
}

/* Return 1 if the log that replaced this one is open now, 0 if there is none, or -1. */
static int
open_next(struct stream *s)
{
	int fd;

	if (!was_replaced(s))
		return 0;
	fd = sys_open(AT_FDCWD, s->path, O_RDONLY | O_NONBLOCK, 0);
	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	sys_close(&s->fd);
	s->fd = fd;
	s->offset = 0;
	return 1;
}

static ssize_t
read_next(struct stream *s, void *to, size_t size)
{
	ssize_t n = sys_read_at(s->fd, to, size, s->offset);
	uint64_t end = 0, removed;

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
	return n;
}

ssize_t
stream_read(struct stream *s, void *to, size_t size, enum stream_news *news)
{
	ssize_t n = read_next(s, to, size);
	uint64_t end;
	int next;

	*news = STREAM_SAME;
	if (n != 0)
		return n;
	end = size_now(s);
	if (end < s->offset) {
		*news = STREAM_CUT;
		s->offset = end;
		return 0;
	}
	if (!was_replaced(s))
		return 0;
	/* what came before it was replaced and after we had read */
	n = read_next(s, to, size);
	if (n != 0)
		return n;
	next = open_next(s);
	if (next > 0)
		*news = STREAM_REPLACED;
	return next < 0 ? -1 : 0;
}
