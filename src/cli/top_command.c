/* SPDX-License-Identifier: Apache-2.0 */
/* Commands of mj that the keys of mj top run. */
#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/top_parts.h"
#include "os/proc.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "os/terminal.h"

#define ESCAPE 27
#define LOOK_MS 50 /* whether the command has ended */

static void __attribute__((noreturn))
become(const struct top *t, const char *command, const char *job)
{
	char *const argv[] = {
		mem_copy(t->order.mj), mem_copy("--home"),
		mem_copy(t->home->path), mem_copy(command),
		mem_copy(job), NULL,
	};

	sig_reset();
	spawn_become(argv);
	cli_say("cannot run %s", t->order.mj);
	spawn_exit(CLI_ERROR);
}

/* What ends us while a command has the terminal ends it as well. */
static void
end_command(const struct top *t, pid_t pid)
{
	struct proc child = {.pid = pid};
	struct proc_stat stat;
	int pidfd;

	if (proc_stat(pid, &stat) < 0)
		return;
	child.start = stat.start;
	snprintf(child.boot, sizeof(child.boot), "%s", t->home->boot);
	pidfd = proc_open(&child, t->home->boot);
	if (pidfd >= 0)
		proc_signal(pidfd, SIGTERM);
	sys_close(&pidfd);
}

/* Return whether ^C was struck meanwhile. */
static bool
wait_for(struct top *t, pid_t pid)
{
	struct pollfd fd = {t->signals, POLLIN, 0};
	struct spawn_end end;
	bool interrupted = false;
	int signo;

	while (spawn_reap(pid, false, &end) == 0) {
		if (sys_poll(&fd, 1, LOOK_MS) <= 0)
			continue;
		while ((signo = sig_next(t->signals, NULL)))
			if (signo == SIGINT || signo == SIGQUIT) {
				interrupted = true;
			} else if (signo == SIGTSTP) {
				terminal_stop();
			} else if (signo != SIGWINCH) {
				t->ended_by = signo;
				t->over = true;
				end_command(t, pid);
			}
	}
	return interrupted;
}

static bool
goes_back(char key)
{
	return key == '\n' || key == '\r' || key == ESCAPE || key == 'q';
}

/* Until Enter, q, Esc, ^C or what ends us. */
static void
wait_for_key(struct top *t)
{
	struct pollfd fds[] = {{t->signals, POLLIN, 0}, {0, POLLIN, 0}};
	char key = 0;
	int signo;

	while (!t->over && !goes_back(key)) {
		sys_poll(fds, 2, -1);
		while ((signo = sig_next(t->signals, NULL)))
			if (signo == SIGINT || signo == SIGQUIT) {
				return;
			} else if (signo == SIGTSTP) {
				terminal_stop();
			} else if (signo != SIGWINCH) {
				t->ended_by = signo;
				t->over = true;
			}
		if (fds[1].revents && sys_read(0, &key, 1) != 1)
			t->over = true;
	}
}

static void
run_whole(struct top *t, const char *command, const char *job)
{
	pid_t pid;

	def_prog_mode();
	endwin();
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0)
		become(t, command, job);
	if (pid > 0 && !wait_for(t, pid) && !t->over) {
		printf("\n[mj %s %s has ended; Enter, q or Esc goes back to mj "
		       "top] ",
		       command, job);
		fflush(stdout);
		reset_prog_mode(); /* a key is enough */
		wait_for_key(t);
		flushinp(); /* what else an arrow sent */
	}
	reset_prog_mode();
	clearok(curscr, TRUE);
}

static void
keep_message(struct top *t, const char *output)
{
	size_t len = strcspn(output, "\n");

	if (!strncmp(output, "mj: ", 4)) {
		output += 4;
		len -= 4;
	}
	if (len)
		snprintf(t->message, sizeof(t->message), "%.*s", (int)len,
			 output);
	else
		snprintf(t->message, sizeof(t->message), "%s: done",
			 t->action.title);
}

/* Run it with its output in a pipe: *end is for reading.  Return its pid, or -1. */
static pid_t
start(const struct top *t, const char *command, const char *job, int *end)
{
	int ends[2];
	pid_t pid;

	if (sys_pipe(ends, false) < 0)
		return -1;
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		sys_stdio(ends[1]);
		sys_close_others(NULL, 0);
		become(t, command, job);
	}
	sys_close(&ends[1]);
	if (pid < 0)
		sys_close(&ends[0]);
	*end = ends[0];
	return pid;
}

/* Read a piece of what it prints.  Return whether there may be more. */
static bool
read_piece(int end, struct buf *output)
{
	ssize_t n = sys_read(end, buf_room(output, 512), 512);

	output->len += n > 0 ? (size_t)n : 0;
	return n > 0;
}

void
top_ask(const struct top *t, const char *command, uint32_t job,
	struct buf *output)
{
	struct spawn_end how;
	char number[16];
	int end;
	pid_t pid;

	buf_clear(output);
	snprintf(number, sizeof(number), "%u", job);
	pid = start(t, command, number, &end);
	if (pid < 0)
		return;
	while (read_piece(end, output))
		continue;
	sys_close(&end);
	spawn_reap(pid, true, &how);
	buf_putc(output, '\n');
}

static void
run_behind(struct top *t, const char *command, const char *job)
{
	struct top_action *a = &t->action;

	if (a->pid) {
		snprintf(t->message, sizeof(t->message),
			 "%s is still at work: wait for its end", a->title);
		return;
	}
	a->pid = start(t, command, job, &a->end);
	if (a->pid < 0)
		a->pid = 0;
	snprintf(a->title, sizeof(a->title), "mj %s %s", command, job);
	snprintf(t->message, sizeof(t->message), "%s ...", a->title);
}

void
top_command_read(struct top *t)
{
	struct top_action *a = &t->action;
	struct spawn_end how;

	if (read_piece(a->end, &a->output))
		return;
	spawn_reap(a->pid, true, &how);
	buf_putc(&a->output, '\n');
	keep_message(t, buf_text(&a->output));
	top_command_leave(t);
}

void
top_command_leave(struct top *t)
{
	if (t->action.pid)
		sys_close(&t->action.end);
	t->action.pid = 0;
	buf_release(&t->action.output);
}

void
top_command(struct top *t, const char *command, uint32_t job, bool whole)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", job);
	if (whole)
		run_whole(t, command, number);
	else
		run_behind(t, command, number);
}
