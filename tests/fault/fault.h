/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the sweep tells the library that it preloads into mj, through a file that
 * both map: which call is to fail, and how often each was made.
 */
#ifndef MJ_FAULT_H
#define MJ_FAULT_H

#include <stdint.h>

/* Who makes a call: mj's processes by who forked them. */
enum role {
	ROLE_NONE,
	ROLE_LAUNCH,
	ROLE_CANCEL,
	ROLE_READER,
	ROLE_SCHEDULE,
	ROLE_STARTER,
	ROLE_PASS,
	ROLE_CONTROLLER,
	ROLE_RUNNER,
	ROLE_COMMAND, /* between fork and exec */
	ROLE_COUNT,
};

enum call {
	CALL_OPEN,
	CALL_CREATE, /* open with O_CREAT */
	CALL_READ,
	CALL_PREAD,
	CALL_WRITE,
	CALL_PWRITE,
	CALL_SYNC,
	CALL_TRUNCATE,
	CALL_RENAME,
	CALL_LINK,
	CALL_UNLINK,
	CALL_MKDIR,
	CALL_MKFIFO,
	CALL_FLOCK,
	CALL_STAT,
	CALL_ACCESS,
	CALL_TIMES,
	CALL_SPLICE,
	CALL_POLL,
	CALL_PIPE,
	CALL_DUP,
	CALL_CHDIR,
	CALL_FORK,
	CALL_PIDFD,
	CALL_WAIT,
	CALL_CLOSE_RANGE,
	CALL_EXEC,
	CALL_OPENDIR,
	CALL_READDIR,
	CALL_SIGNALFD,
	CALL_GETCWD,
	CALL_READLINK,
	CALL_SLEEP,
	CALL_COUNT,
};

#define FAULT_ENV "FAULT_PLAN" /* the variable that names the file */
#define FAULT_SHORT (-1)       /* instead of an errno: write half of it */
#define FAULT_FRAMES 16

struct fault_plan {
	uint32_t active; /* only then are calls counted, and made to fail */
	uint32_t role, call;
	uint32_t nth;	/* the first of its role and kind to fail; 0 none */
	uint32_t times; /* how many in a row fail */
	int32_t errnum;
	uint32_t count[ROLE_COUNT][CALL_COUNT];
	uint32_t total; /* of all calls counted */
	uint32_t fired;
	uint32_t crash_role, crash_signal;
	/* where the first failure was made */
	char program[200];
	uint32_t frame_count;
	uint64_t frame[FAULT_FRAMES]; /* offsets in the program */
	char what[160];		      /* the path, if the call has one */
};

static inline const char *
role_name(enum role role)
{
	static const char *const names[ROLE_COUNT] = {
		[ROLE_NONE] = "none",	      [ROLE_LAUNCH] = "launch",
		[ROLE_CANCEL] = "cancel",     [ROLE_READER] = "reader",
		[ROLE_SCHEDULE] = "schedule", [ROLE_STARTER] = "starter",
		[ROLE_PASS] = "pass",	      [ROLE_CONTROLLER] = "controller",
		[ROLE_RUNNER] = "runner",     [ROLE_COMMAND] = "command",
	};

	return role < ROLE_COUNT ? names[role] : "?";
}

static inline const char *
call_name(enum call call)
{
	static const char *const names[CALL_COUNT] = {
		[CALL_OPEN] = "open",	    [CALL_CREATE] = "create",
		[CALL_READ] = "read",	    [CALL_PREAD] = "pread",
		[CALL_WRITE] = "write",	    [CALL_PWRITE] = "pwrite",
		[CALL_SYNC] = "sync",	    [CALL_TRUNCATE] = "truncate",
		[CALL_RENAME] = "rename",   [CALL_LINK] = "link",
		[CALL_UNLINK] = "unlink",   [CALL_MKDIR] = "mkdir",
		[CALL_MKFIFO] = "mkfifo",   [CALL_FLOCK] = "flock",
		[CALL_STAT] = "stat",	    [CALL_ACCESS] = "access",
		[CALL_TIMES] = "times",	    [CALL_SPLICE] = "splice",
		[CALL_POLL] = "poll",	    [CALL_PIPE] = "pipe",
		[CALL_DUP] = "dup",	    [CALL_CHDIR] = "chdir",
		[CALL_FORK] = "fork",	    [CALL_PIDFD] = "pidfd",
		[CALL_WAIT] = "wait",	    [CALL_CLOSE_RANGE] = "close_range",
		[CALL_EXEC] = "exec",	    [CALL_OPENDIR] = "opendir",
		[CALL_READDIR] = "readdir", [CALL_SIGNALFD] = "signalfd",
		[CALL_GETCWD] = "getcwd",   [CALL_READLINK] = "readlink",
		[CALL_SLEEP] = "sleep",
	};

	return call < CALL_COUNT ? names[call] : "?";
}

#endif
