/* SPDX-License-Identifier: Apache-2.0 */
/* Why a job or a task is where it is, in words. */
#ifndef MJ_EXPLAIN_H
#define MJ_EXPLAIN_H

#include "base/buf.h"
#include "store/view.h"
#include "store/waits.h"

/* Append the reason; nothing where there is none to give. */
void explain_job(const struct view *v, const struct waits *w, struct buf *out);
void explain_task(const struct view *v, const struct task_view *t,
		  const struct waits *w, struct buf *out);

#endif
