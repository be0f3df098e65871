/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of a spec: which there are, what each of them sets, and which of
 * SkyPilot's are ignored with a note or refused.
 */
#ifndef MJ_KEYS_H
#define MJ_KEYS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/job.h"
#include "store/links.h"
#include "store/tree.h"

/* A spec being read; everything is borrowed. */
struct reading {
	const struct tree *tree;
	struct job *job;
	struct task *task; /* job's one being read, NULL in the header */
	bool single;	   /* the task is the only document: it speaks for the job */
	struct links links;
	const struct tree_node *priority; /* the key that set it, or NULL */
	/* of this task: the keys that set them, or NULL */
	const struct tree_node *recovery, *pool, *places;
	struct slurm_wants *wants; /* of the resources or the place being read */
	struct buf *notes;		  /* may be NULL */
	struct err *e;
};

/*
 * Read the header, or a task into r->task, from a document.
 * Return 0, or -1 with *r->e (ERR_INPUT).
 */
int keys_read_header(struct reading *r, const struct tree_node *doc);
int keys_read_task(struct reading *r, const struct tree_node *doc);

#endif
