/* SPDX-License-Identifier: Apache-2.0 */
#include "os/title.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

/* The kernel's memory of our arguments: there is one per process, so this is global. */
static struct {
	char *from;
	char *to;
	char **environment; /* the copy that environ is now */
} area;

void
title_init(int argc, char **argv)
{
	size_t count = 0;
	char **copy;
	char *end;

	if (argc < 1)
		return;
	end = argv[argc - 1] + strlen(argv[argc - 1]) + 1;
	for (; environ[count]; count++)
		if (environ[count] == end)
			end += strlen(end) + 1;
	copy = mem_new(count + 1, sizeof(char *));
	for (size_t i = 0; i < count; i++)
		copy[i] = mem_copy(environ[i]);
	environ = area.environment = copy;
	area.from = argv[0];
	area.to = end;
}

void
title_set(const char *fmt, ...)
{
	va_list ap;
	size_t room = (size_t)(area.to - area.from);

	if (room == 0)
		return;
	memset(area.from, 0, room);
	va_start(ap, fmt);
	vsnprintf(area.from, room, fmt, ap);
	va_end(ap);
}
