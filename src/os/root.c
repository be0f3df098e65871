/* SPDX-License-Identifier: Apache-2.0 */
#include "os/root.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>

/* A process has one stack, so this is global. */
static struct {
	jmp_buf here;
	bool there;
	void (*run)(void *arg);
	void *arg;
} root;

int
root_main(int (*main)(int argc, char **argv), int argc, char **argv)
{
	if (setjmp(root.here)) {
		root.run(root.arg);
		abort();
	}
	root.there = true;
	return main(argc, argv);
}

void
root_begin(void (*run)(void *arg), void *arg)
{
	root.run = run;
	root.arg = arg;
	if (root.there)
		longjmp(root.here, 1);
	run(arg); /* in a test, which has no root */
	abort();
}
