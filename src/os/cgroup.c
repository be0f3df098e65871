/* SPDX-License-Identifier: Apache-2.0 */
#include "os/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

#define TEXT_MAX (1u << 20)
#define DEPTH_MAX 8	  /* of groups that a task made below its own */
#define REMOVE_TRIES 50	  /* of a millisecond: who was killed is a moment in going */
#define CPU_PERIOD 100000 /* microseconds */
#define CPU_QUOTA_MIN 1000

static const char *const controllers[CGROUP_LIMIT_COUNT] = {
	[CGROUP_CPU] = "cpu",
	[CGROUP_MEMORY] = "memory",
};

static int
get(const char *dir, const char *name, struct buf *out)
{
	autofree char *path = mem_printf("%s/%s", dir, name);

	return file_read(AT_FDCWD, path, 0, TEXT_MAX, out, NULL);
}

static int
put(const char *dir, const char *name, const char *text)
{
	autofree char *path = mem_printf("%s/%s", dir, name);
	autoclose int fd = sys_open(AT_FDCWD, path, O_WRONLY, 0);

	if (fd < 0)
		return -1;
	return sys_write(fd, text, strlen(text)) < 0 ? -1 : 0;
}

/* Whether a word is among those of a file, which are apart by blanks. */
static bool
has_word(const char *dir, const char *name, const char *word)
{
	autobuf struct buf text = BUF_INIT;
	char *rest, *one;

	if (get(dir, name, &text) < 0)
		return false;
	buf_putc(&text, '\0');
	rest = text.data;
	while ((one = strsep(&rest, " \n")))
		if (!strcmp(one, word))
			return true;
	return false;
}

/* The line of a file that starts so, without that; NULL if there is none. */
static char *
line_after(const char *path, const char *start)
{
	autobuf struct buf text = BUF_INIT;
	const char *at;

	if (file_read(AT_FDCWD, path, 0, TEXT_MAX, &text, NULL) < 0)
		return NULL;
	at = buf_text(&text);
	while (strncmp(at, start, strlen(start)) != 0) {
		at = strchr(at, '\n');
		if (!at)
			return NULL;
		at++;
	}
	at += strlen(start);
	return mem_copy_n(at, strcspn(at, "\n"));
}

/* Where the groups are mounted, and which of them is at the top there. */
static int
find_mount(char *point, char *root, size_t size)
{
	autobuf struct buf text = BUF_INIT;
	char *rest, *line;

	if (file_read(AT_FDCWD, "/proc/self/mountinfo", 0, TEXT_MAX, &text,
		      NULL) < 0)
		return -1;
	buf_putc(&text, '\0');
	rest = text.data;
	while ((line = strsep(&rest, "\n"))) {
		const char *words[5];
		size_t count = 0;

		if (!strstr(line, " - cgroup2 "))
			continue;
		while (count < 5 && (words[count] = strsep(&line, " ")))
			count++;
		if (count < 5 || strlen(words[3]) >= size ||
		    strlen(words[4]) >= size)
			continue;
		snprintf(root, size, "%s", words[3]);
		snprintf(point, size, "%s", words[4]);
		return 0;
	}
	return -1;
}

/* Our own group, and the mount point, which is the uppermost one to look at. */
static int
find_own(char *own, char *top, struct err *e)
{
	autofree char *path = line_after("/proc/self/cgroup", "0::");
	char root[CGROUP_PATH_SIZE];
	size_t skip;
	int n;

	if (!path || find_mount(top, root, sizeof(root)) < 0)
		return err_set(e, ERR_MISSING,
			       "there are no control groups of version 2");
	skip = strcmp(root, "/") != 0 ? strlen(root) : 0;
	if (strncmp(path, root, skip) != 0 || strstr(path, "/.."))
		return err_set(e, ERR_MISSING,
			       "the control group %.80s is not mounted here",
			       path);
	n = snprintf(own, CGROUP_PATH_SIZE, "%s%s", top,
		     strcmp(path + skip, "/") != 0 ? path + skip : "");
	return n < CGROUP_PATH_SIZE
		       ? 0
		       : err_set(e, ERR_MISSING,
				 "the path of its control group is too long");
}

static bool
is_writable(const char *dir)
{
	autofree char *procs = mem_printf("%s/cgroup.procs", dir);

	return file_writable(AT_FDCWD, dir) == 0 &&
	       file_writable(AT_FDCWD, procs) == 0;
}

/* A group that has processes gives no limits to those below, but for the one at the root. */
static bool
may_give(const char *dir, enum cgroup_limit limit)
{
	autofree char *type = mem_printf("%s/cgroup.type", dir);
	autobuf struct buf procs = BUF_INIT;

	if (has_word(dir, "cgroup.subtree_control", controllers[limit]))
		return true;
	if (!has_word(dir, "cgroup.controllers", controllers[limit]))
		return false;
	return !file_exists(AT_FDCWD, type) ||
	       (get(dir, "cgroup.procs", &procs) == 0 && procs.len == 0);
}

/* What dir gives.  Return how many limits. */
static int
look_at(const char *dir, struct cgroup_place *out)
{
	int count = 0;

	snprintf(out->path, sizeof(out->path), "%s", dir);
	for (int i = 0; i < CGROUP_LIMIT_COUNT; i++)
		count += out->gives[i] = may_give(dir, (enum cgroup_limit)i);
	return count;
}

int
cgroup_find(const char *not, struct cgroup_place *out, struct err *e)
{
	char dir[CGROUP_PATH_SIZE], top[CGROUP_PATH_SIZE];
	struct cgroup_place one;
	int most = -1;

	if (find_own(dir, top, e) < 0)
		return -1;
	while (is_writable(dir)) {
		bool passed = !strncmp(strrchr(dir, '/') + 1, not, strlen(not));
		int gives = passed ? -1 : look_at(dir, &one);

		if (gives > most) {
			most = gives;
			*out = one;
		}
		if (most == CGROUP_LIMIT_COUNT || strlen(dir) <= strlen(top))
			break;
		*strrchr(dir, '/') = '\0';
	}
	return most >= 0 ? 0
			 : err_set(e, ERR_REFUSED,
				   "the control group %s is not writable", dir);
}

int
cgroup_make(const char *path, struct err *e)
{
	return file_mkdir(AT_FDCWD, path, true, e);
}

/* The group above lets those below have a limit. */
static int
give(const char *path, enum cgroup_limit limit)
{
	autofree char *above = mem_copy_n(path, (size_t)(strrchr(path, '/') - path));
	autofree char *word = mem_printf("+%s", controllers[limit]);

	if (has_word(path, "cgroup.controllers", controllers[limit]))
		return 0;
	return put(above, "cgroup.subtree_control", word);
}

int
cgroup_set(const char *path, enum cgroup_limit limit, uint64_t amount,
	   struct err *e)
{
	uint64_t quota = amount * (CPU_PERIOD / 1000);
	char text[48];
	int done = give(path, limit);

	if (done < 0)
		return err_sys(e, "the control group above gives no %s",
			       controllers[limit]);
	switch (limit) {
	case CGROUP_CPU:
		snprintf(text, sizeof(text), "%llu %d",
			 (unsigned long long)(quota > CPU_QUOTA_MIN
						      ? quota
						      : CPU_QUOTA_MIN),
			 CPU_PERIOD);
		done = put(path, "cpu.max", text);
		break;
	case CGROUP_MEMORY:
		snprintf(text, sizeof(text), "%llu",
			 (unsigned long long)amount);
		done = put(path, "memory.max", text);
		/* not all kernels have these */
		put(path, "memory.swap.max", "0");
		put(path, "memory.oom.group", "1");
		break;
	case CGROUP_LIMIT_COUNT:
		break;
	}
	return done < 0 ? err_sys(e, "set the limit of %s",
				  controllers[limit])
			: 0;
}

int
cgroup_enter(const char *path)
{
	return put(path, "cgroup.procs", "0");
}

static int
add_pids(const char *dir, struct pids *out)
{
	autobuf struct buf text = BUF_INIT;
	const char *at;
	char *end;

	if (get(dir, "cgroup.procs", &text) < 0)
		return -1;
	for (at = buf_text(&text); *at; at = *end ? end + 1 : end) {
		long pid = strtol(at, &end, 10);

		if (pid > 0)
			pids_add(out, (pid_t)pid);
	}
	return 0;
}

/* Call see for each group below, the lowest first. */
static void
each_below(const char *path, int depth,
	   void (*see)(const char *path, struct pids *out), struct pids *out)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	if (depth >= DEPTH_MAX || file_list(AT_FDCWD, path, &names, NULL) < 0)
		return;
	for (size_t i = 0; i < names.count; i++) {
		autofree char *below = mem_printf("%s/%s", path, names.names[i]);
		autofree char *procs = mem_printf("%s/cgroup.procs", below);

		if (!file_exists(AT_FDCWD, procs))
			continue;
		each_below(below, depth + 1, see, out);
		see(below, out);
	}
}

static void
see_pids(const char *path, struct pids *out)
{
	add_pids(path, out);
}

int
cgroup_pids(const char *path, struct pids *out)
{
	if (add_pids(path, out) < 0)
		return -1;
	each_below(path, 0, see_pids, out);
	return 0;
}

int
cgroup_kill(const char *path)
{
	return put(path, "cgroup.kill", "1");
}

static void
see_remove(const char *path, struct pids *out)
{
	(void)out;
	file_rmdir(AT_FDCWD, path);
}

bool
cgroup_remove(const char *path)
{
	autopids struct pids in = PIDS_INIT;

	for (int i = 0; i < REMOVE_TRIES; i++) {
		if (file_rmdir(AT_FDCWD, path) || errno == ENOENT)
			return true;
		if (errno != EBUSY || cgroup_pids(path, &in) < 0 || in.count)
			return false;
		each_below(path, 0, see_remove, NULL);
		sys_sleep_ms(1);
	}
	return false;
}
