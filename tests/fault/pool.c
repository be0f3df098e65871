/* SPDX-License-Identifier: Apache-2.0 */
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void *
pool_shared(int fd, size_t size)
{
	void *map =
		mmap(NULL, size, PROT_READ | PROT_WRITE,
		     fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, fd, 0);

	if (map == MAP_FAILED) {
		perror("mmap");
		exit(99);
	}
	return map;
}

void
pool_make(struct pool *p)
{
	if (p->workers > POOL_MAX)
		p->workers = POOL_MAX;
	for (unsigned i = 0; i < p->workers; i++)
		p->slots[i].result = pool_shared(-1, p->result_size);
}

/* Wait for one of them to end; its slot is free then. */
static void
wait_one(struct pool *p)
{
	pid_t pid = wait(NULL);

	for (unsigned i = 0; i < p->workers; i++) {
		struct pool_slot *slot = &p->slots[i];

		if (pid <= 0 || slot->pid != pid)
			continue;
		slot->pid = 0;
		p->done(p->arg, slot->what, slot->result);
		return;
	}
}

static struct pool_slot *
free_slot(struct pool *p)
{
	for (;;) {
		for (unsigned i = 0; i < p->workers; i++)
			if (!p->slots[i].pid)
				return &p->slots[i];
		wait_one(p);
	}
}

void *
pool_start(struct pool *p, const void *what, size_t size)
{
	struct pool_slot *slot = free_slot(p);

	memcpy(slot->what, what, size);
	memset(slot->result, 0, p->result_size);
	fflush(stdout);
	slot->pid = fork();
	if (slot->pid < 0) {
		perror("fork");
		exit(99);
	}
	return slot->pid == 0 ? slot->result : NULL;
}

void
pool_wait(struct pool *p)
{
	for (unsigned i = 0; i < p->workers; i++)
		while (p->slots[i].pid)
			wait_one(p);
}
