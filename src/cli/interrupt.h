/* SPDX-License-Identifier: Apache-2.0 */
/* ^C of a command that only looks on: it ends the command, and says that the job goes on. */
#ifndef MJ_INTERRUPT_H
#define MJ_INTERRUPT_H

#include <stdint.h>

/* A descriptor that tells of a ^C from now on, or -1: then ^C does what it always does. */
int interrupt_watch(void);

/*
 * Sleep for ms.  A ^C says how to follow or end the job, and ends this process; *watch is
 * that of interrupt_watch.
 */
void interrupt_sleep(int *watch, int64_t ms, uint32_t job);

/* Let ^C be as it was. */
void interrupt_end(int *watch);

#endif
