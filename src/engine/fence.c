/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "os/file.h"
#include "store/queue.h"

#define FENCE "mj-task-" /* an mj that runs in one makes none in it */

static const struct {
	enum need_kind need;
	enum cgroup_limit limit;
} limits[] = {
	{NEED_CPUS, CGROUP_CPU},
	{NEED_MEMORY, CGROUP_MEMORY},
};
#define LIMITS (sizeof(limits) / sizeof(limits[0]))

/* What of a need no group here gives, as "cpus and memory: …". */
static void
say_lacks(const struct cgroup_place *place, const struct need *need, char *out,
	  size_t size)
{
	char words[40] = "";
	size_t len = 0, count = 0;

	for (size_t i = 0; i < LIMITS; i++) {
		if (!need->amount[limits[i].need] ||
		    place->gives[limits[i].limit])
			continue;
		len += (size_t)snprintf(words + len, sizeof(words) - len,
					"%s%s", count ? " and " : "",
					need_name(limits[i].need));
		count++;
	}
	if (count)
		snprintf(out, size, "%s: no control group here gives %s", words,
			 count > 1 ? "them" : "it");
}

const char *
fence_lacks(const struct need *need, char *out, size_t size)
{
	static const struct need all = {
		.amount = {[NEED_CPUS] = 1, [NEED_MEMORY] = 1}};
	struct cgroup_place place;
	struct err e;

	*out = '\0';
	if (cgroup_find(FENCE, &place, &e) < 0)
		snprintf(out, size, "%s", e.text);
	else
		say_lacks(&place, need ? need : &all, out, size);
	return out;
}

static void
set_limits(struct fence *f, const struct cgroup_place *place,
	   const struct need *need)
{
	struct err e;

	say_lacks(place, need, f->lacks, sizeof(f->lacks));
	for (size_t i = 0; i < LIMITS; i++)
		if (need->amount[limits[i].need] &&
		    place->gives[limits[i].limit] &&
		    cgroup_set(f->path, limits[i].limit,
			       need->amount[limits[i].need], &e) < 0)
			snprintf(f->lacks, sizeof(f->lacks), "%s: %.100s",
				 need_name(limits[i].need), e.text);
}

/* The path of an attempt's, in out[CGROUP_PATH_SIZE].  Return 0, or -1 if it is too long. */
static int
fence_path(const struct cgroup_place *place, const struct home *home,
	   uint32_t job, const char *task, unsigned attempt, char *out)
{
	int n = snprintf(out, CGROUP_PATH_SIZE, "%s/" FENCE "%s-%u-%u-%s",
			 place->path, home->id, job, attempt, task);

	if (n < CGROUP_PATH_SIZE)
		return 0;
	*out = '\0';
	return -1;
}

void
fence_raise(struct fence *f, const struct home *home, uint32_t job,
	    const char *task, unsigned attempt, const struct need *need)
{
	struct cgroup_place place;
	struct err e;

	*f = (struct fence){.path = ""};
	if (cgroup_find(FENCE, &place, &e) < 0) {
		snprintf(f->lacks, sizeof(f->lacks), "%.110s", e.text);
		return;
	}
	if (fence_path(&place, home, job, task, attempt, f->path) < 0)
		snprintf(f->lacks, sizeof(f->lacks),
			 "the path of a control group would be too long");
	else if (cgroup_make(f->path, &e) < 0)
		snprintf(f->lacks, sizeof(f->lacks), "%.110s", e.text);
	else
		set_limits(f, &place, need);
	if (!file_exists(AT_FDCWD, f->path))
		f->path[0] = '\0';
}

void
fence_enter(struct fence *f)
{
	if (!f->path[0] || cgroup_enter(f->path) == 0)
		return;
	snprintf(f->lacks, sizeof(f->lacks),
		 "it cannot enter a control group: %s", err_words(errno));
	f->path[0] = '\0';
}

void
fence_drop(const char *path)
{
	if (path[0])
		cgroup_remove(path);
}

void
fence_drop_of(const struct home *home, uint32_t job, const char *task,
	      unsigned attempt)
{
	struct cgroup_place place;
	char path[CGROUP_PATH_SIZE];

	if (cgroup_find(FENCE, &place, NULL) == 0 &&
	    fence_path(&place, home, job, task, attempt, path) == 0)
		fence_drop(path);
}

void
fence_sweep(const struct home *home, struct buf *report)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	autofree char *start = mem_printf(FENCE "%s-", home->id);
	struct cgroup_place place;
	bool wanted = false;

	for (size_t i = 0; i < home->config.pool_count; i++)
		wanted |= home->config.pools[i].enforce;
	if (!wanted || cgroup_find(FENCE, &place, NULL) < 0 ||
	    file_list(AT_FDCWD, place.path, &names, NULL) < 0)
		return;
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.names[i];
		autofree char *path = mem_printf("%s/%s", place.path, name);
		uint32_t job;

		if (strncmp(name, start, strlen(start)) != 0)
			continue;
		job = (uint32_t)strtoul(name + strlen(start), NULL, 10);
		if (queue_alive(home, job) || errno != ENOENT ||
		    !cgroup_remove(path))
			continue;
		buf_printf(report, "job %u: its control group %s is removed\n",
			   job, name);
	}
}
