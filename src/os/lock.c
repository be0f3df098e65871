/* SPDX-License-Identifier: Apache-2.0 */
#include "os/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "os/file.h"
#include "os/sys.h"

/* O_RDWR, as NFS wants for an exclusive lock; a directory can only be read. */
static int
open_for_lock(int dirfd, const char *path, int create)
{
	int fd = sys_open(dirfd, path, O_RDWR | O_NOFOLLOW | (create ? O_CREAT : 0),
			  0600);

	if (fd < 0 && errno == EISDIR)
		fd = sys_open(dirfd, path, O_RDONLY | O_DIRECTORY, 0);
	return fd;
}

int
lock_is_at(int lock, int dirfd, const char *path)
{
	struct file_info locked, named;

	if (file_info_fd(lock, &locked) < 0)
		return -1;
	if (file_info(dirfd, path, &named) < 0)
		return errno == ENOENT ? 0 : -1;
	return locked.inode == named.inode;
}

static int
take(int dirfd, const char *path, int create, int how, struct err *e)
{
	for (;;) {
		autoclose int fd = open_for_lock(dirfd, path, create);
		int r;

		if (fd < 0) {
			err_sys(e, "open the lock %s", path);
			if (e && errno == ENOENT)
				e->code = ERR_MISSING;
			return -1;
		}
		do
			r = flock(fd, how);
		while (r < 0 && errno == EINTR);
		if (r < 0) {
			err_sys(e, "lock %s", path);
			if (e && errno == EWOULDBLOCK)
				e->code = ERR_BUSY;
			return -1;
		}
		r = lock_is_at(fd, dirfd, path);
		if (r < 0)
			return err_sys(e, "look at the lock %s", path);
		if (r > 0)
			return sys_take(&fd);
	}
}

int
lock_try(int dirfd, const char *path, int create, struct err *e)
{
	return take(dirfd, path, create, LOCK_EX | LOCK_NB, e);
}

int
lock_wait(int dirfd, const char *path, int create, struct err *e)
{
	return take(dirfd, path, create, LOCK_EX, e);
}
