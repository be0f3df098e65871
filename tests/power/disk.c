/* SPDX-License-Identifier: Apache-2.0 */
#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
die(const char *what, const char *path)
{
	fprintf(stderr, "%s: %s\n", what, path);
	exit(99);
}

static void *
more(void *list, size_t count, size_t size)
{
	void *p = realloc(list, (count + 1) * size);

	if (!p)
		die("no memory", "");
	memset((char *)p + count * size, 0, size);
	return p;
}

static unsigned
add_node(struct disk *d, enum node_kind kind)
{
	d->nodes = more(d->nodes, d->node_count, sizeof(d->nodes[0]));
	d->nodes[d->node_count].kind = kind;
	return (unsigned)d->node_count++;
}

static struct entry *
find_name(const struct names *names, unsigned dir, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->list[i].dir == dir &&
		    !strcmp(names->list[i].name, name))
			return &names->list[i];
	return NULL;
}

static void
take_name(struct names *names, const struct entry *e)
{
	struct entry *found = find_name(names, e->dir, e->name);

	/* another of that name may have come */
	if (found && found->node == e->node)
		*found = names->list[--names->count];
}

static void
give_name(struct names *names, const struct entry *e)
{
	struct entry *found = find_name(names, e->dir, e->name);

	if (found) {
		found->node = e->node;
		return;
	}
	names->list = more(names->list, names->count, sizeof(*e));
	names->list[names->count++] = *e;
}

static void
set_bytes(struct bytes *b, const void *data, size_t len)
{
	uint8_t *copy = malloc(len + 1);

	if (!copy)
		die("no memory", "");
	memcpy(copy, data, len);
	free(b->data);
	*b = (struct bytes){copy, len};
}

/* The inodes met so far, so that hard links are one node. */
struct inodes {
	struct {
		ino_t ino;
		unsigned node;
	} * list;
	size_t count;
};

static unsigned
node_of(struct disk *d, struct inodes *seen, const struct stat *st)
{
	enum node_kind kind = S_ISDIR(st->st_mode)    ? NODE_DIR
			      : S_ISFIFO(st->st_mode) ? NODE_FIFO
						      : NODE_FILE;

	for (size_t i = 0; i < seen->count; i++)
		if (seen->list[i].ino == st->st_ino)
			return seen->list[i].node;
	seen->list = more(seen->list, seen->count, sizeof(seen->list[0]));
	seen->list[seen->count].ino = st->st_ino;
	seen->list[seen->count].node = add_node(d, kind);
	return seen->list[seen->count++].node;
}

static void
load_file(struct node *n, int dir, const char *name)
{
	static uint8_t bytes[1 << 20];
	int fd = openat(dir, name, O_RDONLY);
	ssize_t len = fd < 0 ? -1 : read(fd, bytes, sizeof(bytes));

	if (len < 0)
		die("read", name);
	close(fd);
	set_bytes(&n->base, bytes, (size_t)len);
}

static void
load_dir(struct disk *d, struct inodes *seen, int parent, const char *path,
	 unsigned node)
{
	int fd = openat(parent, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	if (!dir)
		die("open", path);
	while ((e = readdir(dir))) {
		struct entry entry = {.dir = node};
		struct stat st;

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
		    fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		entry.node = node_of(d, seen, &st);
		entry.name = strdup(e->d_name);
		give_name(&d->base, &entry);
		if (S_ISDIR(st.st_mode))
			load_dir(d, seen, fd, e->d_name, entry.node);
		else if (S_ISREG(st.st_mode))
			load_file(&d->nodes[entry.node], fd, e->d_name);
	}
	closedir(dir);
}

/* The node a path names now or -1; its directory and last name in *at. */
static int
look_up(const struct disk *d, const char *path, struct entry *at)
{
	unsigned node = 0;
	char *copy = strdup(path), *next = copy, *part;

	*at = (struct entry){0};
	while ((part = strsep(&next, "/"))) {
		struct entry *found;

		if (!*part || !strcmp(part, "."))
			continue;
		found = find_name(&d->now, node, part);
		at->dir = node;
		at->name = strdup(part);
		if (!found) {
			free(copy);
			return -1;
		}
		node = at->node = found->node;
	}
	free(copy);
	return (int)node;
}

static void
copy_names(const struct names *from, struct names *to)
{
	*to = (struct names){0};
	for (size_t i = 0; i < from->count; i++) {
		to->list = more(to->list, to->count, sizeof(to->list[0]));
		to->list[to->count++] = from->list[i];
	}
}

void
disk_load(struct disk *d, const char *dir)
{
	struct inodes seen = {0};

	*d = (struct disk){0};
	add_node(d, NODE_DIR);
	load_dir(d, &seen, AT_FDCWD, dir, 0);
	free(seen.list);
	d->base_count = d->node_count;
	disk_reset(d);
}

static void
drop_node(struct node *n)
{
	free(n->synced.data);
	free(n->changes);
	n->synced = (struct bytes){0};
	n->changes = NULL;
	n->change_count = 0;
}

void
disk_reset(struct disk *d)
{
	for (size_t i = 0; i < d->node_count; i++)
		drop_node(&d->nodes[i]);
	for (size_t i = 0; i < d->base_count; i++)
		if (d->nodes[i].base.data)
			set_bytes(&d->nodes[i].synced, d->nodes[i].base.data,
				  d->nodes[i].base.len);
	d->node_count = d->base_count;
	d->op_count = 0;
	free(d->now.list);
	copy_names(&d->base, &d->now);
}

int
disk_find(const struct disk *d, const char *path)
{
	struct entry ignored;

	return look_up(d, path, &ignored);
}

static void
add_op(struct disk *d, const struct dir_op *op)
{
	if (op->from.name)
		take_name(&d->now, &op->from);
	if (op->to.name)
		give_name(&d->now, &op->to);
	d->ops = more(d->ops, d->op_count, sizeof(*op));
	d->ops[d->op_count++] = *op;
}

static void
sync_file(struct node *n)
{
	struct bytes all;

	disk_bytes(n, DATA_ALL, &all);
	free(n->synced.data);
	n->synced = all;
	n->change_count = 0;
}

static void
sync_node(struct disk *d, unsigned node)
{
	if (d->nodes[node].kind == NODE_FILE)
		sync_file(&d->nodes[node]);
	for (size_t i = 0; i < d->op_count; i++) {
		struct dir_op *op = &d->ops[i];

		if ((op->from.name && op->from.dir == node) ||
		    (op->to.name && op->to.dir == node))
			op->synced = true;
	}
}

static void
sync_all(struct disk *d)
{
	for (size_t i = 0; i < d->node_count; i++)
		sync_node(d, (unsigned)i);
}

static void
add_change(struct node *n, const struct op *op, const uint8_t *data)
{
	n->changes = more(n->changes, n->change_count, sizeof(n->changes[0]));
	n->changes[n->change_count++] =
		(struct change){op->offset, op->data_len, data};
}

/* A name that was not there, or is given to something else. */
static void
make_name(struct disk *d, const struct op *op, struct entry *at)
{
	struct dir_op done = {0};
	const char *path2 = (const char *)(op + 1) + op->path_len;
	int old;

	switch ((enum op_kind)op->kind) {
	case OP_CREATE:
		at->node = add_node(d, NODE_FILE);
		break;
	case OP_MKDIR:
		at->node = add_node(d, NODE_DIR);
		break;
	case OP_MKFIFO:
		at->node = add_node(d, NODE_FIFO);
		break;
	case OP_RENAME:
	case OP_LINK:
		old = (int)at->node;
		if (op->kind == OP_RENAME)
			done.from = *at;
		look_up(d, path2, at);
		at->node = (unsigned)old;
		break;
	case OP_WRITE:
	case OP_CUT:
	case OP_SYNC:
	case OP_SYNC_ALL:
	case OP_UNLINK:
	case OP_TOLD:
		return;
	}
	done.to = *at;
	add_op(d, &done);
}

void
disk_apply(struct disk *d, const struct op *op)
{
	const char *path = (const char *)(op + 1);
	const uint8_t *data =
		(const uint8_t *)path + op->path_len + op->path2_len;
	struct entry at;
	int node = look_up(d, path, &at);

	switch ((enum op_kind)op->kind) {
	case OP_CREATE:
	case OP_MKDIR:
	case OP_MKFIFO:
	case OP_RENAME:
	case OP_LINK:
		make_name(d, op, &at);
		return;
	case OP_UNLINK:
		add_op(d, &(struct dir_op){.from = at});
		return;
	case OP_WRITE:
	case OP_CUT:
		/* what has no name any more is lost anyway */
		if (node >= 0)
			add_change(&d->nodes[node], op,
				   op->kind == OP_CUT ? NULL : data);
		return;
	case OP_SYNC:
		if (node >= 0)
			sync_node(d, (unsigned)node);
		return;
	case OP_SYNC_ALL:
		sync_all(d);
		return;
	case OP_TOLD:
		return;
	}
}

size_t
disk_open_ops(const struct disk *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->op_count; i++)
		n += !d->ops[i].synced;
	return n;
}

static bool
is_kept(const struct choice *c, size_t which)
{
	switch (c->ops) {
	case OPS_ALL:
		return true;
	case OPS_ALL_BUT:
		return which != c->which;
	case OPS_ONLY:
		return which == c->which;
	case OPS_UPTO:
		return which < c->which;
	case OPS_NONE:
	case OPS_KINDS:
		return false;
	}
	return false;
}

/* A directory that is gone was empty before: what took its names away was done, too. */
static void
empty_first(const struct disk *d, size_t gone, bool *kept)
{
	unsigned dir = d->ops[gone].from.node;

	for (size_t i = 0; i < gone; i++)
		if (d->ops[i].from.name && d->ops[i].from.dir == dir)
			kept[i] = true;
}

static bool
removes_dir(const struct disk *d, const struct dir_op *op)
{
	return op->from.name && !op->to.name &&
	       d->nodes[op->from.node].kind == NODE_DIR;
}

void
disk_names(const struct disk *d, const struct choice *c, struct names *out)
{
	bool *kept = calloc(d->op_count + 1, sizeof(*kept));
	size_t open = 0;

	copy_names(&d->base, out);
	for (size_t i = 0; i < d->op_count; i++)
		kept[i] = d->ops[i].synced || is_kept(c, open++);
	for (size_t i = d->op_count; i-- > 0;)
		if (kept[i] && removes_dir(d, &d->ops[i]))
			empty_first(d, i, kept);
	for (size_t i = 0; i < d->op_count; i++) {
		const struct dir_op *op = &d->ops[i];

		if (kept[i] && op->from.name)
			take_name(out, &op->from);
		if (kept[i] && op->to.name)
			give_name(out, &op->to);
	}
	free(kept);
}

/* Room for len bytes, zero where nothing was. */
static void
stretch(struct bytes *b, size_t len)
{
	if (len <= b->len)
		return;
	b->data = realloc(b->data, len + 1);
	if (!b->data)
		die("no memory", "");
	memset(b->data + b->len, 0, len - b->len);
	b->len = len;
}

static void
apply_change(struct bytes *b, const struct change *c, bool zero, size_t len)
{
	if (!c->data) {
		stretch(b, c->offset);
		b->len = c->offset;
		return;
	}
	stretch(b, c->offset + len);
	if (zero)
		memset(b->data + c->offset, 0, len);
	else
		memcpy(b->data + c->offset, c->data, len);
}

void
disk_bytes(const struct node *n, enum kept_data how, struct bytes *out)
{
	*out = (struct bytes){0};
	set_bytes(out, n->synced.data ? n->synced.data : (const uint8_t *)"",
		  n->synced.len);
	for (size_t i = 0; i < n->change_count && how != DATA_NONE; i++) {
		const struct change *c = &n->changes[i];
		bool last = i + 1 == n->change_count;
		bool zero = how == DATA_ZERO || (how == DATA_LAST && !last);
		size_t len = how == DATA_TORN && last ? c->len / 2 : c->len;

		apply_change(out, c, zero, len);
	}
}

void
disk_release(struct disk *d)
{
	for (size_t i = 0; i < d->node_count; i++)
		drop_node(&d->nodes[i]);
	for (size_t i = 0; i < d->base_count; i++)
		free(d->nodes[i].base.data);
	free(d->nodes);
	free(d->base.list);
	free(d->now.list);
	free(d->ops);
	*d = (struct disk){0};
}
