/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a task is tried again after trouble, when, and at which of its places. */
#ifndef MJ_RECOVERY_H
#define MJ_RECOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECOVERY_ALWAYS UINT32_MAX /* a limit that is none */
#define BACKOFF_UNSET (-1)

enum strategy {
	STRATEGY_EAGER_NEXT_REGION, /* after a loss the next place comes first */
	STRATEGY_FAILOVER,	    /* the same place first, then the next ones */
	STRATEGY_COUNT
};

/* How long to wait before an attempt; each member may be BACKOFF_UNSET. */
struct backoff {
	int64_t initial_ms;
	int64_t factor_milli; /* by which each wait is longer than the one before; 1600: 1.6 */
	int64_t max_ms;
	int64_t jitter_milli; /* of the wait, more or less; 400: 40 % */
};

#define BACKOFF_INIT                                                     \
	{                                                                \
		BACKOFF_UNSET, BACKOFF_UNSET, BACKOFF_UNSET, BACKOFF_UNSET \
	}

/* What the spec of a task says. */
struct recovery {
	enum strategy strategy;
	uint32_t max_restarts;	     /* after failures of its own; 0 none */
	uint32_t max_recoveries;     /* after losses, or RECOVERY_ALWAYS */
	uint32_t max_launch_retries; /* after failed launches in a row, or RECOVERY_ALWAYS */
	uint8_t exit_codes[32];	     /* a bit set: those that restart without counting */
	struct backoff backoff;
};

#define RECOVERY_INIT                                            \
	{                                                        \
		.max_recoveries = RECOVERY_ALWAYS,               \
		.max_launch_retries = RECOVERY_ALWAYS,           \
		.backoff = BACKOFF_INIT,                         \
	}

enum trouble {
	TROUBLE_ERROR,	/* the task's own failure */
	TROUBLE_LOST,	/* its attempt is lost */
	TROUBLE_LAUNCH, /* no attempt could be started */
};

/* What a task has been through in this round. */
struct tries {
	uint32_t restarts;     /* failures of its own that counted */
	uint32_t losses;
	uint32_t launches;     /* failed ones since the last that did not */
	uint32_t row;	       /* retries of any kind in a row, each after a short run */
};

/* "FAILOVER" …, static text; and back: 0, or -1 for an unknown word. */
const char *strategy_name(enum strategy strategy);
int strategy_parse(const char *name, enum strategy *out);

void recovery_add_code(struct recovery *r, unsigned code);
/* A list of exit codes from 1 to 255 with commas.  Return 0, or -1 (what came before is added). */
int recovery_add_codes(struct recovery *r, const char *list);
bool recovery_has_code(const struct recovery *r, int code);

/* b with what it leaves unset taken from defaults; a longer initial wait lifts that of max. */
struct backoff backoff_over(const struct backoff *b,
			    const struct backoff *defaults);

/*
 * The wait before the nth retry in a row (n from 1), ms: initial × factor^(n-1), at most
 * max, then jitter by seed: equal seeds give equal waits.
 */
int64_t backoff_ms(const struct backoff *b, uint32_t n, uint64_t seed);

struct retry {
	bool again;
	int64_t wait_ms; /* with again: until the next attempt */
};

/*
 * Decide after trouble and count it into *t.  exit_code is that of an ERROR, -1 none;
 * ran_ms how long the attempt ran: longer than backoff.max and the row begins anew.
 * b is complete (backoff_over).  The first loss (or listed exit code) of a row is
 * tried again at once, all else after a wait.
 */
struct retry recovery_decide(const struct recovery *r, const struct backoff *b,
			     enum trouble trouble, int exit_code,
			     int64_t ran_ms, uint64_t seed, struct tries *t);

/*
 * The place (of count) that comes first in the next attempt, after trouble at place at.
 * The others follow in order, the last followed by the first.
 */
size_t recovery_place(const struct recovery *r, enum trouble trouble,
		      size_t at, size_t count);

#endif
