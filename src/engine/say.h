/* SPDX-License-Identifier: Apache-2.0 */
/* A controller's own log: what it did and what went wrong, a line each. */
#ifndef MJ_SAY_H
#define MJ_SAY_H

/* Write `TIME text` to descriptor 2, which is the controller's log. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
