/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "engine/attempt.h"
#include "engine/command.h"
#include "os/sig.h"
#include "os/sys.h"

#define KILL_AFTER_MS 1000 /* a program that TERM did not end */
#define READ_ROUNDS 64	   /* one that never stops printing must not keep us */

void
program_word(struct program_order *o, const char *word)
{
	o->argv = mem_resize(o->argv, o->count + 2, sizeof(*o->argv));
	o->argv[o->count++] = mem_copy(word);
	o->argv[o->count] = NULL;
}

void
program_order_release(struct program_order *o)
{
	for (size_t i = 0; i < o->count; i++)
		free(o->argv[i]);
	free(o->argv);
	free(o->in);
	env_list_release(&o->env);
	*o = (struct program_order)PROGRAM_ORDER_INIT;
}

bool
program_well(const struct program_end *end)
{
	return !end->errnum && !end->late && end->end.exit_code == 0;
}

/* The first line that says something. */
static size_t
first_line(const char *text, const char **line)
{
	while (*text == '\n' || *text == ' ')
		text++;
	*line = text;
	return strcspn(text, "\n");
}

void
program_why(const struct program_end *end, char *out, size_t size)
{
	const char *line;
	size_t len = first_line(buf_text(&end->errors), &line);

	if (end->errnum)
		snprintf(out, size, "cannot be started: %s",
			 err_words(end->errnum));
	else if (end->late)
		snprintf(out, size, "did not end in time");
	else if (len)
		snprintf(out, size, "%.*s", (int)len, line);
	else if (end->end.signal)
		snprintf(out, size, "ended by signal %d", end->end.signal);
	else
		snprintf(out, size, "exit %d", end->end.exit_code);
}

/* In the new process: what fails is told through report. */
static void
become(const struct program_order *o, const struct program_place *place,
       int out, int errors, int report)
{
	struct env_list env = {0};
	struct spawn s = {
		.argv = o->argv,
		.path_list = NULL,
		.out = out,
		.errors = errors,
		.dir = "/",
		.umask = place->capture->umask,
	};
	int errnum;
	char self[24];

	env_put_all(&env, place->env);
	env_put_all(&env, &o->env);
	/* with it a later runner knows what of it still is in its session */
	snprintf(self, sizeof(self), "%d", (int)sys_pid());
	env_put(&env, "MJ_CALL", self);
	s.envp = env.list;
	s.path_list = env_get(&env, "PATH");
	s.in = o->in ? sys_open(AT_FDCWD, o->in, O_RDONLY, 0) : sys_nothing(true);
	command_settings(place->capture, errors);
	if (s.in >= 0)
		spawn_exec(&s);
	errnum = errno ? errno : EIO;
	sys_write_all(report, &errnum, sizeof(errnum));
	spawn_exit(127);
}

static void
clear(struct program_end *end)
{
	buf_release(&end->out);
	buf_release(&end->errors);
	*end = (struct program_end)PROGRAM_END_INIT;
	end->end.exit_code = -1;
}

static int
make_pipes(int out[2], int errors[2], int report[2])
{
	out[0] = out[1] = errors[0] = errors[1] = report[0] = report[1] = -1;
	if (sys_pipe(out, true) < 0 || sys_pipe(errors, true) < 0 ||
	    sys_pipe(report, true) < 0)
		return -1;
	return 0;
}

void
program_start(struct program *p, const struct program_order *o,
	      const struct program_place *place)
{
	int out[2], errors[2], report[2];

	clear(&p->end);
	p->follow = o->follow;
	p->late_ms = p->kill_ms = 0;
	p->begun_ms = sys_boot_ms();
	if (o->limit_ms)
		p->late_ms = p->begun_ms + o->limit_ms;
	errno = 0;
	if (make_pipes(out, errors, report) == 0)
		p->pid = spawn_fork(SPAWN_CHILD);
	else
		p->pid = -1;
	if (p->pid == 0) {
		int to = o->follow ? place->follow_out : out[1];
		int keep[] = {to, errors[1], report[1]};

		sys_close_others(keep, 3);
		become(o, place, to, errors[1], report[1]);
	}
	if (p->pid < 0) {
		p->end.errnum = errno ? errno : EAGAIN;
		p->pid = 0;
		p->failed = true;
		sys_close(&out[0]);
		sys_close(&errors[0]);
		sys_close(&report[0]);
	}
	sys_close(&out[1]);
	sys_close(&errors[1]);
	sys_close(&report[1]);
	p->out = out[0];
	p->errors = errors[0];
	p->report = report[0];
}

bool
program_busy(const struct program *p)
{
	return p->pid > 0 || p->failed;
}

size_t
program_fds(const struct program *p, struct pollfd *fds)
{
	size_t n = 0;

	if (p->out >= 0)
		fds[n++] = (struct pollfd){p->out, POLLIN, 0};
	if (p->errors >= 0)
		fds[n++] = (struct pollfd){p->errors, POLLIN, 0};
	return n;
}

/* What is over the limit is read and dropped: the program must not stop for it. */
static void
read_some(int *fd, struct buf *to)
{
	char bytes[16384];
	ssize_t n = 0;

	for (int i = 0; *fd >= 0 && i < READ_ROUNDS; i++) {
		n = sys_read(*fd, bytes, sizeof(bytes));
		if (n <= 0)
			break;
		if (to->len < PROGRAM_OUTPUT_MAX)
			buf_add(to, bytes, (size_t)n);
	}
	if (*fd >= 0 && (n == 0 || (n < 0 && errno != EAGAIN)))
		sys_close(fd);
}

static void
ended(struct program *p)
{
	int errnum = 0;

	/* what it left behind in its group goes with it where it was ended by us */
	if (p->end.late)
		spawn_signal_group(p->pid, SIGKILL);
	spawn_reap(p->pid, true, &p->end.end);
	p->pid = 0;
	read_some(&p->out, &p->end.out);
	read_some(&p->errors, &p->end.errors);
	if (sys_read(p->report, &errnum, sizeof(errnum)) ==
	    (ssize_t)sizeof(errnum))
		p->end.errnum = errnum;
	sys_close(&p->out);
	sys_close(&p->errors);
	sys_close(&p->report);
}

void
program_stop(struct program *p)
{
	if (!p->pid || p->kill_ms)
		return;
	p->end.late = true;
	p->kill_ms = sys_boot_ms() + KILL_AFTER_MS;
	spawn_signal_group(p->pid, SIGTERM);
	spawn_signal_group(p->pid, SIGCONT);
}

bool
program_step(struct program *p)
{
	int64_t now_ms = sys_boot_ms();
	struct spawn_end end;

	if (p->failed) {
		p->failed = false;
		return true;
	}
	if (!p->pid)
		return false;
	read_some(&p->out, &p->end.out);
	read_some(&p->errors, &p->end.errors);
	if (spawn_peek(p->pid, &end) != 0) {
		ended(p);
		return true;
	}
	if (!p->kill_ms && p->late_ms && now_ms >= p->late_ms)
		program_stop(p);
	if (p->kill_ms && now_ms >= p->kill_ms) {
		spawn_signal_group(p->pid, SIGKILL);
		p->kill_ms = now_ms + KILL_AFTER_MS;
	}
	return false;
}

int64_t
program_wait(const struct program *p)
{
	int64_t at_ms = p->kill_ms ? p->kill_ms : p->late_ms;
	int64_t now_ms = sys_boot_ms();

	if (p->failed)
		return 0;
	if (!p->pid || !at_ms)
		return -1;
	return at_ms > now_ms ? at_ms - now_ms : 0;
}

void
program_release(struct program *p)
{
	if (p->pid) {
		p->end.late = true;
		spawn_signal_group(p->pid, SIGKILL);
		ended(p);
	}
	clear(&p->end);
	p->failed = false;
}
