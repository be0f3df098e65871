/* SPDX-License-Identifier: Apache-2.0 */
/* What the simulation is fed with: jobs in the order of their submits. */
#ifndef MJ_LOAD_H
#define MJ_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/admit.h"

#define LEVELS 2001 /* priorities -1000 to 1000 */

struct load_job {
	double submit, run; /* seconds */
	int priority;
	struct need need;
	uint32_t array; /* 1 + index into arrays; 0 none */
	/* of the simulation: */
	double started, deadline; /* deadline: 0 none */
	uint32_t next, before;	  /* waiting ones of its priority, 1 + index; 0 none */
};

struct load {
	struct load_job *jobs; /* owned */
	size_t count, cap;
	struct admit_array *arrays; /* owned; first is an index into jobs */
	size_t array_count, array_cap;
	struct stock stock; /* of the pool; counts nothing where slots are all there is */
	unsigned slots;
	double work; /* seconds of slots, all jobs together */
};

struct load_wish {
	size_t jobs;
	unsigned slots;
	uint64_t seed;
};

/* A load made up: its name and what it is like. */
struct load_kind {
	const char *name, *what;
	void (*make)(struct load *load, const struct load_wish *wish);
};
const struct load_kind *load_kinds(size_t *count);

/*
 * A recorded load: a line `SUBMIT RUN PRIORITY CPUS MEMORY-MIB GPUS` a job, seconds from
 * the first submit, in the order of submits; '#' begins a comment.  The pool has the slots
 * wished for, and of the rest four times the most that one job wants, or a cpu for each
 * slot if that is more.  Return 0, or -1 with *e.
 */
int load_read(struct load *load, const char *path,
	      const struct load_wish *wish, struct err *e);

void load_release(struct load *load);

#endif
