/* SPDX-License-Identifier: Apache-2.0 */
/* Retrying: a job that has ended is opened again, in its next round. */
#ifndef MJ_RETRY_H
#define MJ_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

/* What is run again: without either all that did not succeed. */
struct retry_order {
	const char *task; /* it, and what depends on it and did not succeed; or NULL */
	bool all;	  /* what succeeded as well */
	const char *by;	  /* who asks, for the record */
};

/*
 * Open the job again; durable.  A pass must be run afterwards, also when it fails.  Return
 * 0, or -1 with *e: ERR_MISSING no such job or task, ERR_REFUSED it has not ended, or
 * nothing is to be run again.  Killed at any point, it has opened the job or changed
 * nothing.
 */
int retry_job(struct home *home, uint32_t job, const struct retry_order *how,
	      struct err *e);

#endif
