/* SPDX-License-Identifier: Apache-2.0 */
/* The terminal people sit at: its size, its keys, and the signals it brings. */
#ifndef MJ_TERMINAL_H
#define MJ_TERMINAL_H

#include <stdbool.h>
#include <termios.h>

/* Columns and rows of the terminal that fd is; 0 and 0 if it is none, or does not say. */
void terminal_size(int fd, unsigned *columns, unsigned *rows);

/* How a terminal was. */
struct terminal {
	struct termios saved;
	bool changed;
};

/*
 * Let descriptor 0 give each key as it is struck, and not show it; ^C and ^Z still are
 * signals.  Where it is no terminal nothing happens.
 */
void terminal_open_keys(struct terminal *t);

/* As it was; also more than once. */
void terminal_restore(struct terminal *t);

/*
 * Block INT, QUIT, TERM, HUP, TSTP and WINCH, and give a descriptor that sig_next reads
 * them from; -1 on failure: then they do what they always do.
 */
int terminal_signals(void);

/* Stop as ^Z stops others, and come back when continued. */
void terminal_stop(void);

/*
 * For who goes on drawing: block CONT, which continues us all the same, and whether one came
 * since the last time.
 */
void terminal_watch_stops(void);
bool terminal_was_stopped(void);

/* Whether the terminal fd is there for us, not for a job in front of us. */
bool terminal_is_ours(int fd);

/* End as the signal ends others.  Returns only if it was ignored from the start. */
void terminal_die(int signo);

#endif
