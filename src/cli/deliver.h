/* SPDX-License-Identifier: Apache-2.0 */
/* What a command makes, to its standard output or to a file. */
#ifndef MJ_DELIVER_H
#define MJ_DELIVER_H

#include "base/buf.h"
#include "base/err.h"

/*
 * Write it to path (NULL or "-": stdout).  A file is replaced as a whole: who reads it
 * finds the old one or the new one, never a part; its mode is what the umask leaves of
 * 0666.  A link stays, and what it leads to is replaced.  What is no regular file, such as
 * a FIFO, is written to.  Return 0, or -1 with *e.
 */
int deliver(const char *path, const struct buf *text, struct err *e);

#endif
