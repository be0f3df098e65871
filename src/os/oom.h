/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many processes the kernel has killed for want of memory: in this process's own
 * control group (version 2, or 1), and on the whole machine.  Which ones, it does not say
 * to everybody.
 */
#ifndef MJ_OOM_H
#define MJ_OOM_H

#include <stdint.h>

struct oom {
	int64_t group, machine; /* so far; -1: cannot be told */
};

struct oom oom_now(void);

/* Those of a group of version 2, by its path; -1: cannot be told. */
int64_t oom_of(const char *group);

#endif
