/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a journalling file system may have of a home after a power loss: of each
 * directory operation that was not synced that it was done or not, of each write that
 * was not synced that its bytes are there, or not, or are zero.
 *
 * What we take for granted: an operation (a rename, too) is done whole or not at all; a
 * sync of a file keeps its bytes, and does not keep its name; a sync of a directory
 * keeps all that was done to its names before; a directory is not removed before its
 * names are.  Nothing else is taken for granted about the order of what was not synced,
 * within one directory neither.
 */
#ifndef MJ_DISK_H
#define MJ_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace.h"

enum node_kind { NODE_FILE, NODE_DIR, NODE_FIFO };

/* A write or cut of a file that is not synced. */
struct change {
	uint64_t offset;
	uint32_t len;
	const uint8_t *data; /* NULL: a cut to offset */
};

struct bytes {
	uint8_t *data;
	size_t len;
};

struct node {
	enum node_kind kind;
	struct bytes base; /* what it had before all */
	struct bytes synced;
	struct change *changes;
	size_t change_count;
};

struct entry {
	unsigned dir, node;
	char *name;
};

struct names {
	struct entry *list;
	size_t count;
};

/* Take a name away, give one, or both; the parts that are not used have name NULL. */
struct dir_op {
	struct entry from, to;
	bool synced;
};

struct disk {
	struct node *nodes; /* 0 is the home */
	size_t node_count, base_count;
	struct names base; /* synced before all */
	struct names now;  /* as the running programs see it */
	struct dir_op *ops;
	size_t op_count;
};

/* Of the directory operations that are not synced. */
enum kept_ops { OPS_NONE, OPS_ALL, OPS_ALL_BUT, OPS_ONLY, OPS_UPTO, OPS_KINDS };

/* Of the writes that are not synced. */
enum kept_data {
	DATA_ALL,
	DATA_NONE,
	DATA_ZERO,
	DATA_TORN, /* all but the last half of the last write of each file */
	DATA_LAST, /* the last write of each file; zeros before it */
	DATA_KINDS,
};

struct choice {
	enum kept_ops ops;
	size_t which; /* of those that are not synced */
	enum kept_data data;
};

/* Read a home as it is on the disk now, all synced. */
void disk_load(struct disk *d, const char *dir);

/* As it was loaded. */
void disk_reset(struct disk *d);

/* What the running programs did.  The operation is kept, not copied. */
void disk_apply(struct disk *d, const struct op *op);

/* How many directory operations are not synced. */
size_t disk_open_ops(const struct disk *d);

/* The node a path names now, or -1. */
int disk_find(const struct disk *d, const char *path);

/* The names there are under a choice. */
void disk_names(const struct disk *d, const struct choice *c,
		struct names *out);

/* The bytes of a file under a choice. */
void disk_bytes(const struct node *n, enum kept_data how, struct bytes *out);

/* A sum of all that a choice gives, to see what was tried before. */
uint64_t disk_sum(const struct disk *d, const struct choice *c);

/*
 * Make the home of a choice in dir, which must not exist.  In the files `env`, from is
 * replaced by to, of the same length.
 */
void disk_make(const struct disk *d, const struct choice *c, const char *dir,
	       const char *from, const char *to);

void disk_release(struct disk *d);

#endif
