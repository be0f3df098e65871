/* SPDX-License-Identifier: Apache-2.0 */
#include "os/sig.h"

#include <stddef.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/sys.h"

#define RETRY_MS 100 /* no descriptor or no memory: again after this */

static void
fill_stop_set(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGTSTP);
	sigaddset(set, SIGQUIT);
}

void
sig_block(void)
{
	sigset_t set;

	fill_stop_set(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_SETMASK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file size limit is then EFBIG */
	/* An inherited SIG_IGN would reap our children behind our back. */
	signal(SIGCHLD, SIG_DFL);
}

void
sig_hold(sigset_t *old)
{
	sigset_t set;

	fill_stop_set(&set);
	sigprocmask(SIG_BLOCK, &set, old);
}

void
sig_restore(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}

int
sig_open(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGUSR1);
	/* Without it no end of a child would be seen: wait for a descriptor. */
	while ((fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK)) < 0)
		sys_sleep_ms(RETRY_MS);
	return fd;
}

int
sig_open_interrupt(void)
{
	struct sigaction now;
	sigset_t set;
	int fd;

	if (sigaction(SIGINT, NULL, &now) < 0 || now.sa_handler == SIG_IGN)
		return -1;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd >= 0)
		sigprocmask(SIG_BLOCK, &set, NULL);
	return fd;
}

int
sig_next(int fd, int *from)
{
	struct signalfd_siginfo info;

	if (sys_read(fd, &info, sizeof(info)) != (ssize_t)sizeof(info))
		return 0;
	if (from)
		*from = (int)info.ssi_pid;
	return (int)info.ssi_signo;
}

/*
 * glibc keeps 32 and 33 to itself and refuses them to signal(3), but a parent that used
 * posix_spawn may have left them ignored: the kernel takes them (rt_sigaction(2)).
 */
static void
reset_hidden(int signo)
{
	unsigned long action[4] = {0}; /* handler SIG_DFL, flags, restorer, mask */

	syscall(SYS_rt_sigaction, signo, action, NULL, 8);
}

void
sig_reset(void)
{
	sigset_t none;

	for (int signo = 1; signo < NSIG; signo++)
		if (signal(signo, SIG_DFL) == SIG_ERR)
			reset_hidden(signo);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void
sig_ignore_pipe(void)
{
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
}

void
sig_default(int signo)
{
	sigset_t set;

	signal(signo, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, signo);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}
