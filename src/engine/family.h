/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The family of an attempt: all its processes, setsid'ed and double-forked ones too.
 *
 * While the runner lives it is the subreaper above them, so they are its descendants;
 * when it was killed they are the controller's.  When both died, they are found by the
 * MJ_TAG of their environment or by the attempt's output pipe; in a control group of their
 * own at any time.  Controllers, runners,
 * passes and starters (of any home of this user, which a task may have started) are never
 * part of one, nor is what is below them.
 */
#ifndef MJ_FAMILY_H
#define MJ_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/proc.h"

#define FAMILY_PIPES 2

struct family {
	pid_t top;	  /* the subreaper above them: this process; 0: find them by tag */
	const char *tag;  /* MJ_TAG's value, borrowed; NULL with top: all descendants */
	uint64_t pipes[FAMILY_PIPES]; /* inodes of its output pipes, 0 none */
	bool called;	  /* by tag: programs that a pool calls, but not what they detached */
	const char *cgroup; /* borrowed: a control group that only they are in; NULL none */
	uint64_t since;	  /* by tag: only processes that started at this tick or later */
	const char *boot; /* borrowed */
	const struct pids *spare; /* children of top whose zombies others reap; borrowed */
};

/* A member as it was seen: a pid alone would not tell it from a later one. */
struct member {
	pid_t pid;
	uint64_t start;
	char state; /* as proc_stat has it, when it was seen */
};

struct members {
	struct member *list; /* owned */
	size_t count, cap;
	pid_t unreadable; /* by tag: one that could not be looked at; 0 none */
	bool unsettled;	  /* something moved while we looked: nobody seen is not nobody left */
};
#define MEMBERS_INIT {NULL, 0, 0, 0, false}

/* Append the living members (no zombies) to *out. */
void family_list(const struct family *f, struct members *out);
void members_add(struct members *m, const struct member *member);
bool members_has(const struct members *m, const struct member *wanted);
void members_release(struct members *m);
#define automembers __attribute__((cleanup(members_release)))

/*
 * Ending a family: TERM and CONT, the grace, KILL, until none is left.  Call
 * ending_step whenever a child has ended and when it asked to be called again.
 */
struct ending {
	bool active;
	int64_t kill_at_ms;  /* CLOCK_BOOTTIME when KILL follows */
	int64_t wait_ms;     /* between rounds of KILL */
	bool killing;	     /* KILL was sent */
	int empty;	     /* scans in a row that found nobody */
	pid_t unreadable;    /* by tag: one that could not be looked at; 0 none */
	pid_t stuck;	     /* a member KILL did not end within a second; 0 none */
	int64_t first_kill_ms;
	struct members told; /* who got TERM */
};

/* Begin, or, if it began already, let KILL come no later than now + grace. */
void ending_start(struct ending *ending, int64_t now_ms, int64_t grace_ms);

/*
 * One round at now_ms (CLOCK_BOOTTIME).  Return 0 when nobody is left, else after how
 * many ms to call again (a child's end may come first).
 */
int64_t ending_step(struct ending *ending, const struct family *f,
		    int64_t now_ms);
void ending_release(struct ending *ending);

/*
 * Send a signal to exactly this member, if it is still there.  Return whether that could be
 * done: not without a descriptor.
 */
bool family_tell(const struct family *f, const struct member *m, int signo);

/* Send a signal to every member there is now. */
void family_signal(const struct family *f, int signo);

#endif
