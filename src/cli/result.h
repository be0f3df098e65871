/* SPDX-License-Identifier: Apache-2.0 */
/* What a command did to a job, or to a task of it: for people, or as an object a line. */
#ifndef MJ_RESULT_H
#define MJ_RESULT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * `job 7 WORDS`, `task T of job 7 WORDS`; with json `id`, `task` and `result`, which is one
 * word.  task is NULL for all of the job.
 */
void result_say(bool json, uint32_t job, const char *task, const char *result,
		const char *words);

#endif
