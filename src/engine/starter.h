/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Starting passes.  A pass runs under a starter, a small parent that waits for it and
 * starts another if it was killed.
 */
#ifndef MJ_STARTER_H
#define MJ_STARTER_H

#include <stdbool.h>

#include "base/err.h"
#include "os/spawn.h"
#include "store/home.h"

/*
 * Runs one pass and returns whether it did all there was to do: if not, for want of a
 * descriptor or the like, the wake mark is set again and the starter tries again.  What
 * starts passes is given it, as it lies above.
 */
typedef bool pass_fn(struct home *home, bool sweep);

/*
 * Fork a starter that runs passes by itself, detached; kind is SPAWN_SIBLING from a
 * subreaper.  It has forked its first pass before this returns 0, so that no single kill
 * of either can cost the pass.  The wake mark is the caller's.  Return 0, or -1 with errno.
 */
int starter_start(struct home *home, enum spawn_kind kind, pass_fn *pass);

/*
 * The same from a controller of job (a sibling), but the pass first waits for the end of
 * the process of pidfd, and probes live jobs if alive/ID is still there then.
 */
int starter_after(struct home *home, int pidfd, uint32_t job, pass_fn *pass);

/*
 * Fork a pass, wait for it, again if it was killed by a signal; it keeps our stdout and
 * stderr.  run(arg) is called in the new process, which exits with its result.  Return
 * that status, or -1 with *e.
 */
int starter_run(int (*run)(void *arg), void *arg, struct err *e);

#endif
