/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jobs/ID/env: what a job's tasks get from the moment of the submit, whoever's pass
 * starts them.  NUL-separated, as /proc/PID/environ is, in four parts that each end with
 * an empty string: settings (`cwd=…`, `umask=…`, `logs=…`, `limit.N=SOFT:HARD`, `nice=…`),
 * the environment, what --env gave, what --secret gave.
 */
#ifndef MJ_CAPTURE_H
#define MJ_CAPTURE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/home.h"

#define CAPTURE_LIMITS 32

/* A list of NAME=VALUE. */
struct env_list {
	char **list; /* owned, NULL-terminated once something was added */
	size_t count, cap;
};

/* Set NAME=VALUE (given as one text), in place of an older one of that name. */
void env_put(struct env_list *env, const char *name, const char *value);
/* All of from, each in place of an older one. */
void env_put_all(struct env_list *env, const struct env_list *from);
/* The value of name, or NULL. */
const char *env_get(const struct env_list *env, const char *name);
void env_list_release(struct env_list *env);

struct capture {
	char *cwd;
	char *logs;
	mode_t umask;
	int nice;
	struct {
		int set;
		uint64_t soft, hard;
	} limit[CAPTURE_LIMITS]; /* by RLIMIT_ number */
	struct env_list env;
	struct env_list given;	 /* --env */
	struct env_list secrets; /* --secret */
};

#define CAPTURE_INIT {.umask = 022}

/* Capture this process; the variables that mj gives to tasks are left out.  Return 0, or -1 with *e. */
int capture_take(struct capture *c, const struct home *home, struct err *e);

/*
 * Let its directory be dir, which must be one; a relative path is seen from the one it has.
 * Return 0, or -1 with *e (ERR_INPUT).
 */
int capture_enter(struct capture *c, const char *dir, struct err *e);

/*
 * Look for a program as execvp would with what the commands get: its directory and PATH.
 * Return 0 if it can be executed, or -1 with errno.
 */
int capture_find(const struct capture *c, const char *program);

/* Append the file's bytes to *to. */
void capture_format(const struct capture *c, struct buf *to);

/* Read jobs/ID/env.  Return 0, or -1 with *e. */
int capture_read(const struct home *home, uint32_t job, struct capture *c,
		 struct err *e);

/*
 * Where the logs of the job in dir, a directory below the home, are; the home's where its
 * env does not tell.  The caller frees it.
 */
char *capture_logs(const struct home *home, const char *dir);

void capture_release(struct capture *c);

#endif
