/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into mj and mj-schedule: appends each call that changes or syncs something
 * below MJ_HOME to the file that FAULT_PLAN names.  The call is made and noted under a
 * lock, so that the notes of all processes are in the order of what they did.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "trace.h"

static char trace_path[400]; /* "": not one of ours */
static char home[400];
static bool tells; /* the program tells what it changed */

#define REAL(name) ((__typeof__(&(name)))real(#name))

static void *
real(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		_exit(125);
	return found;
}

__attribute__((constructor)) static void
begin(int argc, char **argv)
{
	const char *trace = getenv("FAULT_PLAN"), *dir = getenv("MJ_HOME");
	const char *name = argc > 0 ? strrchr(argv[0], '/') : NULL;

	if (!trace || !dir || !name || strncmp(name, "/mj", 3) != 0)
		return;
	snprintf(trace_path, sizeof(trace_path), "%s", trace);
	snprintf(home, sizeof(home), "%s/", dir);
	tells = !strcmp(name, "/mj");
}

/* The path below the home of what dir and path name; false if it is not there. */
static bool
below_home(int dir, const char *path, char out[400])
{
	char whole[800], link[40];
	ssize_t n = 0;

	if (!trace_path[0])
		return false;
	if (!path || path[0] != '/') {
		snprintf(link, sizeof(link), "/proc/self/fd/%d", dir);
		n = REAL(readlink)(link, whole, 390);
		if (n < 0)
			return false;
	}
	whole[n] = '\0';
	if (path)
		snprintf(whole + n, sizeof(whole) - (size_t)n, "%s%s",
			 n ? "/" : "", path);
	else
		strcat(whole, "/");
	if (strncmp(whole, home, strlen(home)) != 0)
		return false;
	snprintf(out, 400, "%.399s", whole + strlen(home));
	n = (ssize_t)strlen(out);
	if (n > 0 && out[n - 1] == '/')
		out[n - 1] = '\0';
	return true;
}

static int
lock_trace(void)
{
	int fd = REAL(openat)(AT_FDCWD, trace_path,
			      O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0 || REAL(flock)(fd, LOCK_EX) < 0)
		_exit(125);
	return fd;
}

static void
note(int trace, const struct op *op, const char *path, const char *path2,
     const void *data)
{
	struct op head = *op;
	static const char zeros[8];
	struct iovec parts[5];
	size_t len = 0;

	head.pid = (uint32_t)getpid();
	head.path_len = (uint32_t)strlen(path) + 1;
	head.path2_len = (uint32_t)strlen(path2) + 1;
	parts[0] = (struct iovec){&head, sizeof(head)};
	parts[1] = (struct iovec){(char *)(uintptr_t)path, head.path_len};
	parts[2] = (struct iovec){(char *)(uintptr_t)path2, head.path2_len};
	parts[3] = (struct iovec){(char *)(uintptr_t)data, head.data_len};
	for (int i = 0; i < 4; i++)
		len += parts[i].iov_len;
	parts[4] = (struct iovec){(char *)(uintptr_t)zeros, -len % OP_ALIGN};
	len += parts[4].iov_len;
	if (writev(trace, parts, 5) != (ssize_t)len)
		_exit(125);
}

/* Note a call of one path, made between lock_trace and here, if it was done. */
static void
note_path(int trace, int result, enum op_kind kind, const char *path)
{
	struct op op = {.kind = kind};

	if (result >= 0)
		note(trace, &op, path, "", "");
	close(trace);
}

int
openat(int dir, const char *path, int flags, ...)
{
	char below[400];
	struct stat st;
	va_list ap;
	mode_t mode;
	bool is_new;
	int trace, fd;

	va_start(ap, flags);
	mode = va_arg(ap, mode_t);
	va_end(ap);
	if (!(flags & O_CREAT) || !below_home(dir, path, below))
		return REAL(openat)(dir, path, flags, mode);
	trace = lock_trace();
	is_new = REAL(fstatat)(dir, path, &st, AT_SYMLINK_NOFOLLOW) < 0;
	fd = REAL(openat)(dir, path, flags, mode);
	note_path(trace, is_new ? fd : -1, OP_CREATE, below);
	return fd;
}

/* Whether fd is a regular file or directory of the home. */
static bool
is_stored(int fd, char below[400], struct stat *st)
{
	return trace_path[0] && REAL(fstat)(fd, st) == 0 &&
	       (S_ISREG(st->st_mode) || S_ISDIR(st->st_mode)) &&
	       below_home(fd, NULL, below);
}

ssize_t
write(int fd, const void *from, size_t size)
{
	struct op op = {.kind = OP_WRITE};
	char below[400];
	struct stat st;
	ssize_t n;
	int trace;

	if (!is_stored(fd, below, &st))
		return REAL(write)(fd, from, size);
	trace = lock_trace();
	REAL(fstat)(fd, &st);
	op.offset = (uint64_t)(REAL(fcntl)(fd, F_GETFL) & O_APPEND
				       ? st.st_size
				       : lseek(fd, 0, SEEK_CUR));
	n = REAL(write)(fd, from, size);
	op.data_len = n > 0 ? (uint32_t)n : 0;
	if (n > 0)
		note(trace, &op, below, "", from);
	close(trace);
	return n;
}

ssize_t
pwrite(int fd, const void *from, size_t size, off_t at)
{
	struct op op = {.kind = OP_WRITE, .offset = (uint64_t)at};
	char below[400];
	struct stat st;
	ssize_t n;
	int trace;

	if (!is_stored(fd, below, &st))
		return REAL(pwrite)(fd, from, size, at);
	trace = lock_trace();
	n = REAL(pwrite)(fd, from, size, at);
	op.data_len = n > 0 ? (uint32_t)n : 0;
	if (n > 0)
		note(trace, &op, below, "", from);
	close(trace);
	return n;
}

int
ftruncate(int fd, off_t size)
{
	struct op op = {.kind = OP_CUT, .offset = (uint64_t)size};
	char below[400];
	struct stat st;
	int trace, done;

	if (!is_stored(fd, below, &st))
		return REAL(ftruncate)(fd, size);
	trace = lock_trace();
	done = REAL(ftruncate)(fd, size);
	if (done == 0)
		note(trace, &op, below, "", "");
	close(trace);
	return done;
}

static int
sync_with(int (*how)(int fd), int fd, enum op_kind kind)
{
	char below[400];
	struct stat st;
	int trace, done;

	if (!is_stored(fd, below, &st))
		return how(fd);
	trace = lock_trace();
	done = how(fd);
	note_path(trace, done, kind, below);
	return done;
}

int
fsync(int fd)
{
	return sync_with(REAL(fsync), fd, OP_SYNC);
}

int
fdatasync(int fd)
{
	return sync_with(REAL(fdatasync), fd, OP_SYNC);
}

int
syncfs(int fd)
{
	return sync_with(REAL(syncfs), fd, OP_SYNC_ALL);
}

/* The two paths of a rename or link, noted if both are below the home. */
static void
note_pair(int trace, int done, enum op_kind kind, const char *from,
	  const char *to)
{
	struct op op = {.kind = kind};

	if (done == 0)
		note(trace, &op, from, to, "");
	close(trace);
}

int
renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	char a[400], b[400];
	int trace, done;

	if (!below_home(from_dir, from, a) || !below_home(to_dir, to, b))
		return REAL(renameat)(from_dir, from, to_dir, to);
	trace = lock_trace();
	done = REAL(renameat)(from_dir, from, to_dir, to);
	note_pair(trace, done, OP_RENAME, a, b);
	return done;
}

int
renameat2(int from_dir, const char *from, int to_dir, const char *to,
	  unsigned flags)
{
	char a[400], b[400];
	int trace, done;

	if (!below_home(from_dir, from, a) || !below_home(to_dir, to, b))
		return REAL(renameat2)(from_dir, from, to_dir, to, flags);
	trace = lock_trace();
	done = REAL(renameat2)(from_dir, from, to_dir, to, flags);
	note_pair(trace, done, OP_RENAME, a, b);
	return done;
}

int
linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	char a[400], b[400];
	int trace, done;

	if (!below_home(from_dir, from, a) || !below_home(to_dir, to, b))
		return REAL(linkat)(from_dir, from, to_dir, to, flags);
	trace = lock_trace();
	done = REAL(linkat)(from_dir, from, to_dir, to, flags);
	note_pair(trace, done, OP_LINK, a, b);
	return done;
}

int
unlinkat(int dir, const char *path, int flags)
{
	char below[400];
	int trace, done;

	if (!below_home(dir, path, below))
		return REAL(unlinkat)(dir, path, flags);
	trace = lock_trace();
	done = REAL(unlinkat)(dir, path, flags);
	note_path(trace, done, OP_UNLINK, below);
	return done;
}

int
mkdirat(int dir, const char *path, mode_t mode)
{
	char below[400];
	int trace, done;

	if (!below_home(dir, path, below))
		return REAL(mkdirat)(dir, path, mode);
	trace = lock_trace();
	done = REAL(mkdirat)(dir, path, mode);
	note_path(trace, done, OP_MKDIR, below);
	return done;
}

int
mkfifoat(int dir, const char *path, mode_t mode)
{
	char below[400];
	int trace, done;

	if (!below_home(dir, path, below))
		return REAL(mkfifoat)(dir, path, mode);
	trace = lock_trace();
	done = REAL(mkfifoat)(dir, path, mode);
	note_path(trace, done, OP_MKFIFO, below);
	return done;
}

/* The first flush of the standard output is when the user gets to know. */
int
fflush(FILE *stream)
{
	if (tells && stream == stdout) {
		tells = false;
		note_path(lock_trace(), 0, OP_TOLD, "");
	}
	return REAL(fflush)(stream);
}
