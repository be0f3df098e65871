/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of follow share. */
#ifndef MJ_FOLLOW_PARTS_H
#define MJ_FOLLOW_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "cli/follow.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/stream.h"
#include "model/job.h"
#include "model/record.h"
#include "store/logs.h"
#include "store/view.h"

/* The output or the errors of one task, over its attempts; or the controller's. */
struct source {
	char task[TASK_NAME_MAX + 1]; /* "": the controller's */
	enum log_kind kind;
	size_t row; /* of the task in the view, most likely */
	unsigned attempt;	      /* being read; 0: none was begun */
	struct stream stream;
	struct buf part; /* a line that has no newline yet */
	bool done;	 /* nothing more will be read */
	bool missed;	 /* it was said that a log is missing */
};

struct follower {
	const struct home *home;
	const struct follow *options;
	struct progress *progress; /* NULL: none */
	struct view view;
	char *logs;
	struct source *sources; /* by the order of the record's tasks */
	size_t count, cap;
	size_t rows; /* of the view, that have sources */
	bool prefix;
	bool lines; /* pass on whole lines: several write by turns */
	bool over;  /* and of a line that is drawn over itself what is seen last */
	bool errors_seen;
	size_t open_line; /* 1 + the source in mid-line on stdout; 0 none */
	bool began;	  /* the first look is over: new logs are read whole */
	bool wrote;
	struct patience patience;
	int out_errno; /* why stdout could not be written; 0: it could */
	int watch;     /* for ^C */
	char *chunk;
};

/* Where the logs of the job are, which may have been submitted with others than ours. */
char *follow_logs(const struct home *home, uint32_t job);

/* The log that is meant: a task's, of the kind or its launch log, or with task "" the controller's. */
char *follow_path(const struct follow *options, const char *logs, uint32_t job,
		  const char *task, unsigned attempt, enum log_kind kind);

/* Whether an attempt (NULL: nothing is known of it) has it: errors may go with the output. */
bool follow_has(const struct follow *options, const struct run *run,
		enum log_kind kind);

/* Pass on a piece of the log of source i: on stdout, or to the progress. */
void follow_put(struct follower *f, size_t i, const char *bytes, size_t len);

/* The log of source i ends here, and so does its line. */
void follow_end_log(struct follower *f, size_t i);

/* Say what happened to the log of the task, "" for the controller. */
void follow_tell(const char *task, enum stream_news news);

#endif
