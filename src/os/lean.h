/* SPDX-License-Identifier: Apache-2.0 */
/* Sleeping with as little memory as possible: a process of ours mostly sleeps. */
#ifndef MJ_LEAN_H
#define MJ_LEAN_H

#include "os/sys.h"

/*
 * For a process whose children are to be lean: the C library's restartable sequences
 * (rseq(2)), of which nothing of ours makes use, are given up.  With them the kernel writes
 * to a page of each process whenever that is given a CPU.
 */
void lean_parent(void);

/*
 * sys_poll; but when nothing has happened for a second, what the work so far has left
 * unused is given back to the kernel first: pages of the heap and of the stack.
 */
int lean_poll(struct pollfd *fds, size_t count, int64_t timeout_ms);

#endif
