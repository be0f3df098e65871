/* SPDX-License-Identifier: Apache-2.0 */
#include "model/cause.h"

#include <stdio.h>
#include <string.h>

const char *
cause_end(const struct run *run, char *out, size_t size)
{
	char how[40];

	*out = '\0';
	if (run->exit_code >= 0)
		snprintf(out, size, "exit %d", run->exit_code);
	else if (run->signal > 0)
		snprintf(out, size, "%s%s",
			 text_signal(run->signal, how, sizeof(how)),
			 run->core ? ", core dumped" : "");
	return out;
}

const char *
cause_text(const struct run *run, char *out, size_t size)
{
	char span[32];

	*out = '\0';
	if (!run->ended_ms)
		return out;
	if (run->error[0])
		snprintf(out, size, "%s", run->error);
	else if (!strcmp(run->cause, "timeout"))
		snprintf(out, size, "timeout after %s",
			 text_span(run->wall_ms - run->suspended_for, span, sizeof(span)));
	else if (!strcmp(run->cause, "cancel"))
		snprintf(out, size, "%s",
			 run->by[0] ? run->by : "cancelled");
	else if (!*cause_end(run, out, size))
		snprintf(out, size, "%s", run->cause);
	return out;
}
