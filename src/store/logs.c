/* SPDX-License-Identifier: Apache-2.0 */
#include "store/logs.h"

#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

char *
logs_controller_path(const char *logs, uint32_t job)
{
	return mem_printf("%s/jobs_controller/%010u.log", logs, job);
}

char *
logs_task_path(const char *logs, uint32_t job, const char *task,
	       unsigned attempt)
{
	return logs_kind_path(logs, job, task, attempt, LOG_OUTPUT);
}

char *
logs_kind_path(const char *logs, uint32_t job, const char *task,
	       unsigned attempt, enum log_kind kind)
{
	return mem_printf("%s/managed_jobs/%010u/%s.%u.%s", logs, job, task,
			  attempt, kind == LOG_ERRORS ? "err" : "log");
}

char *
logs_launch_path(const char *logs, uint32_t job, const char *task,
		 unsigned attempt)
{
	return mem_printf("%s/managed_jobs/%010u/%s.%u.launch.log", logs, job,
			  task, attempt);
}

char *
logs_job_path(const char *logs, uint32_t job)
{
	return mem_printf("%s/managed_jobs/%010u", logs, job);
}

char *
logs_events_path(const char *logs, uint32_t job)
{
	return mem_printf("%s/managed_job_event/%010u.log", logs, job);
}

/* Open path; when its directory is missing, make that first. */
static int
open_making_dir(const char *path, int flags, struct err *e)
{
	int fd = sys_open(AT_FDCWD, path, flags | O_CREAT | O_NOFOLLOW, 0600);
	autofree char *dir = NULL;

	if (fd >= 0)
		return fd;
	dir = mem_copy_n(path, (size_t)(strrchr(path, '/') - path));
	if (file_mkdirs(dir, e) < 0)
		return -1;
	fd = sys_open(AT_FDCWD, path, flags | O_CREAT | O_NOFOLLOW, 0600);
	return fd < 0 ? err_sys(e, "open the log %s", path) : fd;
}

int
logs_open_events(const char *logs, uint32_t job, struct err *e)
{
	autofree char *path = logs_events_path(logs, job);

	return open_making_dir(path, O_WRONLY | O_APPEND, e);
}

int
logs_open_controller(const char *logs, uint32_t job, struct err *e)
{
	autofree char *path = logs_controller_path(logs, job);

	return open_making_dir(path, O_WRONLY | O_APPEND, e);
}

int
logs_open(const char *path, struct err *e)
{
	return open_making_dir(path, O_WRONLY, e);
}

int
logs_open_launch(const char *path, struct err *e)
{
	return open_making_dir(path, O_WRONLY | O_APPEND, e);
}
