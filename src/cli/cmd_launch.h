/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of mj launch share. */
#ifndef MJ_CMD_LAUNCH_H
#define MJ_CMD_LAUNCH_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/origin.h"
#include "cli/when.h"
#include "engine/submit.h"
#include "store/capture.h"
#include "store/home.h"

/* The options that have no letter. */
enum {
	OPT_POOL = CLI_LONG,
	OPT_PRIORITY,
	OPT_ENV,
	OPT_ENV_FILE,
	OPT_SECRET,
	OPT_FROM,
	OPT_AFTER,
	OPT_BEGIN,
	OPT_HOLD,
	OPT_UNIQUE,
	OPT_NUM_JOBS,
	OPT_MAX_PARALLEL,
	OPT_TIMEOUT,
	OPT_MAX_RESTARTS,
	OPT_RECOVER_ON,
	OPT_WORKDIR,
	OPT_CPUS,
	OPT_MEMORY,
	OPT_GPUS,
	OPT_LOGS,
	OPT_WAIT,
	OPT_DRY_RUN,
	OPT_JSON,
};

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
	const char **after_words; /* as given; owned, the words are not */
	size_t after_count, after_cap;
	struct afters afters;
	bool told[NEED_KIND_COUNT]; /* that no pool counts it */
	bool told_fence;	    /* that none can be made */
	bool priority_given, follow, logs, wait, dry_run, json;
	char default_name[JOB_NAME_MAX + 1];
};

/* Read the options into *l.  Return 0, or -1 with *e. */
int launch_read_options(struct launch *l, struct cli *c, struct err *e);

/* What can be wrong with the tasks in this home.  Return 0, or -1 with *e. */
int launch_check_tasks(struct launch *l, struct err *e);

/* Choose the job's name, and refuse one that means a number.  Return 0, or -1 with *e. */
int launch_check_name(struct launch *l, struct err *e);

/*
 * Say so if the program of a command cannot be found, as it is now; alone: there is no
 * other word.  What runs elsewhere may find it there.
 */
void launch_warn_of_command(const struct launch *l, const char *program,
			    bool alone);

/* Settings that are right in form may be wrong on this machine. */
void launch_warn_of_shell(const struct launch *l);

#endif
