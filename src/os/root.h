/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where new processes begin.  Processes of ours fork each other without an exec, each job
 * starting the pass that starts the next: their stacks must not lie on top of each other.
 */
#ifndef MJ_ROOT_H
#define MJ_ROOT_H

/* Call main(argc, argv): what root_begin is told to run is called from here, too. */
int root_main(int (*main)(int argc, char **argv), int argc, char **argv);

/*
 * In a new process: give up all frames of the stack up to root_main's and run there.
 * Nothing that arg leads to may lie in one of them; run must not return.
 */
void root_begin(void (*run)(void *arg), void *arg) __attribute__((noreturn));

#endif
