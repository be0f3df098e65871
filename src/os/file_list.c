/* SPDX-License-Identifier: Apache-2.0 */
/* The names in a directory. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

/* One that was removed meanwhile is told apart. */
static int
fail(struct err *e, const char *path)
{
	err_sys(e, "list %s", path);
	if (e && e->errnum == ENOENT)
		e->code = ERR_MISSING;
	return -1;
}

static int
compare_names(const void *a, const void *b)
{
	char *const *x = a;
	char *const *y = b;

	return strcmp(*x, *y);
}

/* Call with each name of path that does not start with '.'. */
static DIR *
open_list(int dirfd, const char *path)
{
	int fd = sys_open(dirfd, path, O_RDONLY | O_DIRECTORY, 0);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir)
		sys_close(&fd);
	return dir;
}

/* The next entry; NULL with errno 0 at the end, else errno says why it cannot be read. */
static struct dirent *
next_entry(DIR *dir)
{
	errno = 0;
	return readdir(dir);
}

/* Close it after the last next_entry.  Return 0, or -1 with its errno. */
static int
close_list(DIR *dir)
{
	int errnum = errno;

	closedir(dir);
	errno = errnum;
	return errnum ? -1 : 0;
}

static bool
is_hidden(const char *name)
{
	return name[0] == '.' && strcmp(name, ".") != 0 &&
	       strcmp(name, "..") != 0;
}

static bool
is_wanted(const char *name, bool hidden)
{
	return hidden ? is_hidden(name) : name[0] != '.';
}

static int
list_names(int dirfd, const char *path, bool hidden, struct file_names *out,
	   struct err *e)
{
	DIR *dir = open_list(dirfd, path);
	struct dirent *entry;

	if (!dir)
		return errno == ENOENT ? 0 : fail(e, path);
	while ((entry = next_entry(dir))) {
		if (!is_wanted(entry->d_name, hidden))
			continue;
		out->names = mem_grow(out->names, out->count, &out->cap,
				      sizeof(char *));
		out->names[out->count++] = mem_copy(entry->d_name);
	}
	if (close_list(dir) < 0)
		return fail(e, path);
	if (out->count > 1)
		qsort(out->names, out->count, sizeof(char *), compare_names);
	return 0;
}

int
file_list(int dirfd, const char *path, struct file_names *out, struct err *e)
{
	return list_names(dirfd, path, false, out, e);
}

int
file_list_hidden(int dirfd, const char *path, struct file_names *out,
		 struct err *e)
{
	return list_names(dirfd, path, true, out, e);
}

long
file_count(int dirfd, const char *path)
{
	DIR *dir = open_list(dirfd, path);
	struct dirent *entry;
	long count = 0;

	if (!dir)
		return errno == ENOENT ? 0 : -1;
	while ((entry = next_entry(dir)))
		count += entry->d_name[0] != '.';
	return close_list(dir) < 0 ? -1 : count;
}

bool
file_any(int dirfd, const char *path)
{
	DIR *dir = open_list(dirfd, path);
	struct dirent *entry;
	bool any = false;

	if (!dir)
		return false;
	while (!any && (entry = next_entry(dir)))
		any = entry->d_name[0] != '.';
	close_list(dir);
	return any;
}

void
file_names_release(struct file_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->names[i]);
	free(names->names);
	*names = (struct file_names)FILE_NAMES_INIT;
}
