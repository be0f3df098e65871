/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/marks.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

#define END_MAX 200

static char *
path_of(const char *dir, const char *name, const char *kind)
{
	return mem_printf("%s/%s.%s", dir, name, kind);
}

/* A new one, complete before it has its name. */
static int
write_script(const char *dir, const char *name, const char *script, size_t len,
	     struct err *e)
{
	autofree char *path = path_of(dir, name, "sh");
	autofree char *made = path_of(dir, name, "sh.tmp");
	autoclose int fd = -1;

	file_unlink(AT_FDCWD, made, NULL);
	fd = sys_open(AT_FDCWD, made, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
		      0700);
	if (fd < 0 || sys_write_all(fd, script, len) < 0)
		return err_sys(e, "write the script %s", made);
	return file_rename(AT_FDCWD, made, path, false, e);
}

int
marks_make(const char *dir, const char *name, const char *script, size_t len,
	   struct err *e)
{
	autofree char *fence = path_of(dir, name, "go");

	if (file_mkdirs(dir, e) < 0 ||
	    write_script(dir, name, script, len, e) < 0)
		return -1;
	return file_touch(AT_FDCWD, fence, e);
}

int
marks_fence(const char *dir, const char *name)
{
	autofree char *fence = path_of(dir, name, "go");

	return file_unlink(AT_FDCWD, fence, NULL) < 0 ? -1 : 0;
}

void
marks_fence_all(const char *dir, const char *prefix)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(AT_FDCWD, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		const char *end = strrchr(names.names[i], '.');
		autofree char *path =
			mem_printf("%s/%s", dir, names.names[i]);

		if (!strncmp(names.names[i], prefix, strlen(prefix)) && end &&
		    !strcmp(end, ".go"))
			file_unlink(AT_FDCWD, path, NULL);
	}
}

bool
marks_fenced(const char *dir, const char *name)
{
	autofree char *path = path_of(dir, name, "go");

	return !file_exists(AT_FDCWD, path) && errno == ENOENT;
}

bool
marks_begun(const char *dir, const char *name)
{
	autofree char *path = path_of(dir, name, "start");

	return file_exists(AT_FDCWD, path);
}

int
marks_end(const char *dir, const char *name, struct script_end *out)
{
	autofree char *path = path_of(dir, name, "end");
	autobuf struct buf text = BUF_INIT;
	struct err e = {0};

	if (file_read(AT_FDCWD, path, 0, END_MAX, &text, &e) < 0)
		return e.code == ERR_MISSING ? 0 : -1;
	return script_end_read(buf_text(&text), out) < 0 ? -1 : 1;
}

void
marks_remove(const char *dir, const char *name)
{
	static const char *const kinds[] = {"go", "sh", "sh.tmp", "start",
					    "end", "end.tmp"};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		autofree char *path = path_of(dir, name, kinds[i]);

		file_unlink(AT_FDCWD, path, NULL);
	}
}
