/* SPDX-License-Identifier: Apache-2.0 */
#include "store/pause.h"

#include "base/mem.h"
#include "os/file.h"
#include "store/queue.h"

/* The directory that holds the file.  The caller frees it. */
static char *
dir_of(const char *pool)
{
	return pool ? mem_printf("queue/pool/%s", pool) : mem_copy("queue");
}

int
pause_set(const struct home *home, const char *pool, struct err *e)
{
	autofree char *dir = dir_of(pool);
	autofree char *path = mem_printf("%s/paused", dir);

	if ((pool && queue_pool(home, pool, e) < 0) ||
	    file_touch(home->fd, path, e) < 0)
		return -1;
	return file_sync_dir(home->fd, dir, e);
}

int
pause_clear(const struct home *home, const char *pool, struct err *e)
{
	autofree char *dir = dir_of(pool);
	autofree char *path = mem_printf("%s/paused", dir);
	int gone = file_unlink(home->fd, path, e);

	if (gone != 0)
		return gone;
	return file_sync_dir(home->fd, dir, e);
}

int64_t
pause_since(const struct home *home, const char *pool)
{
	autofree char *dir = dir_of(pool);
	autofree char *path = mem_printf("%s/paused", dir);
	struct file_info info;

	return file_info(home->fd, path, &info) == 0 ? info.changed_ms : 0;
}
