/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks of a fold, found by name in a hash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/record.h"

/* Where name is in r's hash, or the free place where it would be. */
static size_t
find_slot(const struct record *r, const char *name)
{
	size_t mask = r->slot_count - 1, at;
	uint32_t hash = 2166136261U;

	for (const char *s = name; *s; s++)
		hash = (hash ^ (unsigned char)*s) * 16777619U;
	at = hash & mask;
	while (r->slots[at] && strcmp(r->tasks[r->slots[at] - 1].name, name))
		at = (at + 1) & mask;
	return at;
}

/* Keep at least half of the hash free, one more task counted in. */
static void
grow_slots(struct record *r)
{
	if ((r->task_count + 1) * 2 <= r->slot_count)
		return;
	free(r->slots);
	r->slot_count = r->slot_count ? r->slot_count * 2 : 16;
	r->slots = mem_new(r->slot_count, sizeof(*r->slots));
	for (size_t i = 0; i < r->task_count; i++)
		r->slots[find_slot(r, r->tasks[i].name)] = i + 1;
}

struct task_record *
record_task(const struct record *r, const char *name)
{
	size_t slot;

	if (!r->slot_count)
		return NULL;
	slot = r->slots[find_slot(r, name)];
	return slot ? &r->tasks[slot - 1] : NULL;
}

struct task_record *
record_task_add(struct record *r, const char *name)
{
	struct task_record *t = record_task(r, name);

	if (t)
		return t;
	grow_slots(r);
	r->tasks = mem_grow(r->tasks, r->task_count, &r->task_cap,
			    sizeof(*r->tasks));
	t = &r->tasks[r->task_count];
	memset(t, 0, sizeof(*t));
	snprintf(t->name, sizeof(t->name), "%s", name);
	r->slots[find_slot(r, t->name)] = ++r->task_count;
	return t;
}

struct run *
record_run(const struct task_record *t, unsigned attempt)
{
	for (size_t i = t->run_count; i > 0; i--)
		if (t->runs[i - 1].attempt == attempt)
			return &t->runs[i - 1];
	return NULL;
}
