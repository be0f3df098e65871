/* SPDX-License-Identifier: Apache-2.0 */
#include "world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void
die(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(99);
}

int64_t
world_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
world_sleep(int ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000L};

	nanosleep(&t, NULL);
}

const char *
world_path(const struct world *w, char out[400], const char *fmt, ...)
{
	size_t len;
	va_list ap;

	len = (size_t)snprintf(out, 400, "%s/", w->dir);
	va_start(ap, fmt);
	vsnprintf(out + len, 400 - len, fmt, ap);
	va_end(ap);
	return out;
}

void
world_make(struct world *w, const char *dir)
{
	snprintf(w->dir, sizeof(w->dir), "%s", dir);
	w->parent = getppid();
	if (mkdir(dir, 0700) < 0)
		die(dir);
	if (prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) < 0)
		die("become the reaper");
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	remove(path);
	return 0;
}

void
world_remove(const struct world *w)
{
	nftw(w->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void
set_environment(const struct world *w)
{
	char path[400];

	clearenv();
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
	setenv("LC_ALL", "C", 1);
	setenv("TZ", "UTC", 1);
	setenv("T", w->dir, 1);
	setenv("HOME", w->dir, 1);
	setenv("MJ_HOME", world_path(w, path, "home"), 1);
	setenv("MJ_LOGS", world_path(w, path, "logs"), 1);
	if (w->boot[0])
		setenv("MJ_BOOT_ID", w->boot, 1);
	if (w->preload[0])
		setenv("LD_PRELOAD", w->preload, 1);
	if (w->plan[0])
		setenv("FAULT_PLAN", w->plan, 1);
}

static void
start(const struct world *w, const char *const *argv)
{
	char path[400];
	char *words[16] = {0};
	int in = open("/dev/null", O_RDONLY);
	int out = open(world_path(w, path, "stdout"),
		       O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int err = open(world_path(w, path, "stderr"),
		       O_WRONLY | O_CREAT | O_TRUNC, 0600);

	for (size_t i = 0; i < 15 && argv[i]; i++)
		words[i] = strdup(argv[i]);
	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 ||
	    chdir(w->dir) < 0)
		die("start a program");
	close(in);
	close(out);
	close(err);
	set_environment(w);
	execv(words[0], words);
	die(words[0]);
}

static void
read_into(const struct world *w, const char *name, char *out, size_t size)
{
	char *text = world_read(w, "%s", name);

	snprintf(out, size, "%s", text);
	free(text);
}

/* The parent of a process, 0 if it cannot be told; its state in *state. */
static pid_t
parent_of(pid_t pid, char *state)
{
	char path[64], text[1024];
	const char *rest;
	int parent = 0;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	rest = strrchr(text, ')');
	if (!rest || sscanf(rest + 1, " %c %d", state, &parent) != 2)
		return 0;
	return parent;
}

static bool
descends(pid_t pid, char *state)
{
	char ignored;
	pid_t at = parent_of(pid, state);

	for (int i = 0; at > 1 && i < 20; i++) {
		if (at == getpid())
			return true;
		at = parent_of(at, &ignored);
	}
	return false;
}

void
world_await_end(pid_t pid)
{
	char state = 'Z';

	while (parent_of(pid, &state) > 0 && state != 'Z' && state != 'X')
		world_sleep(1);
}

/* Each living descendant to fn. */
static void
each_living(void (*fn)(pid_t pid, void *arg), void *arg)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		pid_t pid = (pid_t)atoi(entry->d_name);
		char state = 'Z';

		if (pid > 1 && descends(pid, &state) && state != 'Z' &&
		    state != 'X')
			fn(pid, arg);
	}
	if (dir)
		closedir(dir);
}

struct text {
	char *to;
	size_t size;
};

static void
describe(pid_t pid, void *arg)
{
	struct text *t = arg;
	char path[64], words[200];
	size_t used = strlen(t->to), n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	f = fopen(path, "r");
	if (f) {
		n = fread(words, 1, sizeof(words) - 1, f);
		fclose(f);
	}
	while (n > 0 && !words[n - 1])
		n--;
	words[n] = '\0';
	for (size_t i = 0; i < n; i++)
		if (!words[i] || words[i] == '\n')
			words[i] = ' ';
	snprintf(t->to + used, t->size - used, "%d %.150s\n", (int)pid, words);
}

void
world_living(char *out, size_t size)
{
	struct text t = {out, size};

	*out = '\0';
	each_living(describe, &t);
}

static void
kill_one(pid_t pid, void *arg)
{
	(void)arg;
	kill(pid, SIGKILL);
}

/* Fetch what has ended.  Return whether nothing is left. */
static bool
fetch_all(struct world *w)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		w->signalled += WIFSIGNALED(status);
	return pid < 0;
}

void
world_kill(struct world *w)
{
	for (int i = 0; i < 1000 && !fetch_all(w); i++) {
		each_living(kill_one, NULL);
		world_sleep(2);
	}
}

/* Nobody would end what we started if we were left alone with it. */
static void
end_with_parent(struct world *w)
{
	if (getppid() == w->parent)
		return;
	world_kill(w);
	world_remove(w);
	_exit(98);
}

/* Whether the program has ended; *status is set if it has. */
static bool
fetch_child(pid_t pid, int *status)
{
	int raw;

	if (waitpid(pid, &raw, WNOHANG) != pid)
		return false;
	*status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
	return true;
}

void
world_run(struct world *w, struct outcome *o, int ms, const char *const *argv)
{
	int64_t until = world_ms() + ms;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0)
		start(w, argv);
	o->status = -2;
	while (!fetch_child(pid, &o->status)) {
		if (world_ms() > until) {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
			break;
		}
		end_with_parent(w);
		world_sleep(1);
	}
	read_into(w, "stdout", o->out, sizeof(o->out));
	read_into(w, "stderr", o->err, sizeof(o->err));
}

pid_t
world_start(const struct world *w, const char *const *argv)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0)
		start(w, argv);
	return pid;
}

bool
world_quiet(struct world *w, int ms)
{
	int64_t until = world_ms() + ms;

	while (!fetch_all(w)) {
		if (world_ms() > until)
			return false;
		end_with_parent(w);
		world_sleep(1);
	}
	return true;
}

bool
world_until(struct world *w, int ms, bool (*holds)(struct world *w))
{
	int64_t until = world_ms() + ms;

	while (!holds(w)) {
		if (world_ms() > until)
			return false;
		world_sleep(2);
	}
	return true;
}
