/* SPDX-License-Identifier: Apache-2.0 */
/* A job's spec: SkyPilot task YAML to struct job, strictly. */
#ifndef MJ_SPEC_H
#define MJ_SPEC_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/job.h"

#define SPEC_SIZE_MAX (8u << 20) /* bytes of a spec */
#define SPEC_DEPTH_MAX 16	 /* levels of nesting */
#define SPEC_TASKS_MAX 10000	 /* tasks of a job */

/*
 * Read the spec in text (len bytes, need not end in NUL) into *job, which must be
 * JOB_INIT.  file names it in messages (`file:line:column: what is wrong; what to do`).
 * job->order is set; every task's pool is set.  Notes about keys that are accepted
 * but mean nothing here are added to notes, a line each (notes may be NULL).
 * Return 0, or -1 with *e (ERR_INPUT) and *job released.
 */
int spec_parse(const char *text, size_t len, const char *file, struct job *job,
	       struct buf *notes, struct err *e);

/*
 * A job of one task that runs the count words of argv without a shell; both are
 * named after the command.  *job must be JOB_INIT; the words are copied.
 */
void spec_command(char *const *argv, size_t count, struct job *job);

/*
 * Turn any text (a file's or a command's base name) into a valid job name in
 * out[65]: other bytes become '-', leading '.' and '-' go; "job" if nothing is left.
 */
void spec_name_from(const char *text, char *out);

#endif
