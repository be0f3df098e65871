/* SPDX-License-Identifier: Apache-2.0 */
/* Which log is followed. */
#include "cli/follow_parts.h"

char *
follow_path(const struct follow *options, const char *logs, uint32_t job,
	    const char *task, unsigned attempt, enum log_kind kind)
{
	if (!task[0])
		return logs_controller_path(logs, job);
	if (options->launch)
		return logs_launch_path(logs, job, task, attempt);
	return logs_kind_path(logs, job, task, attempt, kind);
}

bool
follow_has(const struct follow *options, const struct run *run,
	   enum log_kind kind)
{
	if (options->launch)
		return run && run->pool[0];
	return kind == LOG_OUTPUT || (run && run->errors_pipe);
}
