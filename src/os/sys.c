/* SPDX-License-Identifier: Apache-2.0 */
#include "os/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define POLL_RETRY_MS 100 /* no memory to wait in: the caller comes again after this */

int
sys_open(int dirfd, const char *path, int flags, mode_t mode)
{
	int fd;

	do
		fd = openat(dirfd, path, flags | O_CLOEXEC | O_NOCTTY, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

void
sys_close(int *fd)
{
	int errnum = errno;

	if (*fd >= 0)
		close(*fd); /* never again on EINTR: Linux has closed it */
	*fd = -1;
	errno = errnum;
}

int
sys_take(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

ssize_t
sys_read(int fd, void *to, size_t size)
{
	ssize_t n;

	do
		n = read(fd, to, size);
	while (n < 0 && errno == EINTR);
	return n;
}

ssize_t
sys_read_at(int fd, void *to, size_t size, uint64_t offset)
{
	ssize_t n;

	do
		n = pread(fd, to, size, (off_t)offset);
	while (n < 0 && errno == EINTR);
	return n;
}

ssize_t
sys_write(int fd, const void *from, size_t size)
{
	ssize_t n;

	do
		n = write(fd, from, size);
	while (n < 0 && errno == EINTR);
	return n;
}

int
sys_write_all(int fd, const void *from, size_t size)
{
	const char *p = from;

	while (size > 0) {
		ssize_t n = sys_write(fd, p, size);

		if (n < 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

int
sys_pipe(int ends[2], bool nonblock)
{
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	if (nonblock)
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
	return 0;
}

long
sys_pending(int fd)
{
	int n;

	return ioctl(fd, FIONREAD, &n) < 0 ? -1 : n;
}

uint64_t
sys_inode(int fd)
{
	struct stat st;

	return fstat(fd, &st) < 0 ? 0 : (uint64_t)st.st_ino;
}

int
sys_poll(struct pollfd *fds, size_t count, int64_t timeout_ms)
{
	int ms = timeout_ms > 86400000 ? 86400000 : (int)timeout_ms;
	int n = poll(fds, (nfds_t)count, ms < -1 ? 0 : ms);

	if (n >= 0)
		return n;
	for (size_t i = 0; i < count; i++)
		fds[i].revents = 0;
	if (errno != EINTR)
		sys_sleep_ms(ms < 0 || ms > POLL_RETRY_MS ? POLL_RETRY_MS : ms);
	return 0;
}

bool
sys_readable(int fd)
{
	struct pollfd p = {fd, POLLIN, 0};
	int n;

	while ((n = poll(&p, 1, 0)) < 0)
		if (errno != EINTR)
			sys_sleep_ms(POLL_RETRY_MS);
	return n > 0;
}

static ssize_t
copy_end(int pipe, int file, size_t size, size_t *lost)
{
	char chunk[16384];
	ssize_t n = sys_read(pipe, chunk, size < sizeof(chunk) ? size : sizeof(chunk));

	if (n <= 0)
		return n;
	if (sys_write_all(file, chunk, (size_t)n) < 0) {
		*lost += (size_t)n;
		return -1;
	}
	return n;
}

ssize_t
sys_splice_end(int pipe, int file, size_t size, size_t *lost)
{
	ssize_t n;

	lseek(file, 0, SEEK_END);
	do
		n = splice(pipe, NULL, file, NULL, size, SPLICE_F_NONBLOCK);
	while (n < 0 && errno == EINTR);
	if (n < 0 && (errno == EINVAL || errno == ENOSYS || errno == ENOMEM))
		return copy_end(pipe, file, size, lost);
	return n;
}

/*
 * The other end of a pipe that nobody has: to read from it is the end of a file, to write
 * to it fails.  It stands for a /dev/null that cannot be had.
 */
static int
half_pipe(bool to_read)
{
	int ends[2];

	if (sys_pipe(ends, true) < 0)
		return -1;
	sys_close(&ends[to_read ? 1 : 0]);
	return ends[to_read ? 0 : 1];
}

int
sys_nothing(bool to_read)
{
	int fd = sys_open(AT_FDCWD, "/dev/null", to_read ? O_RDONLY : O_WRONLY,
			  0);

	return fd >= 0 ? fd : half_pipe(to_read);
}

int
sys_dup(int from, int to)
{
	int fd;

	/* EBUSY: a race with an open, says dup(2) */
	do
		fd = dup2(from, to);
	while (fd < 0 && (errno == EINTR || errno == EBUSY));
	return fd;
}

/* What cannot be replaced is closed: it may be a terminal of the submitter. */
static int
put_at(int fd, int at)
{
	if (fd >= 0 && sys_dup(fd, at) == at)
		return 0;
	close(at);
	return -1;
}

int
sys_stdio(int out)
{
	int in = sys_nothing(true);
	int sink = out < 0 ? sys_nothing(false) : out;
	int r = put_at(in, 0) | put_at(sink, 1) | put_at(sink, 2);

	if (in > 2)
		close(in);
	if (sink > 2 && sink != out)
		close(sink);
	return r;
}

static int
by_number(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void
close_span(unsigned from, unsigned to)
{
	struct rlimit limit;

	if (from > to || syscall(SYS_close_range, from, to, 0) == 0)
		return;
	/* Linux before 5.9: one by one, as far as any can be open. */
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur > 65536)
		limit.rlim_cur = 65536;
	for (unsigned fd = from; fd <= to && fd < limit.rlim_cur; fd++)
		close((int)fd);
}

void
sys_close_others(const int *keep, size_t count)
{
	int sorted[32];
	size_t n = 0;
	unsigned from = 3;

	for (size_t i = 0; i < count && n < 32; i++)
		if (keep[i] > 2)
			sorted[n++] = keep[i];
	qsort(sorted, n, sizeof(sorted[0]), by_number);
	for (size_t i = 0; i < n; i++) {
		if ((unsigned)sorted[i] > from)
			close_span(from, (unsigned)sorted[i] - 1);
		from = (unsigned)sorted[i] + 1;
	}
	close_span(from, ~0U);
}

void
sys_detach(void)
{
	setsid();
	if (chdir("/") < 0)
		errno = 0; /* then we stay where we are; nothing depends on it */
	umask(077);
}

int
sys_subreaper(void)
{
	return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
}

static int64_t
clock_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t
sys_wall_ms(void)
{
	return clock_ms(CLOCK_REALTIME);
}

int64_t
sys_boot_ms(void)
{
	return clock_ms(CLOCK_BOOTTIME);
}

void
sys_sleep_ms(int64_t ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	while (nanosleep(&t, &t) < 0 && errno == EINTR)
		continue;
}

pid_t
sys_pid(void)
{
	return getpid();
}

uid_t
sys_uid(void)
{
	return geteuid();
}

bool
sys_setuid(void)
{
	return getauxval(AT_SECURE) != 0;
}

unsigned
sys_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}

bool
sys_is_terminal(int fd)
{
	return isatty(fd) == 1;
}

int
sys_limit(int i, uint64_t *soft, uint64_t *hard)
{
	struct rlimit limit;

	if (i >= RLIM_NLIMITS || getrlimit((__rlimit_resource_t)i, &limit) < 0)
		return -1;
	*soft = limit.rlim_cur;
	*hard = limit.rlim_max;
	return 0;
}

int
sys_limit_set(int i, uint64_t soft, uint64_t hard)
{
	struct rlimit now, want = {soft, hard};

	if (i >= RLIM_NLIMITS || getrlimit((__rlimit_resource_t)i, &now) < 0)
		return -1;
	if (now.rlim_cur == soft && now.rlim_max == hard)
		return 0;
	if (!setrlimit((__rlimit_resource_t)i, &want))
		return 0;
	if (want.rlim_max > now.rlim_max)
		want.rlim_max = now.rlim_max;
	if (want.rlim_cur > want.rlim_max)
		want.rlim_cur = want.rlim_max;
	return setrlimit((__rlimit_resource_t)i, &want) < 0 ? -1 : 1;
}

static void
raise_limit(__rlimit_resource_t which)
{
	struct rlimit limit;

	if (getrlimit(which, &limit) < 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(which, &limit);
}

void
sys_raise_limits(void)
{
	raise_limit(RLIMIT_NOFILE);
	raise_limit(RLIMIT_FSIZE);
}

mode_t
sys_umask(void)
{
	char text[512] = "";
	const char *line;
	autoclose int fd = sys_open(AT_FDCWD, "/proc/self/status", O_RDONLY, 0);

	if (fd < 0 || sys_read(fd, text, sizeof(text) - 1) <= 0)
		return 022;
	line = strstr(text, "\nUmask:");
	return line ? (mode_t)strtoul(line + 7, NULL, 8) : 022;
}

char *
sys_cwd(void)
{
	return getcwd(NULL, 0);
}

const char *
sys_host(char *out, size_t size)
{
	if (gethostname(out, size) < 0)
		snprintf(out, size, "unknown");
	out[size - 1] = '\0';
	return out;
}

int
sys_nice(void)
{
	return getpriority(PRIO_PROCESS, 0);
}

void
sys_nice_set(int value)
{
	if (value != getpriority(PRIO_PROCESS, 0))
		setpriority(PRIO_PROCESS, 0, value);
}
