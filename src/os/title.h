/* SPDX-License-Identifier: Apache-2.0 */
/* The name `ps` shows, written over the arguments and environment we were started with. */
#ifndef MJ_TITLE_H
#define MJ_TITLE_H

/*
 * Remember where the kernel finds them and move the environment elsewhere, so that
 * getenv goes on working.  Call once, first thing in main.
 */
void title_init(int argc, char **argv);

/*
 * Show this text; the old arguments and environment (with secrets or an MJ_TAG in it)
 * are gone from /proc/PID/cmdline and environ.  Cut to the room there is.
 */
void title_set(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
