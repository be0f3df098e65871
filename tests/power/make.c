/* SPDX-License-Identifier: Apache-2.0 */
/* The part of disk.h that makes a home from what may be left of it. */
#include "disk.h"

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

/* FNV-1a */
static uint64_t
sum_up(uint64_t sum, const void *bytes, size_t len)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ p[i]) * 1099511628211u;
	return sum;
}

/* Whether the directory can be reached from the home. */
static bool
is_reached(const struct names *names, unsigned dir)
{
	for (int depth = 0; dir != 0 && depth < 20; depth++) {
		size_t i = 0;

		while (i < names->count && names->list[i].node != dir)
			i++;
		if (i == names->count)
			return false;
		dir = names->list[i].dir;
	}
	return dir == 0;
}

uint64_t
disk_sum(const struct disk *d, const struct choice *c)
{
	struct names names;
	uint64_t total = 0;

	disk_names(d, c, &names);
	for (size_t i = 0; i < names.count; i++) {
		const struct entry *e = &names.list[i];
		struct bytes bytes;
		uint64_t sum = 1469598103934665603u;

		if (!is_reached(&names, e->dir))
			continue;
		disk_bytes(&d->nodes[e->node], c->data, &bytes);
		sum = sum_up(sum, &e->dir, sizeof(e->dir));
		sum = sum_up(sum, &e->node, sizeof(e->node));
		sum = sum_up(sum, e->name, strlen(e->name));
		total += sum_up(sum, bytes.data, bytes.len);
		free(bytes.data);
	}
	free(names.list);
	return total;
}

static void
replace(struct bytes *b, const char *from, const char *to)
{
	size_t len = strlen(from);

	for (size_t i = 0; i + len <= b->len; i++)
		if (!memcmp(b->data + i, from, len))
			memcpy(b->data + i, to, len);
}

struct making {
	const struct disk *d;
	const struct choice *c;
	struct names names;
	const char *from, *to;
	char **made; /* of each node the path it was made at */
};

static void
make_file(const struct making *m, const struct entry *e, const char *path)
{
	struct bytes bytes;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);

	disk_bytes(&m->d->nodes[e->node], m->c->data, &bytes);
	if (!strcmp(e->name, "env"))
		replace(&bytes, m->from, m->to);
	if (fd < 0 || write(fd, bytes.data, bytes.len) != (ssize_t)bytes.len)
		die("write", path);
	/* marks are times, and are lost */
	if (!strcmp(e->name, "wake") || !strcmp(e->name, ".wanted"))
		futimens(fd, (struct timespec[2]){{0, 0}, {0, 0}});
	close(fd);
	free(bytes.data);
}

static void
make_entries(struct making *m, unsigned dir, const char *path)
{
	for (size_t i = 0; i < m->names.count; i++) {
		const struct entry *e = &m->names.list[i];
		enum node_kind kind = m->d->nodes[e->node].kind;
		char below[500];

		if (e->dir != dir)
			continue;
		snprintf(below, sizeof(below), "%.400s/%.90s", path, e->name);
		if (m->made[e->node]) {
			/* a directory has one name: the second one is lost */
			if (kind != NODE_DIR &&
			    link(m->made[e->node], below) < 0)
				die("link", below);
			continue;
		}
		m->made[e->node] = strdup(below);
		if (kind == NODE_DIR) {
			if (mkdir(below, 0700) < 0)
				die("make", below);
			make_entries(m, e->node, below);
		} else if (kind == NODE_FIFO) {
			if (mkfifo(below, 0600) < 0)
				die("make", below);
		} else {
			make_file(m, e, below);
		}
	}
}

void
disk_make(const struct disk *d, const struct choice *c, const char *dir,
	  const char *from, const char *to)
{
	struct making m = {.d = d, .c = c, .from = from, .to = to};

	m.made = calloc(d->node_count, sizeof(char *));
	if (!m.made || mkdir(dir, 0700) < 0)
		die("make", dir);
	disk_names(d, c, &m.names);
	make_entries(&m, 0, dir);
	for (size_t i = 0; i < d->node_count; i++)
		free(m.made[i]);
	free(m.made);
	free(m.names.list);
}
