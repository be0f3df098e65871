/* SPDX-License-Identifier: Apache-2.0 */
/* Signals: blocked and read from a descriptor; no handlers. */
#ifndef MJ_SIG_H
#define MJ_SIG_H

#include <signal.h>

/*
 * Block INT, HUP, TERM, TSTP, QUIT, CHLD, USR1 and ignore PIPE: the state of every
 * process of ours that is not the user's command.
 */
void sig_block(void);

/* Block INT, HUP, TERM, TSTP, QUIT until sig_restore puts *old back. */
void sig_hold(sigset_t *old);
void sig_restore(const sigset_t *old);

/* A non-blocking, close-on-exec descriptor that gives CHLD, TERM, HUP and USR1.  -1 on failure. */
int sig_open(void);

/*
 * Block INT; a descriptor that is readable when one came, which stays to be taken.  -1
 * where INT is ignored, or on failure: then it is not blocked.
 */
int sig_open_interrupt(void);

/* The next signal number waiting on it, 0 if none; the sender's pid in *from if not NULL. */
int sig_next(int fd, int *from);

/* Default actions and an empty mask: how a user's command starts. */
void sig_reset(void);

/* Let a write into a closed pipe, or past a limit of file size, fail instead of ending us. */
void sig_ignore_pipe(void);

/* Let ^C end this process again, or call nothing (used by clients that follow). */
void sig_default(int signo);

#endif
