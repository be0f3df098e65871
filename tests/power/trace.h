/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that changed a home, as record.c writes them and the replayer reads them. */
#ifndef MJ_TRACE_H
#define MJ_TRACE_H

#include <stdint.h>

enum op_kind {
	OP_CREATE, /* a file that was not there */
	OP_MKDIR,
	OP_MKFIFO,
	OP_WRITE, /* data at offset */
	OP_CUT,	  /* to size offset */
	OP_SYNC,  /* a file or a directory */
	OP_SYNC_ALL,
	OP_RENAME, /* path to path2 */
	OP_LINK,
	OP_UNLINK, /* a file or an empty directory */
	OP_TOLD,   /* the program told its user what it did */
};

#define OP_ALIGN 8

/*
 * Followed by path, path2 (with their NULs), the data, and zeros up to a multiple of
 * OP_ALIGN.  Paths are below the home.
 */
struct op {
	uint32_t kind;
	uint32_t pid;
	uint64_t offset;
	uint32_t path_len, path2_len, data_len;
};

#endif
