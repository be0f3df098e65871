/* SPDX-License-Identifier: Apache-2.0 */
/* The controller: one process per live job, from its claim to the job's final record. */
#ifndef MJ_CONTROLLER_H
#define MJ_CONTROLLER_H

#include <stdbool.h>

#include "engine/starter.h"
#include "os/proc.h"
#include "store/home.h"

struct controller_order {
	struct home *home;
	uint32_t job;
	int lock;	   /* the job lock, held */
	unsigned claim;	   /* its number, from 1 */
	struct proc before; /* the controller before it; pid 0 none */
	pass_fn *pass;
	bool want_pass; /* the pass that forked it died */
};

/*
 * Run the job to its end in this process, which has claimed it: holds its lock, is named
 * in its pid file, is detached and a subreaper.  Never returns.
 */
void controller_run(const struct controller_order *order)
	__attribute__((noreturn));

#endif
