/* SPDX-License-Identifier: Apache-2.0 */
#include "os/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "os/sig.h"
#include "os/sys.h"

/*
 * Signals stay blocked over the fork, so that none meets a child half made.  The call is
 * made without the library, which has one thread to take care of and would write to a
 * page of each of its parts in the child.
 */
pid_t
spawn_fork(enum spawn_kind kind)
{
	sigset_t all, old;
	pid_t pid;
	int errnum;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	pid = (pid_t)syscall(SYS_clone,
			     kind == SPAWN_SIBLING
				     ? (long)(CLONE_PARENT | SIGCHLD)
				     : (long)SIGCHLD,
			     0, 0, 0, 0);
	errnum = errno;
	if (pid != 0)
		sigprocmask(SIG_SETMASK, &old, NULL);
	errno = errnum;
	return pid;
}

/* Whether the first line of a file is text: what else cannot be run is no script. */
static bool
is_text(const char *path)
{
	char start[128];
	autoclose int fd = sys_open(AT_FDCWD, path, O_RDONLY, 0);
	ssize_t n = fd < 0 ? -1 : sys_read(fd, start, sizeof(start));
	const char *line;

	if (n <= 0)
		return n == 0;
	line = memchr(start, '\n', (size_t)n);
	return !memchr(start, '\0', line ? (size_t)(line - start) : (size_t)n);
}

/* A script that does not say by what is read by sh, as shells and execvp(3) do. */
static void
exec_one(const struct spawn *s, char *path)
{
	size_t count = 0;
	char **words;

	execve(path, s->argv, s->envp);
	if (errno != ENOEXEC)
		return;
	if (is_text(path)) {
		while (s->argv[count])
			count++;
		words = mem_new(count + 2, sizeof(*words));
		memcpy(words + 1, s->argv, count * sizeof(*words));
		words[0] = (char[]){"/bin/sh"};
		words[1] = path;
		execve(words[0], words, s->envp);
		free(words);
	}
	errno = ENOEXEC;
}

/* execve for each directory of the list, as execvp(3) does with the caller's PATH. */
static void
exec_by_list(const struct spawn *s)
{
	const char *list = s->path_list ? s->path_list : "/usr/bin:/bin";
	int errnum = ENOENT;

	while (*list) {
		size_t len = strcspn(list, ":");
		autofree char *path = mem_printf(
			"%.*s%s%s", (int)len, list, len ? "/" : "", s->argv[0]);

		exec_one(s, path);
		if (errno != ENOENT && errno != ENOTDIR)
			errnum = errno;
		list += len + (list[len] == ':');
	}
	errno = errnum;
}

const char *
spawn_exec(const struct spawn *s)
{
	setsid();
	if (sys_dup(s->in, 0) < 0 || sys_dup(s->out, 1) < 0 ||
	    sys_dup(s->errors, 2) < 0)
		return "descriptors 0, 1, 2";
	if (chdir(s->dir) < 0)
		return s->dir;
	umask(s->umask);
	sig_reset();
	if (!s->argv[0][0])
		errno = ENOENT;
	else if (strchr(s->argv[0], '/'))
		exec_one(s, s->argv[0]);
	else
		exec_by_list(s);
	return s->argv[0];
}

void
spawn_exit(int status)
{
	_exit(status);
}

static int64_t
usage_cpu_ms(const struct rusage *usage)
{
	return (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) *
		       1000 +
	       (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
}

/*
 * The raw waitid(2) has a fifth argument that glibc hides: the usage, filled with
 * WNOWAIT too (kernel/exit.c).
 */
static int
wait_for(pid_t pid, int flags, struct spawn_end *end)
{
	siginfo_t info = {0};
	struct rusage usage = {0};
	long r;

	do
		r = syscall(SYS_waitid, pid < 0 ? P_ALL : P_PID, pid, &info,
			    flags | WEXITED, &usage);
	while (r < 0 && errno == EINTR);
	if (r < 0)
		return -1;
	if (info.si_pid == 0)
		return 0;
	end->pid = info.si_pid;
	end->exit_code = info.si_code == CLD_EXITED ? info.si_status : -1;
	end->signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
	end->core = info.si_code == CLD_DUMPED;
	end->cpu_ms = usage_cpu_ms(&usage);
	end->rss_kib = usage.ru_maxrss;
	return 1;
}

int
spawn_peek(pid_t pid, struct spawn_end *end)
{
	return wait_for(pid, WNOHANG | WNOWAIT, end);
}

int
spawn_reap(pid_t pid, bool wait, struct spawn_end *end)
{
	return wait_for(pid, wait ? 0 : WNOHANG, end);
}

void
spawn_signal_group(pid_t pid, int signo)
{
	/* before its setsid the child is in our group, which must not get it */
	if (kill(-pid, signo) < 0)
		kill(pid, signo);
}

void
spawn_usage(int64_t *cpu_ms, int64_t *rss_kib)
{
	struct rusage usage = {0};

	getrusage(RUSAGE_CHILDREN, &usage);
	*cpu_ms = usage_cpu_ms(&usage);
	*rss_kib = usage.ru_maxrss;
}

void
spawn_become(char *const *argv)
{
	execvp(argv[0], argv);
}

void
spawn_reap_orphans(const struct pids *spare)
{
	autopids struct pids children = PIDS_INIT;
	struct proc_stat stat;
	struct spawn_end end;

	proc_children(sys_pid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (!pids_has(spare, children.list[i]) &&
		    proc_stat(children.list[i], &stat) == 0 && stat.dead)
			spawn_reap(children.list[i], false, &end);
}
