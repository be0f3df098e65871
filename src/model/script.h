/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The script of an attempt that runs elsewhere, and the marks by which both sides see what
 * became of it, files NAME.* in a directory:
 *
 *	NAME.sh      the script itself
 *	NAME.go      the fence: made before the submit; without it the script starts nothing,
 *		     and ends what it started
 *	NAME.start   made by the script, exclusively: a second copy of it ends at once
 *	NAME.end     how it ended, by tmp and rename, in one line:
 *		     exit N | signal N, then setup if that was its end, then told if
 *		     it was told to end (TERM) before; or: fenced
 *
 * The directory is that of the script unless MJ_MARKS names another one, there; MJ_MARKS
 * set and empty: no marks, where the other side keeps these promises itself.
 */
#ifndef MJ_SCRIPT_H
#define MJ_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* How it exits when it started nothing: no fence, or another copy was first. */
#define SCRIPT_EXIT_FENCED 121
#define SCRIPT_EXIT_SECOND 122

#define SCRIPT_NAME_SIZE 64 /* 63 bytes: names in Kubernetes have no more */

/*
 * The name of an attempt, unlike that of any other: mj-HOME-JOB-TASK-ATTEMPT of
 * [a-z0-9-]; a task's name that has other bytes or is too long is cut and gets a hash.
 */
void script_name(const char *home, uint32_t job, const char *task,
		 unsigned attempt, char out[SCRIPT_NAME_SIZE]);

/* How the names of all attempts of a job begin. */
void script_job_prefix(const char *home, uint32_t job,
		       char out[SCRIPT_NAME_SIZE]);

struct script {
	const char *name;	 /* of script_name */
	const char *tag;	 /* MJ_TAG of what it runs */
	const char *marks;	 /* the directory of the marks */
	const char *head;	 /* lines below `#!`, "" none */
	const char *shell;	 /* preferred for setup and run */
	const char *dir;	 /* where they run */
	unsigned umask;
	char *const *env;	 /* NAME=VALUE, NULL-terminated: exported, if names of a shell */
	const char *setup;	 /* shell text, NULL none */
	const char *run;	 /* shell text, NULL with argv or none */
	char *const *argv;	 /* words, NULL none */
	int64_t grace_ms;	 /* between TERM and KILL when the fence is gone */
	unsigned fence_s;	 /* how often it looks at the fence */
	bool keep;		/* what the command leaves behind lives on */
};

void script_text(const struct script *s, struct buf *out);

/* Append text as one word of a shell. */
void script_quote(struct buf *out, const char *text);

/* What NAME.end says. */
struct script_end {
	int exit_code; /* -1: none */
	int signal;    /* 0: none */
	bool in_setup;
	bool told;   /* TERM came before: whose fault it is, the other side may know */
	bool fenced; /* it found no fence, or lost it */
};

/* Return 0, or -1 for anything else. */
int script_end_read(const char *text, struct script_end *out);

#endif
