/* SPDX-License-Identifier: Apache-2.0 */
/* A directory for one test. */
#ifndef MJ_SCRATCH_H
#define MJ_SCRATCH_H

#include <stdbool.h>

/* Make a new directory and return its descriptor. */
int scratch_open(void);

/* Its absolute path.  The caller frees it. */
char *scratch_path(int fd);

/* Remove it with all below, and close it. */
void scratch_close(int fd);

/* Whether the file holds exactly this text. */
bool scratch_holds(int fd, const char *path, const char *text);

/* Make a file with this text, mode 0600, in place of an older one. */
void scratch_put(int fd, const char *path, const char *text);

#endif
