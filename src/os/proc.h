/* SPDX-License-Identifier: Apache-2.0 */
/* Processes as /proc tells of them; a process is its pid, start time and boot. */
#ifndef MJ_PROC_H
#define MJ_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

#define PROC_BOOT_SIZE 40
#define PROC_TICK_MS 10 /* start times count USER_HZ, 100 a second (proc(5)) */

/* A process, told apart from every other that had or will have its pid. */
struct proc {
	pid_t pid; /* 0: none */
	uint64_t start; /* clock ticks after boot: field 22 of proc(5) stat */
	char boot[PROC_BOOT_SIZE];
};

/*
 * This boot's id (/proc/sys/kernel/random/boot_id) in out; MJ_BOOT_ID in the
 * environment overrides it, for tests of what a reboot does.  Return 0, or -1 with errno
 * and "" in out: then nobody who runs could be told from somebody before the boot.
 */
int proc_boot(char out[PROC_BOOT_SIZE]);

/* Fill *p for this process; boot as proc_boot gave it. */
void proc_self(struct proc *p, const char *boot);

/* What /proc/PID/stat says. */
struct proc_stat {
	pid_t parent, session;
	uint64_t start;
	char state; /* 'Z' zombie, 'D', 'T', … */
	bool dead; /* a zombie with no thread left: a leader may end before the others */
};

/* Return 0, or -1 if there is no such process. */
int proc_stat(pid_t pid, struct proc_stat *out);

/* `PID\nstart = …\nboot = …\n` appended to *to, and read back.  Return 0, or -1 for anything else. */
void proc_format(const struct proc *p, struct buf *to);
int proc_parse(const char *text, struct proc *out);

/*
 * A pidfd of exactly this process, readable when it has ended; the caller closes it.
 * -1 if it is gone (another boot's, a zombie, or another process has its pid).
 */
int proc_open(const struct proc *p, const char *boot);

/* A pidfd of this very process. */
int proc_open_self(void);

/* Send a signal through a pidfd.  Return 0, or -1 with errno (ESRCH: gone). */
int proc_signal(int pidfd, int signo);

/* A growing list of pids. */
struct pids {
	pid_t *list; /* owned */
	size_t count, cap;
};
#define PIDS_INIT {NULL, 0, 0}
void pids_add(struct pids *p, pid_t pid);
bool pids_has(const struct pids *p, pid_t pid);
void pids_release(struct pids *p);
#define autopids __attribute__((cleanup(pids_release)))

/* Append the children of pid (zombies too).  Return 0, or -1 if they cannot be told. */
int proc_children(pid_t pid, struct pids *out);

/* Append every process there is.  Return 0, or -1 if they cannot be told. */
int proc_all(struct pids *out);

/*
 * The value of NAME (given as "NAME=") in the environment pid was started with, in
 * out.  Return 1 found, 0 not there, -1 it cannot be read.
 */
int proc_environ(pid_t pid, const char *name, char *out, size_t size);

/* Whether pid has the pipe with this inode open: 1, 0, or -1 it cannot be told. */
int proc_holds_pipe(pid_t pid, uint64_t inode);

/*
 * Call see(path, arg) for each file pid has open, until it returns true.
 * Return whether it did.
 */
bool proc_each_file(pid_t pid, bool (*see)(const char *path, void *arg),
		    void *arg);

/*
 * Whether pid is one of our own programs at its own work: a controller, runner, pass or
 * starter of any home, by program, name and title; not an mj that somebody typed.
 */
bool proc_is_ours(pid_t pid);

/* Whether pid's program is mj or mj-schedule, at whatever work. */
bool proc_is_mj(pid_t pid);
/* Whether pid is one of our own programs whose title is this one, or goes on after it. */
bool proc_titled(pid_t pid, const char *title);

/* The program's short name (comm) in out[16]. */
const char *proc_name(pid_t pid, char out[17]);

/* The inode number of this process's PID namespace; 0 if unknown. */
uint64_t proc_namespace(void);

#endif
