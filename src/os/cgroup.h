/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control groups, version 2: a group below one that this user may write, with limits, for a
 * process and all that comes of it.  Paths are absolute, as the groups are mounted.
 */
#ifndef MJ_CGROUP_H
#define MJ_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "os/proc.h"

#define CGROUP_PATH_SIZE 180

enum cgroup_limit { CGROUP_CPU, CGROUP_MEMORY, CGROUP_LIMIT_COUNT };

/* A group below which others can be made, and the limits they can be given. */
struct cgroup_place {
	char path[CGROUP_PATH_SIZE];
	bool gives[CGROUP_LIMIT_COUNT];
};

/*
 * The nearest one with all limits, or with most, from this process's own group upwards, whose
 * name does not begin with not; no process is moved for it, and nothing is changed.  Return 0, or -1 with *e why there
 * is none.
 */
int cgroup_find(const char *not, struct cgroup_place *out, struct err *e);

/* Make a group; one that is there is taken as it is.  Return 0, or -1 with *e. */
int cgroup_make(const char *path, struct err *e);

/*
 * Set a limit: cpus in thousandths; bytes of memory, without swap, where one process too
 * many ends all of the group.  Return 0, or -1 with *e.
 */
int cgroup_set(const char *path, enum cgroup_limit limit, uint64_t amount,
	       struct err *e);

/* Move this process into it.  Return 0, or -1 with errno. */
int cgroup_enter(const char *path);

/* Append the processes in it and in groups below.  Return 0, or -1. */
int cgroup_pids(const char *path, struct pids *out);

/* KILL to all in it and below at once (Linux 5.14).  Return 0, or -1. */
int cgroup_kill(const char *path);

/* Remove it and the groups below, if nobody is in them.  Return whether it is gone. */
bool cgroup_remove(const char *path);

#endif
