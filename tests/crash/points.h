/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The points of a process of mj at which it may be killed, numbered by role; what
 * the environment asks for is said in points.c.
 */
#ifndef MJ_TEST_POINTS_H
#define MJ_TEST_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* Whether this process is one of mj's that is looked at, and a launcher. */
HIDDEN bool points_counted(void);
HIDDEN bool points_launcher(void);

/* What a descriptor is open on, in to; "" where nothing is counted. */
HIDDEN const char *points_name(int fd, char *to, size_t size);

/*
 * Count a call that is about to be made, on a path or on a descriptor, and die if
 * this is the point.  Return its number, 0 when not counting.
 */
HIDDEN int points_before(const char *call, const char *path);
HIDDEN int points_before_fd(const char *call, int fd);

/* Die if after call n is the point; errno is kept. */
HIDDEN void points_after(int n, const char *call);

/* Before a file is made or opened with O_CREAT: some roles begin so. */
HIDDEN void points_opens(const char *path);

/* In a new process, forked (or a sibling, as starters are): its role and first point. */
HIDDEN void points_born(bool sibling);

/* A system call that nobody counts. */
HIDDEN long points_raw(long number, long a, long b, long c, long d);

#endif
