/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log that is read while it is written, cut and freed in its middle.  The bytes say what
 * happens; none of those that were written is 0, so a reader must never see one.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/stream.h"
#include "fuzz.h"
#include "os/file.h"
#include "store/logs.h"

#define STEPS_MAX 60
#define SIZE_MAX_OF_LOG (8u * LOG_HEAD)

struct play {
	const unsigned char *at, *end;
	int fd;
	struct stream reader;
	uint64_t size;
	uint64_t hole_end; /* of what begins after the head; 0 none */
};

static unsigned
next(struct play *p)
{
	return p->at < p->end ? *p->at++ : 0;
}

static void
write_lines(struct play *p)
{
	size_t len = 1 + next(p) * 257, every = 1 + next(p);
	autofree char *text = mem_new(len, 1);

	if (p->size + len > SIZE_MAX_OF_LOG)
		return;
	for (size_t i = 0; i < len; i++)
		text[i] = i % every == every - 1 ? '\n' : 'x';
	must(pwrite(p->fd, text, len, (off_t)p->size) == (ssize_t)len);
	p->size += len;
}

/* As log_max does: what is after the head, more of it each time, and never the end. */
static void
punch(struct play *p)
{
	uint64_t end = (2 + next(p) % 6) * (uint64_t)LOG_HEAD;

	if (end <= p->hole_end || end >= p->size)
		return;
	if (file_punch(p->fd, LOG_HEAD, end) == 0)
		p->hole_end = end;
}

static void
cut(struct play *p)
{
	uint64_t size = p->size * (next(p) % 8) / 8;

	if (p->hole_end)
		return; /* who cuts a log has no business with log_max */
	must(ftruncate(p->fd, (off_t)size) == 0);
	p->size = size;
}

/* Read to the end; return the newlines, a NUL never. */
static size_t
read_all(struct play *p, size_t size)
{
	autofree char *chunk = mem_new(size, 1);
	size_t lines = 0, total = 0;
	enum stream_news news;
	ssize_t n;

	while ((n = stream_read(&p->reader, chunk, size, &news)) > 0) {
		must((size_t)n <= size);
		must(!memchr(chunk, '\0', (size_t)n));
		for (ssize_t i = 0; i < n; i++)
			lines += chunk[i] == '\n';
		total += (size_t)n;
		must(total <= p->size + 200);
	}
	must(n == 0);
	must(news == STREAM_CUT || p->reader.offset == p->size);
	return lines;
}

static void
tail(struct play *p)
{
	size_t count = next(p) % 80, lines;

	stream_tail(&p->reader, count);
	must(p->reader.offset <= p->size);
	lines = read_all(p, 100 + next(p) * 16);
	/* two are of the line that tells of the hole */
	must(lines <= count + 2);
}

void
fuzz_log(const char *bytes, size_t len)
{
	struct play p = {.at = (const unsigned char *)bytes,
			 .end = (const unsigned char *)bytes + len,
			 .reader = STREAM_INIT};
	autofree char *path = mem_printf("%s/log", fuzz_home()->path);

	fuzz_put("log", "", 0);
	p.fd = open(path, O_RDWR);
	must(p.fd >= 0 && stream_open(&p.reader, path, NULL) == 0);
	for (int i = 0; i < STEPS_MAX && p.at < p.end; i++) {
		switch (next(&p) % 6) {
		case 0:
			punch(&p);
			break;
		case 1:
			tail(&p);
			break;
		case 2:
			read_all(&p, 100 + next(&p));
			break;
		case 3:
			cut(&p);
			break;
		default:
			write_lines(&p);
			break;
		}
	}
	read_all(&p, LOG_HEAD);
	stream_close(&p.reader);
	close(p.fd);
}
