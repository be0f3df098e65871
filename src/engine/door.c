/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/door.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "engine/say.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"

#define RETRY_MS 1000 /* no descriptor or no room: again after this */
#define LOG_TRIES 5

/* What is no FIFO is of no use: a file is readable for ever, a directory never opens. */
static int
try_ctl(const struct home *home, const char *path)
{
	struct file_info info;
	int fd;

	if (file_info(home->fd, path, &info) == 0 && !S_ISFIFO(info.mode))
		file_remove_tree(home->fd, path);
	fd = sys_open(home->fd, path, O_RDWR | O_NONBLOCK | O_NOFOLLOW, 0);
	if (fd >= 0 && file_info_fd(fd, &info) == 0 && S_ISFIFO(info.mode))
		return fd;
	sys_close(&fd);
	return -1;
}

void
door_ctl(struct live *l)
{
	autofree char *path = jobs_path(l->job, "ctl");

	/* Without it nobody can poke us: wait for a descriptor, or room for the FIFO. */
	while ((l->ctl = try_ctl(l->home, path)) < 0)
		if (file_mkfifo(l->home->fd, path, NULL) < 0)
			sys_sleep_ms(RETRY_MS);
}

void
door_log(struct live *l)
{
	struct capture capture = CAPTURE_INIT;
	struct err e = {0};
	autoclose int fd = -1;

	if (capture_read(l->home, l->job, &capture, &e) == 0)
		l->logs = mem_copy(capture.logs);
	else
		l->logs = mem_copy(l->home->logs);
	capture_release(&capture);
	fd = logs_open_controller(l->logs, l->job, NULL);
	for (int i = 0; fd >= 0 && sys_stdio(fd) < 0 && i < LOG_TRIES; i++)
		sys_sleep_ms(RETRY_MS);
	if (e.code)
		say("%s", e.text);
}
