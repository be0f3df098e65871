/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files and directories, by a directory's descriptor and a path below it.
 * Functions that may fail return 0, or -1 with *e naming the path and what was
 * tried; a path that does not exist is ERR_MISSING.
 */
#ifndef MJ_FILE_H
#define MJ_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

/* Append the file's bytes from offset to its end to *to; more than max bytes fail. */
int file_read(int dirfd, const char *path, size_t offset, size_t max,
	      struct buf *to, struct err *e);

/* Create path (must not exist) with these bytes, mode 0600; synced if sync. */
int file_create(int dirfd, const char *path, const void *bytes, size_t len,
		bool sync, struct err *e);

/* Open path for appending (O_APPEND), existing or, with create, new; mode 0600. */
int file_open_append(int dirfd, const char *path, bool create, struct err *e);

/* Overwrite the file's bytes in place from its start (no truncation). */
int file_put(int fd, const void *bytes, size_t len, struct err *e);

/* Cut the file to size bytes; return 0, or -1 with errno. */
int file_cut(int fd, off_t size);

/*
 * Free the blocks from from to to, which read as zeros then; the size stays.  Return 0,
 * or -1 with errno (EOPNOTSUPP: the file system cannot).
 */
int file_punch(int fd, uint64_t from, uint64_t to);

/*
 * Where data is at offset or after it, and where the next hole is, the end of the file
 * being one; offset itself if that cannot be told.
 */
uint64_t file_next_data(int fd, uint64_t offset);
uint64_t file_next_hole(int fd, uint64_t offset);

/* fdatasync(2); fsync(2) of a directory given by path.  May block long. */
int file_sync(int fd, struct err *e);
int file_sync_dir(int dirfd, const char *path, struct err *e);

/*
 * Sync the directory that this one is in, so that its name is durable.  When that is done it
 * gets its sticky bit, and whoever finds that has nothing to sync: so it must never be
 * renamed.  May block long.
 */
int file_sync_name(int dirfd, const char *path, struct err *e);

/* syncfs(2): everything on the file system below dirfd.  For many files at once. */
int file_sync_all(int dirfd, struct err *e);

/* Create path, empty, mode 0600; an existing one is fine. */
int file_touch(int dirfd, const char *path, struct err *e);

/* mkdir(2) 0700; with exist_ok an existing directory is fine. */
int file_mkdir(int dirfd, const char *path, bool exist_ok, struct err *e);

/* mkdir -p of an absolute path, 0700. */
int file_mkdirs(const char *path, struct err *e);

/* mkfifo(3) 0600. */
int file_mkfifo(int dirfd, const char *path, struct err *e);

/* link(2) both below dirfd. */
int file_link(int dirfd, const char *from, const char *to, struct err *e);

/* rename(2) below dirfd.  With noreplace an existing to is a failure (EEXIST). */
int file_rename(int dirfd, const char *from, const char *to, bool noreplace,
		struct err *e);

/* unlink(2); a missing path is fine: return 1 then. */
int file_unlink(int dirfd, const char *path, struct err *e);

/* rmdir(2); return whether it is gone; errno is kept. */
bool file_rmdir(int dirfd, const char *path);

/* Remove path and all below it, as far as possible. */
void file_remove_tree(int dirfd, const char *path);

bool file_exists(int dirfd, const char *path);

/* What a path is, symbolic links not followed. */
struct file_info {
	uint64_t inode;
	uint64_t size;
	uint64_t disk; /* bytes it takes on the disk, holes left out */
	uint64_t links;
	int64_t changed_ms; /* mtime, wall clock */
	uid_t uid;
	mode_t mode;
};
int file_info(int dirfd, const char *path, struct file_info *out);
int file_info_fd(int fd, struct file_info *out);
/* The same of what links lead to, from the working directory; -1 with errno. */
int file_info_at(const char *path, struct file_info *out);

/* Whether we may write it, by its modes and its file system.  Return 0, or -1 with errno. */
int file_writable(int dirfd, const char *path);

/* Whether we may execute the file, the same way; a directory cannot be. */
int file_executable(int dirfd, const char *path);

/* chmod(2).  Return 0, or -1 with errno. */
int file_chmod(int dirfd, const char *path, mode_t mode);

/* Two marks an existing empty file can carry without room on the disk: its times. */
enum file_mark { FILE_MARK_MAIN, FILE_MARK_OTHER };

/*
 * Set or clear a mark; only the owner can.  Return 0, or -1 with errno.  A mark that cannot
 * be looked at counts as set.
 */
int file_mark(int dirfd, const char *path, enum file_mark which, bool set);
bool file_marked(int dirfd, const char *path, enum file_mark which);

/* Names in a directory, without those that start with '.'. */
struct file_names {
	char **names; /* owned */
	size_t count, cap;
};
#define FILE_NAMES_INIT {NULL, 0, 0}

/* List path sorted by name; a missing directory is an empty list.  Return 0, or -1 with *e. */
int file_list(int dirfd, const char *path, struct file_names *out, struct err *e);

/* The same for the names that do start with '.', but "." and "..". */
int file_list_hidden(int dirfd, const char *path, struct file_names *out,
		     struct err *e);

/* How many names there are; 0 if there is no such directory, -1 with errno. */
long file_count(int dirfd, const char *path);

/* Whether there is any, without reading them all. */
bool file_any(int dirfd, const char *path);
void file_names_release(struct file_names *names);
#define autonames __attribute__((cleanup(file_names_release)))

/* Write one byte to a FIFO that somebody reads; never blocks.  Return whether somebody does. */
bool file_poke(int dirfd, const char *path, char byte);

/* Whether the file system below fd is one over a network or in user space; its name or NULL. */
const char *file_remote(int fd);

/* The target of a symbolic link in out (size bytes); "" if it cannot be read. */
const char *file_link_target(int dirfd, const char *path, char *out, size_t size);

#endif
