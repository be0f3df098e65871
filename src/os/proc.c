/* SPDX-License-Identifier: Apache-2.0 */
#include "os/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/sys.h"

#define PROC_FILE_MAX (8u << 20) /* an environment has less than 6 MiB (execve(2)) */

/* Read /proc/PID/name into *to.  Return 0, or -1. */
static int
read_proc(pid_t pid, const char *name, struct buf *to)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return file_read(AT_FDCWD, path, 0, PROC_FILE_MAX, to, NULL);
}

int
proc_boot(char out[PROC_BOOT_SIZE])
{
	const char *given = getenv("MJ_BOOT_ID");
	autobuf struct buf text = BUF_INIT;

	*out = '\0';
	if (!given && file_read(AT_FDCWD, "/proc/sys/kernel/random/boot_id", 0,
				256, &text, NULL) < 0)
		return -1;
	if (!given)
		given = buf_text(&text);
	snprintf(out, PROC_BOOT_SIZE, "%.*s", (int)strcspn(given, "\n"), given);
	return 0;
}

/* The fields after the last ')': a name may contain anything, that too. */
static int
parse_stat(const char *text, struct proc_stat *out)
{
	const char *rest = strrchr(text, ')');
	long parent, session, threads;
	unsigned long long start;

	if (!rest || sscanf(rest + 1,
			    " %c %ld %*d %ld %*d %*d %*u %*u %*u %*u %*u %*u "
			    "%*u %*d %*d %*d %*d %ld %*d %llu",
			    &out->state, &parent, &session, &threads,
			    &start) != 5)
		return -1;
	out->dead = (out->state == 'Z' || out->state == 'X') && threads <= 1;
	out->parent = (pid_t)parent;
	out->session = (pid_t)session;
	out->start = start;
	return 0;
}

int
proc_stat(pid_t pid, struct proc_stat *out)
{
	char path[64], text[1024];
	ssize_t n;
	autoclose int fd = -1;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = sys_open(AT_FDCWD, path, O_RDONLY, 0);
	if (fd < 0)
		return -1;
	n = sys_read(fd, text, sizeof(text) - 1);
	if (n <= 0)
		return -1;
	text[n] = '\0';
	return parse_stat(text, out);
}

void
proc_self(struct proc *p, const char *boot)
{
	struct proc_stat stat = {0};

	p->pid = getpid();
	proc_stat(p->pid, &stat);
	p->start = stat.start;
	snprintf(p->boot, sizeof(p->boot), "%s", boot);
}

void
proc_format(const struct proc *p, struct buf *to)
{
	buf_printf(to, "%d\nstart = %llu\nboot = %s\n", (int)p->pid,
		   (unsigned long long)p->start, p->boot);
}

int
proc_parse(const char *text, struct proc *out)
{
	char first[16];
	uint64_t pid;
	size_t len = strcspn(text, "\n");

	if (len >= sizeof(first))
		return -1;
	memcpy(first, text, len);
	first[len] = '\0';
	/* 0 and 1 would mean a group and init: never ours. */
	if (text_u64(first, 1u << 22, &pid) < 0 || pid < 2 ||
	    !text_field(text, "boot", out->boot, sizeof(out->boot)))
		return -1;
	out->pid = (pid_t)pid;
	out->start = text_field_u64(text, "start", 0);
	return out->start ? 0 : -1;
}

int
proc_open(const struct proc *p, const char *boot)
{
	struct proc_stat stat;
	autoclose int fd = -1;

	if (p->pid < 2 || strcmp(p->boot, boot) != 0)
		return -1;
	fd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	if (fd < 0)
		return -1;
	/* Only now is the pid pinned: look who it is. */
	if (proc_stat(p->pid, &stat) < 0 || stat.start != p->start ||
	    stat.dead)
		return -1;
	return sys_take(&fd);
}

int
proc_open_self(void)
{
	return (int)syscall(SYS_pidfd_open, getpid(), 0);
}

int
proc_signal(int pidfd, int signo)
{
	return (int)syscall(SYS_pidfd_send_signal, pidfd, signo, NULL, 0);
}

void
pids_add(struct pids *p, pid_t pid)
{
	p->list = mem_grow(p->list, p->count, &p->cap, sizeof(pid_t));
	p->list[p->count++] = pid;
}

bool
pids_has(const struct pids *p, pid_t pid)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->list[i] == pid)
			return true;
	return false;
}

void
pids_release(struct pids *p)
{
	free(p->list);
	*p = (struct pids)PIDS_INIT;
}

int
proc_all(struct pids *out)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	int errnum;

	if (!dir)
		return -1;
	errno = 0;
	while ((entry = readdir(dir)))
		if (isdigit((unsigned char)entry->d_name[0]))
			pids_add(out, (pid_t)atoi(entry->d_name));
	errnum = errno;
	closedir(dir);
	errno = errnum;
	return errnum ? -1 : 0;
}

/* Without CONFIG_PROC_CHILDREN: look at every process's parent. */
static int
children_by_parent(pid_t pid, struct pids *out)
{
	autopids struct pids all = PIDS_INIT;
	struct proc_stat stat;

	if (proc_all(&all) < 0)
		return -1;
	for (size_t i = 0; i < all.count; i++)
		if (proc_stat(all.list[i], &stat) == 0 && stat.parent == pid)
			pids_add(out, all.list[i]);
	return 0;
}

/* The children one thread forked. */
static int
children_of_thread(pid_t pid, const char *thread, struct pids *out)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *name = mem_printf("task/%s/children", thread);
	char *next, *at;

	if (read_proc(pid, name, &text) < 0)
		return errno == ENOENT || errno == ESRCH ? 1 : -1;
	at = text.data;
	for (long child = at ? strtol(at, &next, 10) : 0; child > 0;
	     at = next, child = strtol(at, &next, 10))
		pids_add(out, (pid_t)child);
	return 0;
}

/* Children belong to the thread that forked them: read every thread's list. */
int
proc_children(pid_t pid, struct pids *out)
{
	autonames struct file_names threads = FILE_NAMES_INIT;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	if (file_list(AT_FDCWD, path, &threads, NULL) < 0)
		return errno == ENOENT || errno == ESRCH ? 0 : -1;
	for (size_t i = 0; i < threads.count; i++) {
		int done = children_of_thread(pid, threads.names[i], out);

		if (done < 0)
			return -1;
		if (done > 0 && i == 0 &&
		    !file_exists(AT_FDCWD, "/proc/thread-self/children"))
			return children_by_parent(pid, out);
	}
	return 0;
}

/* The environment pid was started with; a leader that ended first has lost its own. */
static int
read_environ(pid_t pid, struct buf *text)
{
	autonames struct file_names threads = FILE_NAMES_INIT;
	char path[64];

	if (read_proc(pid, "environ", text) < 0)
		return -1;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	if (text->len == 0 && file_list(AT_FDCWD, path, &threads, NULL) == 0)
		for (size_t i = 0; i < threads.count && text->len == 0; i++) {
			autofree char *name =
				mem_printf("task/%s/environ", threads.names[i]);

			if (read_proc(pid, name, text) < 0)
				return -1;
		}
	return 0;
}

int
proc_environ(pid_t pid, const char *name, char *out, size_t size)
{
	autobuf struct buf text = BUF_INIT;
	size_t len = strlen(name);

	if (read_environ(pid, &text) < 0)
		return -1;
	for (size_t at = 0; at < text.len;) {
		const char *entry = text.data + at;

		if (!strncmp(entry, name, len)) {
			snprintf(out, size, "%s", entry + len);
			return 1;
		}
		at += strlen(entry) + 1;
	}
	return 0;
}

bool
proc_each_file(pid_t pid, bool (*see)(const char *path, void *arg), void *arg)
{
	char path[64], target[4096];
	bool seen = false;
	DIR *dir;
	struct dirent *entry;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (!dir)
		return false;
	while (!seen && (entry = readdir(dir))) {
		file_link_target(dirfd(dir), entry->d_name, target,
				 sizeof(target));
		seen = target[0] && see(target, arg);
	}
	closedir(dir);
	return seen;
}

static bool
is_text(const char *path, void *arg)
{
	return strcmp(path, arg) == 0;
}

int
proc_holds_pipe(pid_t pid, uint64_t inode)
{
	char wanted[40], path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	if (faccessat(AT_FDCWD, path, R_OK, 0) < 0)
		return errno == ENOENT ? 0 : -1;
	snprintf(wanted, sizeof(wanted), "pipe:[%llu]",
		 (unsigned long long)inode);
	return proc_each_file(pid, is_text, wanted);
}

const char *
proc_name(pid_t pid, char out[17])
{
	autobuf struct buf text = BUF_INIT;

	read_proc(pid, "comm", &text);
	snprintf(out, 17, "%.*s", (int)strcspn(buf_text(&text), "\n"),
		 buf_text(&text));
	return out;
}

bool
proc_is_ours(pid_t pid)
{
	autobuf struct buf title = BUF_INIT;
	char name[17], path[40], target[4096];
	const char *program;

	if (strncmp(proc_name(pid, name), "mj", 2) != 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	file_link_target(AT_FDCWD, path, target, sizeof(target));
	program = strrchr(target, '/');
	return program && !strncmp(program, "/mj", 3) &&
	       read_proc(pid, "cmdline", &title) == 0 &&
	       !strncmp(buf_text(&title), "mj: /", 5);
}

bool
proc_is_mj(pid_t pid)
{
	char path[40], target[4096];
	const char *program;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	file_link_target(AT_FDCWD, path, target, sizeof(target));
	program = strrchr(target, '/');
	if (!program)
		return false;
	program++;
	len = strcspn(program, " "); /* " (deleted)" may follow */
	return (len == 2 && !strncmp(program, "mj", len)) ||
	       (len == 11 && !strncmp(program, "mj-schedule", len));
}

bool
proc_titled(pid_t pid, const char *title)
{
	autobuf struct buf now = BUF_INIT;
	size_t len = strlen(title);

	return proc_is_ours(pid) && read_proc(pid, "cmdline", &now) == 0 &&
	       !strncmp(buf_text(&now), title, len) &&
	       (buf_text(&now)[len] == '\0' || buf_text(&now)[len] == ' ');
}

uint64_t
proc_namespace(void)
{
	struct stat st;

	return stat("/proc/self/ns/pid", &st) < 0 ? 0 : (uint64_t)st.st_ino;
}
