/* SPDX-License-Identifier: Apache-2.0 */
/* Which log is followed, and what happened to it. */
#include "cli/follow_parts.h"

#include "base/mem.h"
#include "cli/cli.h"
#include "store/capture.h"

char *
follow_logs(const struct home *home, uint32_t job)
{
	struct capture capture = CAPTURE_INIT;
	char *logs;

	if (capture_read(home, job, &capture, NULL) == 0 && capture.logs)
		logs = mem_copy(capture.logs);
	else
		logs = mem_copy(home->logs);
	capture_release(&capture);
	return logs;
}

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

void
follow_tell(const char *task, enum stream_news news)
{
	const char *whose = task[0] ? task : "the controller";

	if (news == STREAM_CUT)
		cli_say("the log of %s was cut; going on from its new end",
			whose);
	if (news == STREAM_REPLACED)
		cli_say("the log of %s was replaced; going on in the new one",
			whose);
}
