/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A family that stands still: stopped, again until none of it runs, and continued.  A
 * program of mj in it is let alone, as it may hold a lock that others wait for.
 */
#ifndef MJ_HALT_H
#define MJ_HALT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family.h"

enum halt_state {
	HALT_NO,
	HALT_STOPPING,
	HALT_STOPPED,
	HALT_CONTINUING, /* its time runs again */
};

struct halt {
	enum halt_state state;
	int64_t since_ms; /* CLOCK_BOOTTIME when it began; 0: its time runs */
	int64_t total_ms; /* of the halts that are over */
	int64_t wait_ms;  /* between looks */
	int calm;	  /* looks in a row that found nothing to do */
	struct members stopped, continued; /* who was told so */
};

/* Whether the family stands still or is to. */
bool halt_on(const struct halt *h);

/* How long it has stood still in all, at now_ms (CLOCK_BOOTTIME). */
int64_t halt_total(const struct halt *h, int64_t now_ms);

/* Begin to stop, begin to continue. */
void halt_stop(struct halt *h, int64_t now_ms);
void halt_continue(struct halt *h, int64_t now_ms);

/* Go on with a halt that another process noted: it may have stopped any of them. */
void halt_resume(struct halt *h, int64_t since_ms, int64_t total_ms);

/* The family is being ended instead, which continues it: its time runs again. */
void halt_drop(struct halt *h, int64_t now_ms);

/* One round.  Return 0 when it has come to rest, else after how many ms to call again. */
int64_t halt_step(struct halt *h, const struct family *f);

void halt_release(struct halt *h);

#endif
