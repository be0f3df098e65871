/* SPDX-License-Identifier: Apache-2.0 */
/* Pages about a job, and about all of them. */
#ifndef MJ_REPORT_H
#define MJ_REPORT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/home.h"

/* Append the page about a job.  Return 0, or -1 with *e as view_read. */
int report_job(const struct home *home, uint32_t job, struct buf *out,
	       struct err *e);

/* Append the page about the newest limit jobs and what all of them come to.  Return 0, or -1 with *e. */
int report_all(const struct home *home, uint64_t limit, struct buf *out,
	       struct err *e);

#endif
