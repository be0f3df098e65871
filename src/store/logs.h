/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where output goes: LOGS/jobs_controller/ID.log, LOGS/managed_jobs/ID/TASK.N.log,
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

/* Open the controller's log for appending, making its directory.  The descriptor, or -1 with *e. */
int logs_open_controller(const char *logs, uint32_t job, struct err *e);

/*
 * Open an attempt's log for writing at its end (not O_APPEND: splice refuses it), making
 * its directory; mode 0600.  The descriptor, or -1 with *e.
 */
int logs_open_task(const char *logs, uint32_t job, const char *task,
		   unsigned attempt, struct err *e);

#endif
