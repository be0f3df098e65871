/* SPDX-License-Identifier: Apache-2.0 */
/* What was read from the logs, on its way out. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/follow_parts.h"

#define PART_MAX 65536 /* of a line that is held back until it is whole */

static void
put(struct follower *f, const char *bytes, size_t len)
{
	errno = 0;
	if (f->progress)
		progress_print(f->progress, bytes, len);
	else if (fwrite(bytes, 1, len, stdout) < len && !f->out_errno)
		f->out_errno = errno;
	f->wrote = true;
}

/* A piece of a line of source i, with its prefix where a line begins. */
static void
put_piece(struct follower *f, size_t i, const char *bytes, size_t len)
{
	const char *task = f->sources[i].task;

	f->wrote = true;
	if (progress_keep(f->progress, task, bytes, len))
		return;
	if (f->open_line != i + 1) {
		autofree char *prefix = mem_printf("[%s] ", task);

		if (f->open_line)
			put(f, "\n", 1);
		if (f->prefix)
			put(f, prefix, strlen(prefix));
	}
	put(f, bytes, len);
	f->open_line = bytes[len - 1] == '\n' ? 0 : i + 1;
}

static void
flush_part(struct follower *f, size_t i)
{
	struct buf *part = &f->sources[i].part;

	if (part->len > 0)
		put_piece(f, i, part->data, part->len);
	buf_clear(part);
}

/* Append to a line; what follows a '\r' is drawn over what was before. */
static void
draw_over(struct buf *part, const char *bytes, size_t len)
{
	for (size_t k = 0; k < len; k++) {
		bool back = part->len && part->data[part->len - 1] == '\r';

		if (bytes[k] == '\r' && (back || !part->len))
			continue;
		if (back && bytes[k] == '\n')
			part->len--;
		else if (back)
			buf_clear(part);
		buf_putc(part, bytes[k]);
	}
}

/* Pass on whole lines; of the rest no more than PART_MAX is held back. */
static void
put_lines(struct follower *f, size_t i, const char *bytes, size_t len)
{
	struct buf *part = &f->sources[i].part;

	while (len > 0) {
		const char *newline = memchr(bytes, '\n', len);
		size_t n = newline ? (size_t)(newline - bytes) + 1 : len;

		if (f->over)
			draw_over(part, bytes, n);
		else
			buf_add(part, bytes, n);
		if (newline || part->len > PART_MAX || f->open_line == i + 1)
			flush_part(f, i);
		bytes += n;
		len -= n;
	}
}

void
follow_put(struct follower *f, size_t i, const char *bytes, size_t len)
{
	/* with errors apart two logs write the lines of a task by turns */
	if (f->progress && !f->errors_seen &&
	    progress_keep(f->progress, f->sources[i].task, bytes, len)) {
		f->wrote = true;
		return;
	}
	if (f->lines) {
		put_lines(f, i, bytes, len);
		return;
	}
	put(f, bytes, len);
	f->open_line = bytes[len - 1] == '\n' ? 0 : i + 1;
}

void
follow_end_log(struct follower *f, size_t i)
{
	stream_close(&f->sources[i].stream);
	if (!f->lines)
		return;
	flush_part(f, i);
	if (f->open_line == i + 1) {
		put(f, "\n", 1);
		f->open_line = 0;
	}
}
