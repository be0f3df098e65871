/* SPDX-License-Identifier: Apache-2.0 */
/*
 * malloc(3) and its family for processes that are forked, never exec'ed, and then sleep.
 * The C library's leaves what a process holds scattered over all pages that its parents
 * ever used, each of which costs a copy when it is written.  Here a new process can begin
 * anew on pages of its own, packed, and leave those of its parents alone.
 *
 * One thread only.  The sanitizers bring a malloc of their own: there these do little.
 */
#ifndef MJ_HEAP_H
#define MJ_HEAP_H

/*
 * Begin a generation: what was allocated so far is only read from now on, allocations come
 * from new pages, and freeing something old does nothing.  Pages that nothing used are
 * given back.  For a new process, first thing.
 */
void heap_fresh(void);

/* The same, and all of the generation at hand is gone: nothing of it is wanted here. */
void heap_replace(void);

/*
 * All generations are gone but the first and the one at hand: a process that is forked
 * from one that was forked from another, and so on, must not keep what all of them had.
 */
void heap_forget(void);

/* Give whole pages that nothing uses back to the kernel. */
void heap_trim(void);

#endif
