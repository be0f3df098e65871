/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that a pool calls, run beside everything else with a limit of time: the caller
 * polls its pipe and calls program_step.  What it prints is kept and goes to the launch log.
 */
#ifndef MJ_PROGRAM_H
#define MJ_PROGRAM_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "os/spawn.h"
#include "store/capture.h"

#define PROGRAM_OUTPUT_MAX (16u << 20) /* bytes kept of what one prints; the rest is dropped */
#define PROGRAM_FDS 2

/* What to run. */
struct program_order {
	char **argv; /* owned, NULL-terminated; looked up in PATH when it has no '/' */
	size_t count;
	struct env_list env; /* owned: on top of what every program of the pool gets */
	char *in;	     /* owned: the file that becomes its standard input, NULL: nothing */
	int64_t limit_ms;    /* then it is ended; 0: never */
	bool follow; /* its output is the attempt's: it goes to the log of the task */
};
#define PROGRAM_ORDER_INIT {.argv = NULL}

/* Append a word to argv. */
void program_word(struct program_order *o, const char *word);
void program_order_release(struct program_order *o);

/* How it went. */
struct program_end {
	int errnum; /* it could not be started: why; 0 it was */
	bool late;  /* it was ended by us, for want of time or of use */
	struct spawn_end end; /* with errnum 0 */
	struct buf out, errors; /* owned: what it printed (not with follow: out) */
};
#define PROGRAM_END_INIT {.out = BUF_INIT, .errors = BUF_INIT}

/* Whether it was started, ended in time and with status 0. */
bool program_well(const struct program_end *end);

/* The first line of what it said of an error, or how it ended, in out. */
void program_why(const struct program_end *end, char *out, size_t size);

struct program {
	pid_t pid; /* of a session of its own; 0: none runs */
	bool follow;
	int out, errors, report; /* the ends we read, -1 none */
	bool failed; /* it could not even be forked, and that was not told yet */
	int64_t begun_ms, late_ms, kill_ms; /* CLOCK_BOOTTIME; 0 no */
	struct program_end end;
};
#define PROGRAM_NONE {.out = -1, .errors = -1, .report = -1, .end = PROGRAM_END_INIT}

/* What all programs of an attempt are started with; borrowed. */
struct program_place {
	const struct env_list *env;
	const struct capture *capture; /* umask, nice, limits */
	int follow_out; /* the attempt's output pipe, for orders with follow */
};

/*
 * Start it.  Never fails: what could not be started has ended at once (p->end.errnum), as
 * program_step then tells.
 */
void program_start(struct program *p, const struct program_order *o,
		   const struct program_place *place);

/* Whether one was started whose end program_step has not told. */
bool program_busy(const struct program *p);

/* Put the descriptors to poll into fds[PROGRAM_FDS]; return how many. */
size_t program_fds(const struct program *p, struct pollfd *fds);

/*
 * Read what it printed, keep its time, see its end.  Return whether it has ended: then
 * p->end is the caller's to read, until the next start.
 */
bool program_step(struct program *p);

/* After how many ms to call it again at the latest; -1: not before a child's end or output. */
int64_t program_wait(const struct program *p);

/* End it, its session with it: TERM now, KILL soon.  program_step tells of the end. */
void program_stop(struct program *p);

/* End it at once, wait for that, free what it owns. */
void program_release(struct program *p);

#endif
