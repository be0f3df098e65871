/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls by which mj changes something, each with a point before and after it
 * (points.h).
 */
#include "points.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The real call of a name, with the type of ours. */
#define REAL(name)                                                \
	static __typeof__(name) *real;                            \
	if (!real)                                                \
		*(void **)&real = dlsym(RTLD_NEXT, #name)

pid_t
fork(void)
{
	int n;
	pid_t pid;
	REAL(fork);

	n = points_before("fork", "");
	pid = real();
	if (pid == 0 && points_counted())
		points_born(false);
	else
		points_after(n, "fork");
	return pid;
}

static long
counted_syscall(__typeof__(syscall) *real, long number, const long *a)
{
	int n = 0;
	long r;

	if (number == SYS_clone)
		n = points_before("clone", "");
	else if (number == SYS_pidfd_send_signal && a[1])
		n = points_before("pidfd_send_signal", "");
	else if (number == SYS_waitid && !(a[3] & WNOWAIT))
		n = points_before("waitid", "");
	r = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (number == SYS_clone && r == 0)
		points_born((a[0] & CLONE_PARENT) != 0);
	else
		points_after(n, "syscall");
	return r;
}

long
syscall(long number, ...)
{
	long a[6];
	va_list ap;
	REAL(syscall);

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (!points_counted())
		return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	return counted_syscall(real, number, a);
}

int
openat(int dirfd, const char *path, int flags, ...)
{
	int n = 0, fd;
	mode_t mode = 0;
	va_list ap;
	REAL(openat);

	if (flags & O_CREAT) {
		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		va_end(ap);
		points_opens(path);
		n = points_before("openat", path);
	}
	fd = real(dirfd, path, flags, mode);
	points_after(n, "openat");
	return fd;
}

/* Only of what others wait for: locks and pipes. */
int
close(int fd)
{
	char name[PATH_MAX];
	int n = 0, r;
	size_t len;
	REAL(close);

	points_name(fd, name, sizeof(name));
	len = strlen(name);
	if (!strncmp(name, "pipe:", 5) ||
	    strstr(name, "/controller.pid") || strstr(name, "/runner.") ||
	    (len > 6 && !strcmp(name + len - 6, "/queue")) ||
	    (len > 4 && !strcmp(name + len - 4, "/seq")))
		n = points_before("close", name);
	r = real(fd);
	points_after(n, "close");
	return r;
}

ssize_t
write(int fd, const void *bytes, size_t size)
{
	int n;
	ssize_t r;
	REAL(write);

	n = points_before_fd("write", fd);
	r = real(fd, bytes, size);
	points_after(n, "write");
	return r;
}

ssize_t
pwrite(int fd, const void *bytes, size_t size, off_t at)
{
	int n;
	ssize_t r;
	REAL(pwrite);

	n = points_before_fd("pwrite", fd);
	r = real(fd, bytes, size, at);
	points_after(n, "pwrite");
	return r;
}

ssize_t
splice(int in, off_t *in_at, int out, off_t *out_at, size_t size,
       unsigned flags)
{
	int n;
	ssize_t r;
	REAL(splice);

	n = points_before_fd("splice", out);
	r = real(in, in_at, out, out_at, size, flags);
	points_after(n, "splice");
	return r;
}

int
renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	int n, r;
	REAL(renameat);

	n = points_before("renameat", to);
	r = real(from_dir, from, to_dir, to);
	points_after(n, "renameat");
	return r;
}

int
renameat2(int from_dir, const char *from, int to_dir, const char *to,
	  unsigned flags)
{
	int n, r;
	REAL(renameat2);

	n = points_before("renameat2", to);
	r = real(from_dir, from, to_dir, to, flags);
	points_after(n, "renameat2");
	return r;
}

int
unlinkat(int dirfd, const char *path, int flags)
{
	int n, r;
	REAL(unlinkat);

	n = points_before("unlinkat", path);
	r = real(dirfd, path, flags);
	points_after(n, "unlinkat");
	return r;
}

int
linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	int n, r;
	REAL(linkat);

	n = points_before("linkat", to);
	r = real(from_dir, from, to_dir, to, flags);
	points_after(n, "linkat");
	return r;
}

int
mkdirat(int dirfd, const char *path, mode_t mode)
{
	int n, r;
	REAL(mkdirat);

	n = points_before("mkdirat", path);
	r = real(dirfd, path, mode);
	points_after(n, "mkdirat");
	return r;
}

int
mkfifoat(int dirfd, const char *path, mode_t mode)
{
	int n, r;
	REAL(mkfifoat);

	n = points_before("mkfifoat", path);
	r = real(dirfd, path, mode);
	points_after(n, "mkfifoat");
	return r;
}

int
ftruncate(int fd, off_t size)
{
	int n, r;
	REAL(ftruncate);

	n = points_before_fd("ftruncate", fd);
	r = real(fd, size);
	points_after(n, "ftruncate");
	return r;
}

int
fdatasync(int fd)
{
	int n, r;
	REAL(fdatasync);

	n = points_before_fd("fdatasync", fd);
	r = real(fd);
	points_after(n, "fdatasync");
	return r;
}

int
fsync(int fd)
{
	int n, r;
	REAL(fsync);

	n = points_before_fd("fsync", fd);
	r = real(fd);
	points_after(n, "fsync");
	return r;
}

int
syncfs(int fd)
{
	int n, r;
	REAL(syncfs);

	n = points_before_fd("syncfs", fd);
	r = real(fd);
	points_after(n, "syncfs");
	return r;
}

int
utimensat(int dirfd, const char *path, const struct timespec times[2],
	  int flags)
{
	int n, r;
	REAL(utimensat);

	n = points_before("utimensat", path);
	r = real(dirfd, path, times, flags);
	points_after(n, "utimensat");
	return r;
}

int
flock(int fd, int how)
{
	int n, r;
	REAL(flock);

	n = points_before_fd("flock", fd);
	r = real(fd, how);
	points_after(n, "flock");
	return r;
}

/* The number of a job reaches its reader here. */
int
fflush(FILE *file)
{
	int n = 0, r;
	REAL(fflush);

	if (points_launcher() && file == stdout)
		n = points_before("fflush", "stdout");
	r = real(file);
	points_after(n, "fflush");
	return r;
}

int
execve(const char *path, char *const argv[], char *const envp[])
{
	REAL(execve);

	points_before("execve", path);
	return real(path, argv, envp);
}

void
_exit(int status)
{
	points_before("_exit", "");
	points_raw(SYS_exit_group, status, 0, 0, 0);
	for (;;)
		continue;
}
