/* SPDX-License-Identifier: Apache-2.0 */
/* A mapping's keys in a table, and the parts of a spec that have tables of their own. */
#ifndef MJ_KEYS_TABLE_H
#define MJ_KEYS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "store/keys.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a key does: read, or a refusal, or neither, which gives a note. */
struct key {
	const char *name;
	int (*read)(struct reading *r, const struct tree_node *key);
	const char *refusal; /* why it is refused and what to do */
	bool of_job; /* in a task only where that is the only document */
};

struct key_table {
	const char *where; /* "a task" */
	const struct key *keys;
	size_t count;
};

/* The key called name, or NULL. */
const struct key *keys_find(const struct key_table *table, const char *name);

/* Read all keys of a mapping.  Return 0, or -1 with *r->e. */
int keys_read_table(struct reading *r, const struct key_table *table,
		    const struct tree_node *map);

/* Note that a key has no effect here. */
void keys_note_ignored(const struct reading *r, const struct tree_node *key);

/* The value of `resources` and of `job_recovery`, the same in both places, and of `priority`. */
int keys_read_resources(struct reading *r, const struct tree_node *key);
int keys_read_recovery(struct reading *r, const struct tree_node *key);
int keys_read_priority(struct reading *r, const struct tree_node *key);

#endif
