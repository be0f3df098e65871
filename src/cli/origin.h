/* SPDX-License-Identifier: Apache-2.0 */
/* The job that a new one takes after: mj launch --from. */
#ifndef MJ_ORIGIN_H
#define MJ_ORIGIN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "engine/submit.h"
#include "model/job.h"
#include "model/record.h"
#include "store/capture.h"
#include "store/home.h"

struct origin {
	struct record record;
	struct capture capture;
	bool is_argv;
};

#define ORIGIN_INIT {.record = RECORD_INIT, .capture = CAPTURE_INIT}

/*
 * Read the job that word means: its spec's bytes are appended to *text, and read into
 * *spec, which must be JOB_INIT.  Return 0, or -1 with *e.
 */
int origin_read(const struct home *home, const char *word, struct origin *o,
		struct buf *text, struct job *spec, struct err *e);

/*
 * Give *s the pool and limits, and *to the variables, that were given then and that they
 * have not themselves.
 */
void origin_lend(const struct origin *o, struct submission *s,
		 struct capture *to);

/* Let *to be in the directory where that job was submitted. */
void origin_move(const struct origin *o, struct capture *to);

void origin_release(struct origin *o);

#endif
