/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "os/sys.h"

void
say(const char *fmt, ...)
{
	char line[600], time[TEXT_TIME_SIZE];
	size_t used;
	va_list ap;

	snprintf(line, sizeof(line), "%s ", text_time(sys_wall_ms(), time));
	used = strlen(line);
	va_start(ap, fmt);
	vsnprintf(line + used, sizeof(line) - used - 1, fmt, ap);
	va_end(ap);
	used = strlen(line);
	line[used++] = '\n';
	/* A log that cannot be written must not stop the job. */
	if (sys_write_all(2, line, used) < 0)
		return;
}
