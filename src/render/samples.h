/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements in the text format of Prometheus, version 0.0.4. */
#ifndef MJ_SAMPLES_H
#define MJ_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* A family that samples belong to; help and name are plain text. */
struct family {
	const char *name;
	const char *type; /* "gauge" or "counter" */
	const char *help;
};

struct label {
	const char *name;
	const char *value; /* any bytes; those that are no text become U+FFFD */
};

/* Begin a family: all its samples come next, and no family comes twice. */
void samples_begin(struct buf *out, const struct family *f);

/* A sample of the family begun last, with count labels. */
void samples_put(struct buf *out, const struct family *f,
		 const struct label *labels, size_t count, int64_t value);

/* The same in thousandths, as ms for seconds are. */
void samples_put_milli(struct buf *out, const struct family *f,
		       const struct label *labels, size_t count,
		       int64_t value_milli);

/* A family of one sample without labels. */
void samples_one(struct buf *out, const struct family *f, int64_t value);

#endif
