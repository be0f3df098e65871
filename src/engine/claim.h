/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims: a controller is forked holding all its locks from birth, commits its claim, drops
 * its copy of the pass lock and only then answers.  While a claim is under way nobody else
 * can hold the pass lock, so nobody else can count.
 */
#ifndef MJ_CLAIM_H
#define MJ_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/starter.h"
#include "os/proc.h"
#include "store/queue.h"

/* A claim under way. */
struct claim {
	struct request request; /* what is claimed; shard "" for a replacement */
	char pool[JOB_NAME_MAX + 1]; /* where it is granted a place */
	char root[TASK_NAME_MAX + 1]; /* the task granted with it */
	pid_t pid;
	bool told;  /* it has answered */
	int answer; /* the reading end of its pipe */
};

/*
 * Fork a controller for a job whose lock the caller holds in *lock, which is closed here.
 * With replace the job is alive already and its controller died: nothing is renamed.
 * pass_lock is the pass's, inherited until the claim is done.  The caller has made the
 * entries of the grant.  Return 0 and *out, or -1 with *e: nothing was forked.
 */
int claim_start(struct home *home, int pass_lock, int *lock, bool replace,
		pass_fn *pass, struct claim *out, struct err *e);

/*
 * Wait until one of the claims whose answer is not -1 has answered, or ended; which, in
 * answered.
 */
void claim_poll(const struct claim *claims, size_t count, bool *answered);

/*
 * Wait for the answer.  Return whether the place is taken: an end of file without an answer
 * means that we have to look.
 */
bool claim_wait(const struct home *home, struct claim *claim);

#endif
