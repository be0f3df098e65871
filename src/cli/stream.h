/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log being read while it is written.  It stays the same file when it is
 * renamed; when it is cut, reading goes on from its new end, and when it was removed
 * and output goes on in a new one of its name, in that one.
 */
#ifndef MJ_STREAM_H
#define MJ_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct stream {
	int fd; /* -1: not open */
	uint64_t offset;
	char *path;
};

/* What happened to a log from outside. */
enum stream_news { STREAM_SAME, STREAM_CUT, STREAM_REPLACED };

#define STREAM_INIT                                                            \
	{                                                                      \
		.fd = -1                                                       \
	}

/*
 * Open the log at its start.  Return 0, or -1 with *e (ERR_MISSING: none yet).
 */
int stream_open(struct stream *s, const char *path, struct err *e);
void stream_close(struct stream *s);

/* Go to where the last count lines begin; one without its newline counts. */
void stream_tail(struct stream *s, uint64_t count);

/*
 * Read what comes next, at most size bytes (100 at least); a line of ours in the
 * place of what log_max removed.  Return how many, 0 at its end for now, or -1 with
 * errno.  With 0, *news says when the log became shorter than what was read of it, and
 * when it was replaced: then there may be more to read.
 */
ssize_t stream_read(struct stream *s, void *to, size_t size,
		    enum stream_news *news);

#endif
