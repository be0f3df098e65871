/* SPDX-License-Identifier: Apache-2.0 */
#include "store/suspended.h"

#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "store/jobs.h"

static char *
path_of(uint32_t job, const char *task)
{
	return mem_printf("jobs/%010u/suspend%s%s", job, task ? "." : "",
			  task ? task : "");
}

int
suspended_ask(const struct home *home, uint32_t job, const char *task,
	      struct err *e)
{
	autofree char *path = path_of(job, task);
	autofree char *dir = jobs_path(job, NULL);

	if (file_touch(home->fd, path, e) < 0)
		return -1;
	return file_sync_dir(home->fd, dir, e);
}

/*
 * Before a request goes: if whoever takes it back is killed before he could tell the
 * controller of it, a pass finds this and tells it.
 */
static int
mark_end(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *path = jobs_path(job, "continue");

	return file_touch(home->fd, path, e);
}

/* Remove every request of the job.  Return as suspended_end, before the sync. */
static int
remove_all(const struct home *home, uint32_t job, struct err *e)
{
	autofree char *dir = jobs_path(job, NULL);
	autonames struct file_names names = FILE_NAMES_INIT;
	int done = 1;

	if (file_list(home->fd, dir, &names, e) < 0)
		return -1;
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("%s/%s", dir, names.names[i]);

		if (strcmp(names.names[i], "suspend") != 0 &&
		    strncmp(names.names[i], "suspend.", 8) != 0)
			continue;
		if (mark_end(home, job, e) < 0 ||
		    file_unlink(home->fd, path, e) < 0)
			return -1;
		done = 0;
	}
	return done;
}

int
suspended_end(const struct home *home, uint32_t job, const char *task,
	      struct err *e)
{
	autofree char *path = path_of(job, task);
	autofree char *dir = jobs_path(job, NULL);
	int done = 1;

	if (!task)
		done = remove_all(home, job, e);
	else if (file_exists(home->fd, path))
		done = mark_end(home, job, e) < 0
			       ? -1
			       : file_unlink(home->fd, path, e);
	return done != 0 ? done : file_sync_dir(home->fd, dir, e);
}

bool
suspended_untold(const struct home *home, uint32_t job)
{
	autofree char *path = jobs_path(job, "continue");

	return file_exists(home->fd, path) || suspended_since(home, job, NULL);
}

void
suspended_told(const struct home *home, uint32_t job)
{
	autofree char *path = jobs_path(job, "continue");

	if (file_exists(home->fd, path))
		file_unlink(home->fd, path, NULL);
}

int64_t
suspended_since(const struct home *home, uint32_t job, const char *task)
{
	autofree char *path = path_of(job, task);
	struct file_info info;

	return file_info(home->fd, path, &info) == 0 ? info.changed_ms : 0;
}

bool
suspended_task(const struct home *home, uint32_t job, const char *task)
{
	return suspended_since(home, job, NULL) ||
	       suspended_since(home, job, task);
}
