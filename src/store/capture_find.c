/* SPDX-License-Identifier: Apache-2.0 */
/* Where a command will find its program. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "store/capture.h"

static int
try(const struct capture *c, const char *dir, size_t len, const char *program)
{
	bool absolute = len ? *dir == '/' : *program == '/';
	autofree char *path =
		mem_printf("%s%s%.*s%s%s", absolute ? "" : c->cwd,
			   absolute ? "" : "/", (int)len, dir, len ? "/" : "",
			   program);

	return file_executable(AT_FDCWD, path);
}

int
capture_find(const struct capture *c, const char *program)
{
	const char *list = env_get(&c->given, "PATH");
	int errnum = ENOENT;

	if (strchr(program, '/'))
		return try(c, "", 0, program);
	if (!list)
		list = env_get(&c->env, "PATH");
	if (!list)
		list = "/usr/bin:/bin";
	while (*list && *program) {
		size_t len = strcspn(list, ":");

		if (try(c, list, len, program) == 0)
			return 0;
		if (errno != ENOENT && errno != ENOTDIR)
			errnum = errno;
		list += len + (list[len] == ':');
	}
	errno = errnum;
	return -1;
}
