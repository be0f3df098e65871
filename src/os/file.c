/* SPDX-License-Identifier: Apache-2.0 */
#include "os/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "base/mem.h"
#include "os/sys.h"

#define READ_SIZE 16384
#define READ_LEAST 1024 /* not worth a call otherwise */

/* A failure of `what` on path, with ENOENT told apart. */
static int
fail(struct err *e, const char *what, const char *path)
{
	err_sys(e, "%s %s", what, path);
	if (e && e->errnum == ENOENT)
		e->code = ERR_MISSING;
	return -1;
}

static int
read_rest(int fd, const char *path, size_t max, struct buf *to, struct err *e)
{
	size_t before = to->len;

	for (;;) {
		/* the look that finds the end must not make a small one grow */
		bool rest = to->cap > to->len + READ_LEAST;
		size_t size = rest ? to->cap - to->len - 1 : READ_SIZE;
		char *room = buf_room(to, size);
		ssize_t n = sys_read(fd, room, size);

		if (n < 0)
			return fail(e, "read", path);
		room[n] = '\0';
		to->len += (size_t)n;
		if (to->len - before > max)
			return err_set(e, ERR_CORRUPT,
				       "%s is larger than %zu bytes", path, max);
		if (n == 0)
			return 0;
	}
}

int
file_read(int dirfd, const char *path, size_t offset, size_t max,
	  struct buf *to, struct err *e)
{
	autoclose int fd = sys_open(dirfd, path, O_RDONLY | O_NONBLOCK, 0);

	if (fd < 0)
		return fail(e, "open", path);
	if (offset > 0 && lseek(fd, (off_t)offset, SEEK_SET) < 0)
		return fail(e, "seek in", path);
	return read_rest(fd, path, max, to, e);
}

int
file_create(int dirfd, const char *path, const void *bytes, size_t len,
	    bool sync, struct err *e)
{
	autoclose int fd = sys_open(dirfd, path,
				    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
				    0600);

	if (fd < 0)
		return fail(e, "create", path);
	if (sys_write_all(fd, bytes, len) < 0)
		return fail(e, "write", path);
	if (sync && fdatasync(fd) < 0)
		return fail(e, "sync", path);
	return 0;
}

int
file_open_append(int dirfd, const char *path, bool create, struct err *e)
{
	int fd = sys_open(dirfd, path,
			  O_WRONLY | O_APPEND | (create ? O_CREAT : 0) |
				  O_NOFOLLOW,
			  0600);

	return fd < 0 ? fail(e, "open", path) : fd;
}

int
file_put(int fd, const void *bytes, size_t len, struct err *e)
{
	ssize_t n;

	do
		n = pwrite(fd, bytes, len, 0);
	while (n < 0 && errno == EINTR);
	if (n >= 0 && (size_t)n < len)
		errno = ENOSPC;
	return n < 0 || (size_t)n < len ? err_sys(e, "write") : 0;
}

int
file_cut(int fd, off_t size)
{
	return ftruncate(fd, size);
}

int
file_punch(int fd, uint64_t from, uint64_t to)
{
	int r;

	do
		r = fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			      (off_t)from, (off_t)(to - from));
	while (r < 0 && errno == EINTR);
	return r;
}

uint64_t
file_next_data(int fd, uint64_t offset)
{
	off_t at = lseek(fd, (off_t)offset, SEEK_DATA);

	return at < 0 ? offset : (uint64_t)at;
}

uint64_t
file_next_hole(int fd, uint64_t offset)
{
	off_t at = lseek(fd, (off_t)offset, SEEK_HOLE);

	return at < 0 ? offset : (uint64_t)at;
}

int
file_sync(int fd, struct err *e)
{
	return fdatasync(fd) < 0 ? err_sys(e, "sync to disk") : 0;
}

int
file_sync_dir(int dirfd, const char *path, struct err *e)
{
	autoclose int fd = sys_open(dirfd, path, O_RDONLY | O_DIRECTORY, 0);

	if (fd < 0)
		return fail(e, "open", path);
	return fsync(fd) < 0 ? fail(e, "sync", path) : 0;
}

int
file_sync_name(int dirfd, const char *path, struct err *e)
{
	autofree char *above = mem_copy(path);
	char *slash = strrchr(above, '/');
	/* held open: what may take its place meanwhile must not get its mark */
	autoclose int fd = sys_open(dirfd, path, O_RDONLY | O_DIRECTORY, 0);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return fail(e, "open", path);
	if (st.st_mode & S_ISVTX)
		return 0;
	if (slash)
		*slash = '\0';
	if (file_sync_dir(dirfd, slash ? above : ".", e) < 0)
		return -1;
	(void)fchmod(fd, 0700 | S_ISVTX); /* else it is synced once more */
	return 0;
}

int
file_sync_all(int dirfd, struct err *e)
{
	return syncfs(dirfd) < 0 ? err_sys(e, "sync the file system") : 0;
}

int
file_touch(int dirfd, const char *path, struct err *e)
{
	autoclose int fd = sys_open(dirfd, path,
				    O_WRONLY | O_CREAT | O_NOFOLLOW, 0600);

	return fd < 0 ? fail(e, "create", path) : 0;
}

int
file_mkdir(int dirfd, const char *path, bool exist_ok, struct err *e)
{
	if (mkdirat(dirfd, path, 0700) == 0 || (exist_ok && errno == EEXIST))
		return 0;
	return fail(e, "create the directory", path);
}

int
file_mkdirs(const char *path, struct err *e)
{
	autofree char *part = mem_copy(path);

	for (char *slash = strchr(part + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (!file_exists(AT_FDCWD, part) &&
		    file_mkdir(AT_FDCWD, part, true, e) < 0)
			return -1;
		*slash = '/';
	}
	return file_mkdir(AT_FDCWD, path, true, e);
}

int
file_mkfifo(int dirfd, const char *path, struct err *e)
{
	return mkfifoat(dirfd, path, 0600) < 0
		       ? fail(e, "create the FIFO", path)
		       : 0;
}

int
file_link(int dirfd, const char *from, const char *to, struct err *e)
{
	return linkat(dirfd, from, dirfd, to, 0) < 0 ? fail(e, "link", to) : 0;
}

/* renameat2 is missing on some file systems: a check then has to do, under our locks. */
static int
rename_noreplace(int dirfd, const char *from, const char *to)
{
	if (renameat2(dirfd, from, dirfd, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (file_exists(dirfd, to)) {
		errno = EEXIST;
		return -1;
	}
	return renameat(dirfd, from, dirfd, to);
}

int
file_rename(int dirfd, const char *from, const char *to, bool noreplace,
	    struct err *e)
{
	int r = noreplace ? rename_noreplace(dirfd, from, to)
			  : renameat(dirfd, from, dirfd, to);

	return r < 0 ? fail(e, "rename to", to) : 0;
}

int
file_unlink(int dirfd, const char *path, struct err *e)
{
	if (unlinkat(dirfd, path, 0) == 0)
		return 0;
	return errno == ENOENT ? 1 : fail(e, "remove", path);
}

bool
file_rmdir(int dirfd, const char *path)
{
	return unlinkat(dirfd, path, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

void
file_remove_tree(int dirfd, const char *path)
{
	struct dirent *entry;
	DIR *dir;
	int fd;

	if (unlinkat(dirfd, path, 0) == 0)
		return;
	fd = sys_open(dirfd, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		sys_close(&fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			file_remove_tree(fd, entry->d_name);
	closedir(dir);
	unlinkat(dirfd, path, AT_REMOVEDIR);
}

bool
file_exists(int dirfd, const char *path)
{
	return faccessat(dirfd, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static void
fill_info(const struct stat *st, struct file_info *out)
{
	out->inode = (uint64_t)st->st_ino;
	out->size = (uint64_t)st->st_size;
	out->disk = (uint64_t)st->st_blocks * 512;
	out->links = (uint64_t)st->st_nlink;
	out->changed_ms = (int64_t)st->st_mtim.tv_sec * 1000 +
			  st->st_mtim.tv_nsec / 1000000;
	out->uid = st->st_uid;
	out->mode = st->st_mode;
}

int
file_info(int dirfd, const char *path, struct file_info *out)
{
	struct stat st;

	if (fstatat(dirfd, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return -1;
	fill_info(&st, out);
	return 0;
}

int
file_info_at(const char *path, struct file_info *out)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -1;
	fill_info(&st, out);
	return 0;
}

int
file_info_fd(int fd, struct file_info *out)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -1;
	fill_info(&st, out);
	return 0;
}

int
file_chmod(int dirfd, const char *path, mode_t mode)
{
	return fchmodat(dirfd, path, mode, 0);
}

int
file_mark(int dirfd, const char *path, enum file_mark which, bool set)
{
	struct timespec times[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};

	/* times[0] is the time of last access, times[1] of last change */
	times[which == FILE_MARK_MAIN].tv_nsec = set ? UTIME_NOW : 0;
	return utimensat(dirfd, path, times, AT_SYMLINK_NOFOLLOW);
}

bool
file_marked(int dirfd, const char *path, enum file_mark which)
{
	struct stat st;

	if (fstatat(dirfd, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno != ENOENT;
	return (which == FILE_MARK_MAIN ? st.st_mtim.tv_sec
					: st.st_atim.tv_sec) != 0;
}

bool
file_poke(int dirfd, const char *path, char byte)
{
	autoclose int fd = sys_open(dirfd, path,
				    O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0);
	struct stat st;

	/* a file in its place is not to be written to, and nobody listens there */
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode))
		return false;
	return sys_write(fd, &byte, 1) == 1 || errno == EAGAIN;
}

const char *
file_remote(int fd)
{
	static const struct {
		unsigned long magic;
		const char *name;
	} remote[] = {
		{0x6969, "NFS"},	{0xff534d42, "CIFS"},
		{0xfe534d42, "SMB"},	{0x65735546, "FUSE"},
		{0x01021997, "9p"},	{0x00c36400, "Ceph"},
		{0x0bd00bd0, "Lustre"},
	};
	struct statfs fs;

	if (fstatfs(fd, &fs) < 0)
		return NULL;
	for (size_t i = 0; i < sizeof(remote) / sizeof(remote[0]); i++)
		if ((unsigned long)fs.f_type == remote[i].magic)
			return remote[i].name;
	return NULL;
}

const char *
file_link_target(int dirfd, const char *path, char *out, size_t size)
{
	ssize_t n = readlinkat(dirfd, path, out, size - 1);

	out[n < 0 ? 0 : n] = '\0';
	return out;
}
