/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of mj launch share. */
#ifndef MJ_CMD_LAUNCH_H
#define MJ_CMD_LAUNCH_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/origin.h"
#include "engine/submit.h"
#include "store/capture.h"
#include "store/home.h"

/* What the command line asked for. */
struct launch {
	struct home home;
	struct capture capture;
	struct job spec;
	struct buf text;
	struct submission s;
	struct origin origin;
	const char *from; /* --from: the job whose spec and options these are */
	const char *name, *file; /* as given; NULL without */
	const char *workdir; /* NULL: the directory of the submit */
	bool priority_given, follow, wait, dry_run, json;
	char default_name[JOB_NAME_MAX + 1];
};

/* What can be wrong with the tasks in this home.  Return 0, or -1 with *e. */
int launch_check_tasks(struct launch *l, struct err *e);

/* Choose the job's name, and refuse one that means a number.  Return 0, or -1 with *e. */
int launch_check_name(struct launch *l, struct err *e);

/* Settings that are right in form may be wrong on this machine. */
void launch_warn_of_shell(const struct launch *l);

/* Add to *e how a command is given, where the word for a spec is likely to be one. */
void launch_hint_at_dashes(const char *word, bool likely, struct err *e);

#endif
