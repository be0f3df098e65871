/* SPDX-License-Identifier: Apache-2.0 */
#include "os/terminal.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGQUIT, SIGTERM,
			      SIGHUP, SIGTSTP, SIGWINCH};

void
terminal_size(int fd, unsigned *columns, unsigned *rows)
{
	struct winsize size;

	*columns = *rows = 0;
	if (ioctl(fd, TIOCGWINSZ, &size) < 0)
		return;
	*columns = size.ws_col;
	*rows = size.ws_row;
}

void
terminal_open_keys(struct terminal *t)
{
	struct termios keys;

	t->changed = false;
	if (tcgetattr(0, &t->saved) < 0)
		return;
	keys = t->saved;
	keys.c_lflag &= (tcflag_t)~(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	t->changed = tcsetattr(0, TCSADRAIN, &keys) == 0;
}

void
terminal_restore(struct terminal *t)
{
	if (t->changed)
		tcsetattr(0, TCSADRAIN, &t->saved);
	t->changed = false;
}

int
terminal_signals(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&set, signals[i]);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd >= 0)
		sigprocmask(SIG_BLOCK, &set, NULL);
	return fd;
}

/* Let it come through once, if it comes back at all. */
static void
raise_now(int signo)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, signo);
	raise(signo);
	sigprocmask(SIG_UNBLOCK, &set, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

void
terminal_stop(void)
{
	signal(SIGTSTP, SIG_DFL);
	raise_now(SIGTSTP);
}

static sigset_t
only_cont(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCONT);
	return set;
}

void
terminal_watch_stops(void)
{
	sigset_t set = only_cont();

	sigprocmask(SIG_BLOCK, &set, NULL);
}

bool
terminal_was_stopped(void)
{
	sigset_t set = only_cont();
	struct timespec now = {0};

	return sigtimedwait(&set, NULL, &now) == SIGCONT;
}

bool
terminal_is_ours(int fd)
{
	pid_t front = tcgetpgrp(fd);

	return front < 0 || front == getpgrp();
}

void
terminal_die(int signo)
{
	struct sigaction now;

	/* a library may have a handler of its own */
	if (sigaction(signo, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		signal(signo, SIG_DFL);
	raise_now(signo);
}
