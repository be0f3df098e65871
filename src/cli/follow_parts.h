/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of follow share. */
#ifndef MJ_FOLLOW_PARTS_H
#define MJ_FOLLOW_PARTS_H

#include "cli/follow.h"
#include "model/record.h"
#include "store/logs.h"

/* The log that is meant: a task's, of the kind or its launch log, or with task "" the controller's. */
char *follow_path(const struct follow *options, const char *logs, uint32_t job,
		  const char *task, unsigned attempt, enum log_kind kind);

/* Whether an attempt (NULL: nothing is known of it) has it: errors may go with the output. */
bool follow_has(const struct follow *options, const struct run *run,
		enum log_kind kind);

#endif
