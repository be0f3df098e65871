/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks: flock(2) on an open file description.  A description is shared by fork, so
 * a lock stays taken until the last process that holds it has closed it.  There is
 * no unlocking, only closing.
 */
#ifndef MJ_LOCK_H
#define MJ_LOCK_H

#include "base/err.h"

/*
 * Try to lock the file or directory at path below dirfd exclusively.  With create a
 * missing file is made (0600).  After locking it is still the one at path, or it is
 * tried again.  Return the descriptor that holds the lock, or -1 with *e: ERR_BUSY if
 * somebody holds it, ERR_MISSING if there is no such file.
 */
int lock_try(int dirfd, const char *path, int create, struct err *e);

/* The same, waiting for the holder.  May block. */
int lock_wait(int dirfd, const char *path, int create, struct err *e);

/* Whether the file that is locked is still the one at path: 1, 0, or -1 with errno. */
int lock_is_at(int lock, int dirfd, const char *path);

#endif
