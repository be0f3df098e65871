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
	char *words;	    /* what it leads to, in one piece: setenv replaces some */
} area;

/* Return the end of what lies in one piece behind the arguments, the environment too. */
static char *
find_end(int argc, char **argv)
{
	char *end = argv[argc - 1] + strlen(argv[argc - 1]) + 1;

	for (size_t i = 0; environ[i]; i++)
		if (environ[i] == end)
			end += strlen(end) + 1;
	return end;
}

static void
copy_environment(void)
{
	size_t count = 0, size = 1;
	char *to;

	for (; environ[count]; count++)
		size += strlen(environ[count]) + 1;
	area.environment = mem_new(count + 1, sizeof(char *));
	area.words = to = mem_new(1, size);
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(environ[i]) + 1;

		memcpy(to, environ[i], len);
		area.environment[i] = to;
		to += len;
	}
	environ = area.environment;
}

void
title_init(int argc, char **argv)
{
	if (argc < 1)
		return;
	area.to = find_end(argc, argv);
	area.from = argv[0];
	copy_environment();
}

void
title_set(const char *fmt, ...)
{
	va_list ap;
	size_t room = (size_t)(area.to - area.from);
	char *shown = area.to;

	if (room == 0)
		return;
	/* what was cleared before is not written: each page written is one more for us alone */
	while (shown > area.from && !shown[-1])
		shown--;
	memset(area.from, 0, (size_t)(shown - area.from));
	va_start(ap, fmt);
	vsnprintf(area.from, room, fmt, ap);
	va_end(ap);
}
