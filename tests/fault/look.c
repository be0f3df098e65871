/* SPDX-License-Identifier: Apache-2.0 */
/* The part of world.h that reads what mj leaves in its files. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "world.h"

char *
world_read(const struct world *w, const char *fmt, ...)
{
	char name[200], path[400];
	char *text = calloc(1, 65536);
	size_t len = 0, n;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	vsnprintf(name, sizeof(name), fmt, ap);
	va_end(ap);
	fd = open(world_path(w, path, "%s", name), O_RDONLY | O_NONBLOCK);
	while (fd >= 0 && len < 65535 &&
	       (ssize_t)(n = (size_t)read(fd, text + len, 65535 - len)) > 0)
		len += n;
	if (fd >= 0)
		close(fd);
	for (size_t i = 0; i < len; i++)
		if (!text[i])
			text[i] = '\n'; /* zeros that a power loss left */
	return text;
}

void
world_write(const struct world *w, const char *name, const char *text)
{
	char path[400];
	FILE *f = fopen(world_path(w, path, "%s", name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0) {
		perror(path);
		exit(99);
	}
}

bool
is_final(const char *status)
{
	return !strcmp(status, "SUCCEEDED") || !strcmp(status, "CANCELLED") ||
	       !strncmp(status, "FAILED", 6);
}

unsigned
count_lines(const char *text, const char *start)
{
	size_t len = strlen(start);
	unsigned n = 0;

	for (const char *p = text; p && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		n += !strncmp(p, start, len) && strchr(" \n", p[len]);
	}
	return n;
}

/* A line of a block: a key and its value. */
static void
take_line(struct job_facts *f, const char *section, char *line)
{
	char *value = strstr(line, " = ");

	if (!value)
		return;
	*value = '\0';
	value += 3;
	if (!strcmp(line, "attempt") && !strncmp(section, "[task ", 6) &&
	    (unsigned)atoi(value) > f->attempts)
		f->attempts = (unsigned)atoi(value);
	if (strcmp(section, "[job]") != 0)
		return;
	if (!strcmp(line, "status")) {
		if (is_final(value) && strcmp(f->status, value) != 0)
			f->finals++;
		snprintf(f->status, sizeof(f->status), "%s", value);
	} else if (!strcmp(line, "reason")) {
		snprintf(f->reason, sizeof(f->reason), "%s", value);
	}
}

void
world_job(const struct world *w, unsigned job, struct job_facts *f)
{
	char path[400], section[80] = "";
	char *text = world_read(w, "home/jobs/%010u/record", job);
	char *next = text, *line;

	*f = (struct job_facts){0};
	f->there =
		access(world_path(w, path, "home/jobs/%010u", job), F_OK) == 0;
	while ((line = strsep(&next, "\n")))
		if (*line == '[')
			snprintf(section, sizeof(section), "%s", line);
		else
			take_line(f, section, line);
	free(text);
}

pid_t
world_pid(const struct world *w, unsigned job, const char *file)
{
	char *text = world_read(w, "home/jobs/%010u/%s", job, file);
	pid_t pid = (pid_t)atoi(text);

	free(text);
	return pid;
}

/* What nftw has no argument for. */
static struct {
	char *text;
	size_t used;
	uint64_t sum;
} walk;

static int
add_entry(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	const char *name = path + ftw->base;

	(void)st;
	/* what lies below a name with a dot was never put in its place */
	if (kind == FTW_F && *name != '.' &&
	    !strstr(strstr(path, "queue/"), "/.") && walk.used < 60000)
		walk.used += (size_t)sprintf(walk.text + walk.used, "%.200s\n",
					     strstr(path, "queue/"));
	return 0;
}

char *
world_owed(const struct world *w)
{
	char path[400];

	walk.text = calloc(1, 65536);
	walk.used = 0;
	nftw(world_path(w, path, "home/queue"), add_entry, 16, FTW_PHYS);
	return walk.text;
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

static int
add_file(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	uint64_t sum = sum_up(1469598103934665603u, path, strlen(path));
	char bytes[4096];
	ssize_t n = 0;
	int fd = -1;

	(void)ftw;
	if (kind == FTW_F && S_ISREG(st->st_mode)) {
		sum = sum_up(sum, &st->st_mtim, sizeof(st->st_mtim));
		fd = open(path, O_RDONLY);
	}
	while (fd >= 0 && (n = read(fd, bytes, sizeof(bytes))) > 0)
		sum = sum_up(sum, bytes, (size_t)n);
	if (fd >= 0)
		close(fd);
	walk.sum += sum; /* in whatever order they are listed */
	return 0;
}

uint64_t
world_sum(const struct world *w)
{
	char path[400];

	walk.sum = 0;
	nftw(world_path(w, path, "home"), add_file, 16, FTW_PHYS);
	return walk.sum;
}
