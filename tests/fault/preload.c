/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into mj and mj-schedule: counts the calls that src/os makes, by role and
 * kind, and makes the one fail that the plan names (fault.h).
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fault.h"

static struct fault_plan *plan; /* NULL: not one of ours */
static enum role role;
static bool inside; /* of our own work */

/* The function of that name that comes after ours. */
#define SYNC_FAILS_MS 200
#define REAL(name) ((__typeof__(&(name)))real(#name))

static void *
real(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		_exit(125);
	return found;
}

static enum role
role_of_program(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/');

	name = name ? name + 1 : argv[0];
	if (!strcmp(name, "mj-schedule"))
		return ROLE_SCHEDULE;
	if (strcmp(name, "mj") != 0 || argc < 2)
		return ROLE_NONE;
	if (!strcmp(argv[1], "launch"))
		return ROLE_LAUNCH;
	return !strcmp(argv[1], "cancel") ? ROLE_CANCEL : ROLE_READER;
}

static void
note_crash(int signo)
{
	plan->crash_role = role;
	plan->crash_signal = (uint32_t)signo;
	signal(signo, SIG_DFL);
	raise(signo);
}

static void
watch_crashes(void)
{
	static const int fatal[] = {SIGSEGV, SIGBUS,  SIGFPE,
				    SIGILL,  SIGABRT, SIGSYS};

	for (size_t i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
		signal(fatal[i], note_crash);
}

__attribute__((constructor)) static void
begin(int argc, char **argv)
{
	const char *path = getenv(FAULT_ENV);
	void *map;
	int fd;

	role = argc > 0 ? role_of_program(argc, argv) : ROLE_NONE;
	if (!path || role == ROLE_NONE)
		return;
	fd = REAL(open)(path, O_RDWR | O_CLOEXEC);
	map = fd < 0 ? MAP_FAILED
		     : mmap(NULL, sizeof(*plan), PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		_exit(125);
	close(fd);
	plan = map;
	watch_crashes();
}

/* The callers of ours in the program itself, the nearest first. */
static void
note_place(const char *what)
{
	void *frames[FAULT_FRAMES];
	int n = backtrace(frames, FAULT_FRAMES);
	const void *base = NULL;

	for (int i = 3; i < n; i++) {
		Dl_info info;

		if (!dladdr(frames[i], &info) ||
		    (base && info.dli_fbase != base))
			continue;
		base = info.dli_fbase;
		plan->frame[plan->frame_count++] =
			(uint64_t)((const char *)frames[i] -
				   (const char *)base) -
			1;
	}
	/* its name for dladdr may be a title by now */
	if (REAL(readlink)("/proc/self/exe", plan->program,
			   sizeof(plan->program) - 1) < 0)
		plan->program[0] = '\0';
	snprintf(plan->what, sizeof(plan->what), "%s", what ? what : "");
}

/* Count a call.  Return whether it is to fail, with errno set. */
static bool
fails(enum call call, const char *what)
{
	uint32_t n;

	if (!plan || inside || !plan->active)
		return false;
	__atomic_add_fetch(&plan->total, 1, __ATOMIC_SEQ_CST);
	n = __atomic_add_fetch(&plan->count[role][call], 1, __ATOMIC_SEQ_CST);
	if (!plan->nth || plan->role != role || plan->call != call ||
	    n < plan->nth || n >= plan->nth + plan->times)
		return false;
	if (__atomic_add_fetch(&plan->fired, 1, __ATOMIC_SEQ_CST) == 1) {
		inside = true;
		note_place(what);
		inside = false;
	}
	errno = plan->errnum == FAULT_SHORT ? 0 : plan->errnum;
	return true;
}

static bool
is_short(void)
{
	return plan->errnum == FAULT_SHORT;
}

static void
become_child(bool sibling)
{
	static const enum role next[ROLE_COUNT] = {
		[ROLE_LAUNCH] = ROLE_STARTER,	 [ROLE_CANCEL] = ROLE_STARTER,
		[ROLE_READER] = ROLE_STARTER,	 [ROLE_SCHEDULE] = ROLE_PASS,
		[ROLE_STARTER] = ROLE_PASS,	 [ROLE_PASS] = ROLE_CONTROLLER,
		[ROLE_CONTROLLER] = ROLE_RUNNER, [ROLE_RUNNER] = ROLE_COMMAND,
	};

	if (role != ROLE_NONE)
		role = sibling ? ROLE_STARTER : next[role];
}

int
openat(int dir, const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = va_arg(ap, mode_t);
	va_end(ap);
	if (fails(flags & O_CREAT ? CALL_CREATE : CALL_OPEN, path))
		return -1;
	return REAL(openat)(dir, path, flags, mode);
}

/* Pipes and signals do not fail as disks do. */
static bool
is_file(int fd)
{
	struct stat st;

	return REAL(fstat)(fd, &st) == 0 && S_ISREG(st.st_mode);
}

ssize_t
read(int fd, void *to, size_t size)
{
	return is_file(fd) && fails(CALL_READ, NULL) ? -1
						     : REAL(read)(fd, to, size);
}

ssize_t
pread(int fd, void *to, size_t size, off_t at)
{
	return fails(CALL_PREAD, NULL) ? -1 : REAL(pread)(fd, to, size, at);
}

ssize_t
write(int fd, const void *from, size_t size)
{
	if (!is_file(fd) || !fails(CALL_WRITE, NULL))
		return REAL(write)(fd, from, size);
	return is_short() ? REAL(write)(fd, from, (size + 1) / 2) : -1;
}

ssize_t
pwrite(int fd, const void *from, size_t size, off_t at)
{
	if (!fails(CALL_PWRITE, NULL))
		return REAL(pwrite)(fd, from, size, at);
	return is_short() ? REAL(pwrite)(fd, from, (size + 1) / 2, at) : -1;
}

/* A disk that fails does so after a while, in which others go on. */
static bool
sync_fails(void)
{
	static const struct timespec while_ = {0, SYNC_FAILS_MS * 1000000L};

	if (!fails(CALL_SYNC, NULL))
		return false;
	if (plan->role == ROLE_LAUNCH)
		REAL(nanosleep)(&while_, NULL);
	errno = plan->errnum;
	return true;
}

int
fsync(int fd)
{
	return sync_fails() ? -1 : REAL(fsync)(fd);
}

int
fdatasync(int fd)
{
	return sync_fails() ? -1 : REAL(fdatasync)(fd);
}

int
syncfs(int fd)
{
	return sync_fails() ? -1 : REAL(syncfs)(fd);
}

int
ftruncate(int fd, off_t size)
{
	return fails(CALL_TRUNCATE, NULL) ? -1 : REAL(ftruncate)(fd, size);
}

int
renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	return fails(CALL_RENAME, to)
		       ? -1
		       : REAL(renameat)(from_dir, from, to_dir, to);
}

int
renameat2(int from_dir, const char *from, int to_dir, const char *to,
	  unsigned flags)
{
	return fails(CALL_RENAME, to)
		       ? -1
		       : REAL(renameat2)(from_dir, from, to_dir, to, flags);
}

int
linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	return fails(CALL_LINK, to)
		       ? -1
		       : REAL(linkat)(from_dir, from, to_dir, to, flags);
}

int
unlinkat(int dir, const char *path, int flags)
{
	return fails(CALL_UNLINK, path) ? -1 : REAL(unlinkat)(dir, path, flags);
}

int
mkdirat(int dir, const char *path, mode_t mode)
{
	return fails(CALL_MKDIR, path) ? -1 : REAL(mkdirat)(dir, path, mode);
}

int
mkfifoat(int dir, const char *path, mode_t mode)
{
	return fails(CALL_MKFIFO, path) ? -1 : REAL(mkfifoat)(dir, path, mode);
}

int
flock(int fd, int how)
{
	return fails(CALL_FLOCK, NULL) ? -1 : REAL(flock)(fd, how);
}

int
fstat(int fd, struct stat *out)
{
	return fails(CALL_STAT, NULL) ? -1 : REAL(fstat)(fd, out);
}

int
fstatat(int dir, const char *path, struct stat *out, int flags)
{
	return fails(CALL_STAT, path) ? -1
				      : REAL(fstatat)(dir, path, out, flags);
}

int
stat(const char *path, struct stat *out)
{
	return fails(CALL_STAT, path) ? -1 : REAL(stat)(path, out);
}

int
faccessat(int dir, const char *path, int mode, int flags)
{
	return fails(CALL_ACCESS, path)
		       ? -1
		       : REAL(faccessat)(dir, path, mode, flags);
}

int
utimensat(int dir, const char *path, const struct timespec times[2], int flags)
{
	return fails(CALL_TIMES, path)
		       ? -1
		       : REAL(utimensat)(dir, path, times, flags);
}

ssize_t
splice(int in, off_t *in_at, int out, off_t *out_at, size_t size,
       unsigned flags)
{
	if (!fails(CALL_SPLICE, NULL))
		return REAL(splice)(in, in_at, out, out_at, size, flags);
	return is_short() ? REAL(splice)(in, in_at, out, out_at, 1, flags) : -1;
}

int
poll(struct pollfd *fds, nfds_t count, int timeout)
{
	return fails(CALL_POLL, NULL) ? -1 : REAL(poll)(fds, count, timeout);
}

int
pipe2(int ends[2], int flags)
{
	return fails(CALL_PIPE, NULL) ? -1 : REAL(pipe2)(ends, flags);
}

int
dup2(int from, int to)
{
	return fails(CALL_DUP, NULL) ? -1 : REAL(dup2)(from, to);
}

int
chdir(const char *path)
{
	return fails(CALL_CHDIR, path) ? -1 : REAL(chdir)(path);
}

pid_t
fork(void)
{
	pid_t pid;

	if (fails(CALL_FORK, NULL))
		return -1;
	pid = REAL(fork)();
	if (pid == 0)
		become_child(false);
	return pid;
}

/* The calls that src/os makes by number. */
static enum call
call_of_number(long number)
{
	switch (number) {
	case SYS_clone:
		return CALL_FORK;
	case SYS_pidfd_open:
	case SYS_pidfd_send_signal:
		return CALL_PIDFD;
	case SYS_waitid:
		return CALL_WAIT;
	case SYS_close_range:
		return CALL_CLOSE_RANGE;
	default:
		return CALL_COUNT;
	}
}

long
syscall(long number, ...)
{
	enum call call = call_of_number(number);
	long a[6];
	long result;
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (call != CALL_COUNT && fails(call, NULL))
		return -1;
	result = REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (number == SYS_clone && result == 0)
		become_child((a[0] & CLONE_PARENT) != 0);
	return result;
}

int
execve(const char *path, char *const argv[], char *const envp[])
{
	return fails(CALL_EXEC, path) ? -1 : REAL(execve)(path, argv, envp);
}

DIR *
opendir(const char *path)
{
	return fails(CALL_OPENDIR, path) ? NULL : REAL(opendir)(path);
}

DIR *
fdopendir(int fd)
{
	return fails(CALL_OPENDIR, NULL) ? NULL : REAL(fdopendir)(fd);
}

struct dirent *
readdir(DIR *dir)
{
	return fails(CALL_READDIR, NULL) ? NULL : REAL(readdir)(dir);
}

int
signalfd(int fd, const sigset_t *mask, int flags)
{
	return fails(CALL_SIGNALFD, NULL) ? -1
					  : REAL(signalfd)(fd, mask, flags);
}

char *
getcwd(char *out, size_t size)
{
	return fails(CALL_GETCWD, NULL) ? NULL : REAL(getcwd)(out, size);
}

ssize_t
readlinkat(int dir, const char *path, char *out, size_t size)
{
	return fails(CALL_READLINK, path)
		       ? -1
		       : REAL(readlinkat)(dir, path, out, size);
}

int
nanosleep(const struct timespec *wanted, struct timespec *left)
{
	if (!fails(CALL_SLEEP, NULL))
		return REAL(nanosleep)(wanted, left);
	if (left)
		*left = *wanted;
	return -1;
}
