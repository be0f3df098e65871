/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kill a process of mj before or after one of its calls that change something.
 * Part of what is preloaded into mj and mj-schedule; idle in everything else.
 *
 * MJ_CRASH_STATE=FILE	one page that all processes share: counting begins when its
 *			first int is 1, and goes on in order of the roles below
 * MJ_CRASH_LOG=FILE	a line `ROLE PID N CALL WHAT` for each call counted
 * MJ_CRASH_AT=ROLE:N:WHEN[:OTHER]	kill the process of that role that makes the
 *			role's Nth call, once; WHEN is before or after; with OTHER,
 *			a role or `all`, those processes are killed first
 *
 * A process has its role by how it came about: what mj was called for, or who
 * forked it.  That needs nothing of the program but its tree of processes.
 */
#include "points.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STATE_SIZE 8192
#define PROCESSES_MAX 200
#define TARGETS_MAX 2

enum role {
	ROLE_NONE,
	ROLE_LAUNCHER,
	ROLE_CANCELLER,
	ROLE_HOLDER,
	ROLE_TIMER, /* mj-schedule, which is the starter of its passes */
	ROLE_STARTER,
	ROLE_PASS,
	ROLE_CONTROLLER, /* from birth, as claimant */
	ROLE_RUNNER,
	ROLE_COMMAND, /* before its exec */
	ROLE_HERALD,  /* from when it opens its lock; then the process it guards */
	ROLE_TELLER,
	ROLE_CALLBACK, /* before its exec */
	ROLE_COUNT,
};

static const char *const role_names[ROLE_COUNT] = {
	[ROLE_NONE] = "none",
	[ROLE_LAUNCHER] = "launcher",
	[ROLE_CANCELLER] = "canceller",
	[ROLE_HOLDER] = "holder",
	[ROLE_TIMER] = "timer",
	[ROLE_STARTER] = "starter",
	[ROLE_PASS] = "pass",
	[ROLE_CONTROLLER] = "controller",
	[ROLE_RUNNER] = "runner",
	[ROLE_COMMAND] = "command",
	[ROLE_HERALD] = "herald",
	[ROLE_TELLER] = "teller",
	[ROLE_CALLBACK] = "callback",
};

/* Whom a process of each role forks. */
static const enum role children[ROLE_COUNT] = {
	[ROLE_LAUNCHER] = ROLE_STARTER,
	[ROLE_CANCELLER] = ROLE_STARTER,
	[ROLE_HOLDER] = ROLE_STARTER,
	[ROLE_TIMER] = ROLE_PASS,
	[ROLE_STARTER] = ROLE_PASS,
	[ROLE_PASS] = ROLE_CONTROLLER,
	[ROLE_CONTROLLER] = ROLE_RUNNER,
	[ROLE_RUNNER] = ROLE_COMMAND,
	[ROLE_HERALD] = ROLE_TELLER,
	[ROLE_TELLER] = ROLE_CALLBACK,
};

struct process {
	_Atomic pid_t pid;
	_Atomic int role;
	_Atomic unsigned long long start;
};

struct state {
	atomic_int armed;
	atomic_int counts[ROLE_COUNT];
	atomic_int fired[TARGETS_MAX];
	atomic_int process_count;
	struct process processes[PROCESSES_MAX];
};

struct target {
	enum role role;
	int n;
	bool after;
	enum role other;
	bool all;
};

static struct {
	enum role role;
	struct state *state;
	char log[PATH_MAX];
	struct target targets[TARGETS_MAX];
	size_t target_count;
} own;

long
points_raw(long number, long a, long b, long c, long d)
{
	static __typeof__(syscall) *real;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, a, b, c, d, 0L, 0L);
}

static size_t
read_small(const char *path, char *to, size_t size)
{
	long fd = points_raw(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0);
	long n = fd < 0 ? 0 : points_raw(SYS_read, fd, (long)to, (long)size - 1, 0);

	if (fd >= 0)
		points_raw(SYS_close, fd, 0, 0, 0);
	to[n < 0 ? 0 : n] = '\0';
	return n < 0 ? 0 : (size_t)n;
}

/* The start of a process in ticks, 0 for none: field 22 of its stat. */
static unsigned long long
start_of(pid_t pid)
{
	char path[40], text[1024];
	const char *rest;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	read_small(path, text, sizeof(text));
	rest = strrchr(text, ')');
	for (int field = 2; rest && field < 22; field++)
		rest = strchr(rest + 1, ' ');
	return rest ? strtoull(rest, NULL, 10) : 0;
}

static void
set_role(enum role role)
{
	int i;

	own.role = role;
	if (role == ROLE_NONE)
		return;
	i = atomic_fetch_add(&own.state->process_count, 1);
	if (i >= PROCESSES_MAX)
		return;
	own.state->processes[i].role = (int)role;
	own.state->processes[i].start = start_of(getpid());
	own.state->processes[i].pid = getpid();
}

static enum role
role_named(const char *name, size_t len)
{
	for (enum role r = ROLE_NONE; r < ROLE_COUNT; r++)
		if (strlen(role_names[r]) == len &&
		    !strncmp(role_names[r], name, len))
			return r;
	return ROLE_NONE;
}

/* ROLE:N:WHEN[:OTHER], several with commas between them. */
static void
read_targets(const char *text)
{
	while (text && *text && own.target_count < TARGETS_MAX) {
		struct target *t = &own.targets[own.target_count++];
		char role[20] = "", when[10] = "", other[20] = "";

		sscanf(text, "%19[^:]:%d:%9[^:,]:%19[^:,]", role, &t->n, when,
		       other);
		t->role = role_named(role, strlen(role));
		t->after = !strcmp(when, "after");
		t->all = !strcmp(other, "all");
		t->other = role_named(other, strlen(other));
		text = strchr(text, ',');
		if (text)
			text++;
	}
}

static enum role
role_of_program(int argc, char **argv)
{
	static const struct {
		const char *word;
		enum role role;
	} commands[] = {
		{"launch", ROLE_LAUNCHER},
		{"cancel", ROLE_CANCELLER},
		{"hold", ROLE_HOLDER},
		{"release", ROLE_HOLDER},
		{"retry", ROLE_HOLDER},
		{"suspend", ROLE_HOLDER},
		{"continue", ROLE_HOLDER},
		{"gc", ROLE_HOLDER},
	};
	char exe[PATH_MAX] = "";
	const char *name;

	if (readlink("/proc/self/exe", exe, sizeof(exe) - 1) < 0)
		return ROLE_NONE;
	name = strrchr(exe, '/');
	if (name && !strcmp(name, "/mj-schedule"))
		return ROLE_TIMER;
	if (!name || strcmp(name, "/mj") != 0 || argc < 2)
		return ROLE_NONE;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].word))
			return commands[i].role;
	return ROLE_NONE;
}

/* The environment is copied: mj writes its title over it. */
__attribute__((constructor)) static void
begin(int argc, char **argv)
{
	enum role role = role_of_program(argc, argv);
	const char *path = getenv("MJ_CRASH_STATE");
	const char *log = getenv("MJ_CRASH_LOG");
	void *map;
	int fd;

	if (role == ROLE_NONE || !path)
		return;
	fd = (int)points_raw(SYS_openat, AT_FDCWD, (long)path, O_RDWR | O_CLOEXEC, 0);
	if (fd < 0)
		return;
	map = mmap(NULL, STATE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	points_raw(SYS_close, fd, 0, 0, 0);
	if (map == MAP_FAILED)
		return;
	own.state = map;
	snprintf(own.log, sizeof(own.log), "%s", log ? log : "");
	read_targets(getenv("MJ_CRASH_AT"));
	set_role(role);
}

static void
write_log(const char *what, int n, const char *call, const char *path)
{
	char line[PATH_MAX + 200];
	int len = snprintf(line, sizeof(line), "%s%s %d %d %s %s\n", what,
			   role_names[own.role], (int)getpid(), n, call, path);
	long fd;

	if (!own.log[0])
		return;
	fd = points_raw(SYS_openat, AT_FDCWD, (long)own.log,
		 O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	points_raw(SYS_write, fd, (long)line, len, 0);
	points_raw(SYS_close, fd, 0, 0, 0);
}

static void
signal_others(const struct target *t, int from, int to, int signo)
{
	for (int i = from; i < to && i < PROCESSES_MAX; i++) {
		struct process *p = &own.state->processes[i];
		pid_t pid = p->pid;

		if (pid == getpid() || !pid ||
		    (!t->all && p->role != (int)t->other) ||
		    start_of(pid) != p->start)
			continue;
		points_raw(SYS_kill, pid, signo, 0, 0);
	}
}

/*
 * All in one moment: they are stopped first, with those born meanwhile, as one that
 * saw another die would make up for it.
 */
static void
kill_others(const struct target *t)
{
	int stopped = 0, count;

	while ((count = own.state->process_count) > stopped) {
		signal_others(t, stopped, count, SIGSTOP);
		stopped = count;
	}
	signal_others(t, 0, stopped, SIGKILL);
}

static void
maybe_die(int n, bool after, const char *call, const char *path)
{
	for (size_t i = 0; i < own.target_count; i++) {
		const struct target *t = &own.targets[i];

		if (t->role != own.role || t->n != n || t->after != after ||
		    atomic_exchange(&own.state->fired[i], 1))
			continue;
		write_log(after ? "killed-after " : "killed-before ", n, call,
			  path);
		if (t->all || t->other)
			kill_others(t);
		for (;;)
			points_raw(SYS_kill, getpid(), SIGKILL, 0, 0);
	}
}

bool
points_counted(void)
{
	return own.role != ROLE_NONE;
}

bool
points_launcher(void)
{
	return own.role == ROLE_LAUNCHER;
}

const char *
points_name(int fd, char *to, size_t size)
{
	char path[40];
	ssize_t n;

	to[0] = '\0';
	if (own.role == ROLE_NONE)
		return to;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	n = readlink(path, to, size - 1);
	to[n < 0 ? 0 : n] = '\0';
	return to;
}

int
points_before(const char *call, const char *path)
{
	int errnum = errno, n;

	if (own.role == ROLE_NONE || !own.state->armed)
		return 0;
	n = atomic_fetch_add(&own.state->counts[own.role], 1) + 1;
	write_log("", n, call, path);
	maybe_die(n, false, call, path);
	errno = errnum;
	return n;
}

int
points_before_fd(const char *call, int fd)
{
	char name[PATH_MAX];
	int errnum = errno;

	points_name(fd, name, sizeof(name));
	errno = errnum;
	return points_before(call, name);
}

void
points_after(int n, const char *call)
{
	int errnum = errno;

	if (n)
		maybe_die(n, true, call, "");
	errno = errnum;
}

void
points_opens(const char *path)
{
	const char *name = strrchr(path, '/');

	if (own.role == ROLE_RUNNER && name && !strcmp(name, "/events.pid"))
		set_role(ROLE_HERALD);
}

void
points_born(bool sibling)
{
	set_role(sibling ? ROLE_STARTER : children[own.role]);
	points_after(points_before("born", ""), "born");
}
