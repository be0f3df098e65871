/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scheduler.pid: the pass that holds the lock, and the claimants that have not answered it.
 * For those who find the lock taken, and for the next one if it dies.
 */
#ifndef MJ_NOTE_H
#define MJ_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "os/proc.h"
#include "store/home.h"

#define NOTE_CLAIMANTS 20 /* that have not answered, at a time */

struct note {
	const struct home *home;
	int fd; /* -1: it could not be opened */
	int64_t begun_ms;  /* CLOCK_BOOTTIME */
	unsigned granted;  /* places that were given, counted by the pass */
	struct buf head;
	struct proc claimants[NOTE_CLAIMANTS]; /* pid 0: free */
};

/* Say who holds the lock and since when. */
void note_begin(struct note *n, const struct home *home);
/* A claimant was forked; it has answered, or has ended. */
void note_claimant(struct note *n, pid_t pid);
void note_answered(struct note *n, pid_t pid);
void note_end(struct note *n); /* the tally gets the pass, too */

/* What it says of the pass that holds the lock or died holding it. */
struct pass_note {
	bool there; /* some text is there */
	struct proc pass;
	int64_t since_ms; /* wall clock, 0 unknown */
	int64_t boot_ms;  /* CLOCK_BOOTTIME, 0 unknown */
	struct proc claimants[NOTE_CLAIMANTS];
	size_t claimant_count;
};
void note_read(const struct home *home, struct pass_note *out);

/*
 * Whether the pass that holds the lock is alive: it takes its text away before it lets go
 * and looks at the marks, so it sees those that were set before this was asked.  False
 * where that is not sure.
 */
bool note_pass_lives(const struct home *home);

/*
 * passes: all of them that came to their end, written in place and never synced: a power
 * loss may take some back, as may a kill.
 */
struct tally {
	uint64_t passes;
	uint64_t ms; /* that they took together */
	uint64_t last_ms;
	uint64_t grants; /* of places, to attempts */
};
void tally_read(const struct home *home, struct tally *out);
/* Under the pass lock. */
void tally_add(const struct home *home, int64_t ms, unsigned grants);

#endif
