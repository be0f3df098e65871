/* SPDX-License-Identifier: Apache-2.0 */
/* Starting processes and learning of their end.  The only place that forks. */
#ifndef MJ_SPAWN_H
#define MJ_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "os/proc.h"

enum spawn_kind {
	SPAWN_CHILD,
	/*
	 * A sibling (clone(2) with CLONE_PARENT): it becomes our parent's child, so
	 * that a subreaper does not get the descendants of what it starts.
	 */
	SPAWN_SIBLING,
};

/*
 * fork(2) or its sibling form: 0 in the new process, where all signals stay blocked until
 * it says otherwise (sig_block, sig_reset); its pid, or -1 with errno.
 */
pid_t spawn_fork(enum spawn_kind kind);

/* What a command is started with. */
struct spawn {
	char *const *argv;
	char *const *envp;
	const char *path_list; /* PATH to look argv[0] up in when it has no '/' */
	const char *dir;       /* its working directory */
	mode_t umask;
	int in, out, errors; /* become 0, 1, 2 */
};

/*
 * Become the command: a session of its own, default signals, empty mask, descriptors 0,
 * 1, 2 only; by sh if it is a script that names none.  Returns only on failure, with errno;
 * what failed: the directory or the program, borrowed.
 */
const char *spawn_exec(const struct spawn *s);

/* End this process at once, without atexit handlers. */
void spawn_exit(int status) __attribute__((noreturn));

/* How a child ended. */
struct spawn_end {
	pid_t pid;
	int exit_code; /* -1 if a signal ended it */
	int signal;    /* 0 if none */
	bool core;
	int64_t cpu_ms;	 /* user and system, with its waited-for descendants */
	int64_t rss_kib; /* the largest of them */
};

/*
 * Look at a child that has ended (pid, or -1 for any) without reaping it (WNOWAIT).
 * Return 1 and *end, 0 if none has ended, -1 if there is no such child.
 */
int spawn_peek(pid_t pid, struct spawn_end *end);

/* Reap it; block for its end with wait.  Return as spawn_peek. */
int spawn_reap(pid_t pid, bool wait, struct spawn_end *end);

/* Reap all our children that have ended but those in spare: orphans that came to us. */
void spawn_reap_orphans(const struct pids *spare);

/* Send a signal to the process group of a child that was not reaped yet (spawn_exec made it). */
void spawn_signal_group(pid_t pid, int signo);

/* CPU ms and largest RSS of all children reaped so far. */
void spawn_usage(int64_t *cpu_ms, int64_t *rss_kib);

/* Become another program now (the page reader, an editor): returns only on failure. */
void spawn_become(char *const *argv);

#endif
