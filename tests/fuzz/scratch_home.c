/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "fuzz.h"
#include "os/file.h"
#include "os/sys.h"

static struct home scratch = HOME_INIT;

static void
remove_scratch(void)
{
	file_remove_tree(AT_FDCWD, scratch.path);
	sys_close(&scratch.fd);
	free(scratch.path);
}

const struct home *
fuzz_home(void)
{
	static const char *const dirs[] = {"jobs", "jobs/0000000001", "queue",
					   "unique", "bad", "cache"};
	const char *below = getenv("TMPDIR");

	if (scratch.path)
		return &scratch;
	scratch.path = mem_printf("%s/mj-fuzz.XXXXXX", below ? below : "/tmp");
	must(mkdtemp(scratch.path) != NULL);
	atexit(remove_scratch);
	scratch.fd = sys_open(AT_FDCWD, scratch.path, O_RDONLY | O_DIRECTORY, 0);
	must(scratch.fd >= 0);
	scratch.logs = scratch.path;
	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		must(file_mkdir(scratch.fd, dirs[i], true, NULL) == 0);
	return &scratch;
}

void
fuzz_put(const char *path, const char *bytes, size_t len)
{
	int fd = openat(fuzz_home()->fd, path, O_WRONLY | O_CREAT | O_TRUNC,
			0600);

	must(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
	close(fd);
}
