/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where output goes: LOGS/jobs_controller/ID.log, LOGS/managed_jobs/ID/TASK.N.log and .err,
 * LOGS/managed_job_event/ID.log.
 */
#ifndef MJ_LOGS_H
#define MJ_LOGS_H

#include <stdint.h>

#include "base/err.h"

/* Absolute paths below the log directory; the caller frees them. */
char *logs_controller_path(const char *logs, uint32_t job);
char *logs_task_path(const char *logs, uint32_t job, const char *task,
		     unsigned attempt);

char *logs_events_path(const char *logs, uint32_t job);

/* Open the log of a job's callbacks for appending, making its directory.  As the next. */
int logs_open_events(const char *logs, uint32_t job, struct err *e);

/* The logs of an attempt: what it prints, and its errors with `log = split`. */
enum log_kind { LOG_OUTPUT, LOG_ERRORS, LOG_KIND_COUNT };
char *logs_kind_path(const char *logs, uint32_t job, const char *task,
		     unsigned attempt, enum log_kind kind);

/* What the programs of its pool printed about an attempt: TASK.N.launch.log. */
char *logs_launch_path(const char *logs, uint32_t job, const char *task,
		       unsigned attempt);

/* Open it for appending, making its directory.  As logs_open. */
int logs_open_launch(const char *path, struct err *e);

/* The directory of all logs of a job's tasks. */
char *logs_job_path(const char *logs, uint32_t job);

/* Open the controller's log for appending, making its directory.  The descriptor, or -1 with *e. */
int logs_open_controller(const char *logs, uint32_t job, struct err *e);

#define LOG_HEAD (64u << 10) /* bytes at its start that log_max leaves alone */

/*
 * Open an attempt's log for writing at its end (not O_APPEND: splice refuses it), making
 * its directory; mode 0600.  The descriptor, or -1 with *e.
 */
int logs_open(const char *path, struct err *e);

#endif
