/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/gc.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"
#include "store/unique.h"

#define MARK "gc" /* its mtime: when a pass last did all */
#define EVERY_MS (10 * 60 * 1000)
#define SWEEP_MS 2000
#define BATCH 64 /* jobs renamed before one sync and their removal */

/* A directory that may go. */
struct candidate {
	uint32_t job;
	bool bad;
	int64_t changed_ms; /* wall clock; of a final job: when it ended */
	uint64_t bytes;	    /* with keep_bytes */
	char *dir;	    /* owned: below the home */
};

struct candidates {
	struct candidate *list;
	size_t count, cap;
	uint64_t bytes; /* of all */
	uint32_t newest; /* the highest number that is there */
};

static void
release(struct candidates *c)
{
	for (size_t i = 0; i < c->count; i++)
		free(c->list[i].dir);
	free(c->list);
}

/* A file that several jobs share counts for a part. */
static uint64_t
tree_bytes(int dirfd, const char *path)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	struct file_info info;
	uint64_t sum;

	if (file_info(dirfd, path, &info) < 0)
		return 0;
	if (!S_ISDIR(info.mode))
		return info.disk / (info.links ? info.links : 1);
	sum = info.disk;
	file_list(dirfd, path, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *below =
			mem_printf("%s/%s", path, names.names[i]);

		sum += tree_bytes(dirfd, below);
	}
	return sum;
}

/* Do one thing with each file and directory of the logs of a job whose directory is dir. */
static uint64_t
each_log(const struct home *home, const char *dir, uint32_t job,
	 uint64_t (*act)(int dirfd, const char *path))
{
	autofree char *logs = capture_logs(home, dir);
	autofree char *tasks = logs_job_path(logs, job);
	autofree char *controller = logs_controller_path(logs, job);
	autofree char *events = mem_printf("%s/managed_job_event/%010u", logs,
					   job);
	autofree char *event = mem_printf("%s.log", events);

	return act(AT_FDCWD, tasks) + act(AT_FDCWD, controller) +
	       act(AT_FDCWD, events) + act(AT_FDCWD, event);
}

static uint64_t
bytes_of(const struct home *home, const struct candidate *c)
{
	return tree_bytes(home->fd, c->dir) +
	       each_log(home, c->dir, c->job, tree_bytes);
}

static void
add(const struct gc *g, struct candidates *all, const char *name, bool bad)
{
	struct candidate c = {.bad = bad};
	autofree char *record = mem_printf("%s/%s/record", bad ? "bad" : "jobs",
					   name);
	autofree char *dir = mem_copy_n(record, strlen(record) - 7);
	struct file_info info;

	c.job = (uint32_t)strtoul(name, NULL, 10);
	if (c.job > all->newest)
		all->newest = c.job;
	if (bad && !g->bad)
		return;
	if (file_info(g->home->fd, record, &info) < 0 &&
	    (!bad || file_info(g->home->fd, dir, &info) < 0))
		return;
	c.changed_ms = info.changed_ms;
	if (g->keep_bytes < 0 && sys_wall_ms() - c.changed_ms <= g->keep_ms)
		return;
	c.dir = dir;
	c.bytes = g->keep_bytes < 0 ? 0 : bytes_of(g->home, &c);
	c.dir = mem_copy(dir);
	all->bytes += c.bytes;
	all->list = mem_grow(all->list, all->count, &all->cap,
			     sizeof(*all->list));
	all->list[all->count++] = c;
}

static int
by_age(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->changed_ms != y->changed_ms)
		return x->changed_ms < y->changed_ms ? -1 : 1;
	return x->job < y->job ? -1 : x->job > y->job;
}

static int
find_candidates(const struct gc *g, struct candidates *all, struct err *e)
{
	autonames struct file_names jobs = FILE_NAMES_INIT;
	autonames struct file_names bad = FILE_NAMES_INIT;

	if (jobs_list(g->home, &jobs, e) < 0 ||
	    file_list(g->home->fd, "bad", &bad, e) < 0)
		return -1;
	for (size_t i = 0; i < jobs.count; i++)
		add(g, all, jobs.names[i], false);
	for (size_t i = 0; i < bad.count; i++)
		add(g, all, bad.names[i], true);
	if (all->count)
		qsort(all->list, all->count, sizeof(*all->list), by_age);
	return 0;
}

/* Whether another job waits for this one: queue/after/DEP.ID. */
static bool
is_waited_for(const struct home *home, uint32_t job)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(home->fd, "queue/after", &names, NULL);
	for (size_t i = 0; i < names.count; i++)
		if (strtoul(names.names[i], NULL, 10) == job)
			return true;
	return false;
}

static bool
may_go(const struct home *home, uint32_t job, struct record *r)
{
	record_release(r);
	return !is_waited_for(home, job) &&
	       jobs_record(home, job, r, NULL) == 0 && jobs_final(home, job, r);
}

/* Return whether it is in gone/ now: out of everybody's sight, but not yet removed. */
static bool
move_away(const struct home *home, const struct candidate *c)
{
	autofree char *to = mem_printf("gone/%s", strchr(c->dir, '/') + 1);
	struct err e;

	if (file_rename(home->fd, c->dir, to, true, &e) == 0)
		return true;
	return e.code == ERR_MISSING &&
	       file_mkdir(home->fd, "gone", true, NULL) == 0 &&
	       file_rename(home->fd, c->dir, to, true, NULL) == 0;
}

/* A final job: looked at, locked, looked at again, for it may have been opened again. */
static bool
take_job(struct gc *g, const struct candidate *c, struct record *r)
{
	autofree char *path = jobs_path(c->job, "controller.pid");
	autoclose int lock = -1;

	if (!may_go(g->home, c->job, r))
		return false;
	if (g->dry_run)
		return true;
	lock = lock_try(g->home->fd, path, 1, NULL);
	if (lock < 0)
		return false;
	if (may_go(g->home, c->job, r) && move_away(g->home, c))
		return true;
	g->in_vain = true;
	return false;
}

/* Return whether it went. */
static bool
take(struct gc *g, struct candidate *c)
{
	struct record r = RECORD_INIT;
	struct gc_job told = {.job = c->job, .name = "",
			      .ended_ms = c->changed_ms};
	bool gone;

	if (g->keep_bytes < 0)
		c->bytes = bytes_of(g->home, c);
	if (c->bad)
		gone = g->dry_run || move_away(g->home, c);
	else
		gone = take_job(g, c, &r);
	if (gone) {
		g->jobs++;
		g->bytes += c->bytes;
		told.bytes = c->bytes;
		if (!c->bad) {
			told.name = r.name;
			told.status = r.status;
			told.ended_ms = r.ended_ms;
		}
		if (g->tell)
			g->tell(g->arg, &told);
	}
	record_release(&r);
	return gone;
}

/* After a power loss no job must be back whose logs were removed. */
static void
finish(const struct home *home)
{
	file_sync_dir(home->fd, "gone", NULL);
	file_sync_dir(home->fd, "jobs", NULL);
	gc_clear(home);
}

static bool
is_late(const struct gc *g)
{
	return g->until_boot_ms && sys_boot_ms() >= g->until_boot_ms;
}

int
gc_run(struct gc *g, struct err *e)
{
	struct candidates all = {.list = NULL};
	int64_t now = sys_wall_ms();
	unsigned batch = 0;
	int done = find_candidates(g, &all, e);

	for (size_t i = 0; done == 0 && i < all.count && !g->left; i++) {
		struct candidate *c = &all.list[i];
		bool old = g->keep_ms >= 0 && now - c->changed_ms > g->keep_ms;
		bool over = g->keep_bytes >= 0 &&
			    all.bytes > (uint64_t)g->keep_bytes;

		if (!old && !over)
			break; /* those that follow are younger */
		if (c->job == all.newest || !take(g, c))
			continue;
		all.bytes -= c->bytes;
		if (g->dry_run || ++batch < BATCH)
			continue;
		batch = 0;
		finish(g->home);
		g->left = is_late(g);
	}
	if (batch)
		finish(g->home);
	if (!g->dry_run)
		unique_prune(g->home);
	release(&all);
	return done;
}

static uint64_t
remove_path(int dirfd, const char *path)
{
	file_remove_tree(dirfd, path);
	return 0;
}

void
gc_clear(const struct home *home)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(home->fd, "gone", &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *dir = mem_printf("gone/%s", names.names[i]);
		uint32_t job = (uint32_t)strtoul(names.names[i], NULL, 10);
		autofree char *again = jobs_path(job, NULL);

		/* its env says where its logs are, so that goes last */
		if (job && !file_exists(home->fd, again))
			each_log(home, dir, job, remove_path);
		file_remove_tree(home->fd, dir);
	}
}

bool
gc_sweep(struct home *home, struct buf *report)
{
	struct gc g = {
		.home = home,
		.keep_ms = home->config.keep_ms,
		.keep_bytes = home->config.keep_bytes,
		.until_boot_ms = sys_boot_ms() + SWEEP_MS,
	};
	struct file_info mark;
	char bytes[32];
	int64_t age = EVERY_MS;
	struct err e;

	gc_clear(home);
	if (g.keep_ms < 0 && g.keep_bytes < 0)
		return false;
	if (file_info(home->fd, MARK, &mark) == 0)
		age = sys_wall_ms() - mark.changed_ms;
	if (age >= 0 && age < EVERY_MS)
		return false;
	if (gc_run(&g, &e) < 0)
		buf_printf(report, "gc: %s\n", e.text);
	if (g.jobs)
		buf_printf(report, "gc: %llu job%s that had ended %s removed, "
				   "%s\n",
			   (unsigned long long)g.jobs, g.jobs == 1 ? "" : "s",
			   g.jobs == 1 ? "is" : "are",
			   text_bytes(g.bytes, bytes, sizeof(bytes)));
	if (!g.left) {
		file_unlink(home->fd, MARK, NULL);
		file_touch(home->fd, MARK, NULL);
	}
	return g.in_vain;
}
