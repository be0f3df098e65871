/* SPDX-License-Identifier: Apache-2.0 */
/* What we may do with a path. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"

int
file_writable(int dirfd, const char *path)
{
	return faccessat(dirfd, path, W_OK, AT_EACCESS);
}

int
file_executable(int dirfd, const char *path)
{
	struct stat st;

	if (fstatat(dirfd, path, &st, 0) < 0)
		return -1;
	if (!S_ISREG(st.st_mode)) {
		errno = EACCES;
		return -1;
	}
	return faccessat(dirfd, path, X_OK, AT_EACCESS);
}
