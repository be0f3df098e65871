/* SPDX-License-Identifier: Apache-2.0 */
/* Why a job or a task is where it is, in words. */
#ifndef MJ_EXPLAIN_H
#define MJ_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "store/view.h"
#include "store/waits.h"

/* Append the reason; nothing where there is none to give. */
void explain_job(const struct view *v, const struct waits *w, struct buf *out);
void explain_task(const struct view *v, const struct task_view *t,
		  const struct waits *w, struct buf *out);

/* The time limit of each attempt of a task, ms; -1: none, or the spec cannot be read. */
int64_t explain_limit(const struct view *v, const char *task);

/* As cause_text, with the limit for an attempt that came to it. */
const char *explain_cause(const struct view *v, const char *task,
			  const struct run *run, char *out, size_t size);

/* Since when the job's request (task NULL) or a task's waits, wall clock ms; 0: it does not. */
int64_t explain_since(const struct home *home, const struct waits *w,
		      uint32_t job, const char *task);

#endif
