/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

int
scratch_open(void)
{
	const char *top = getenv("TMPDIR");
	autofree char *path = mem_printf("%s/mj-unit.XXXXXX", top ? top : "/tmp");
	int fd;

	ck_assert_ptr_nonnull(mkdtemp(path));
	fd = sys_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0);
	ck_assert_int_ge(fd, 0);
	return fd;
}

char *
scratch_path(int fd)
{
	char path[PATH_MAX], link[64];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return mem_copy(file_link_target(AT_FDCWD, link, path, sizeof(path)));
}

void
scratch_close(int fd)
{
	autofree char *path = scratch_path(fd);

	sys_close(&fd);
	file_remove_tree(AT_FDCWD, path);
	ck_assert(!file_exists(AT_FDCWD, path));
}

bool
scratch_holds(int fd, const char *path, const char *text)
{
	autobuf struct buf b = BUF_INIT;

	return file_read(fd, path, 0, 1u << 24, &b, NULL) == 0 &&
	       b.len == strlen(text) && !strcmp(buf_text(&b), text);
}

void
scratch_put(int fd, const char *path, const char *text)
{
	struct err e = {.text = ""};

	file_unlink(fd, path, NULL);
	ck_assert_msg(file_create(fd, path, text, strlen(text), false, &e) == 0,
		      "%s", e.text);
}
