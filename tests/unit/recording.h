/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks for the tests of records, and folding them. */
#ifndef MJ_RECORDING_H
#define MJ_RECORDING_H

#include <stdint.h>

#include "model/record.h"

#define SUBMIT_MS 1796028322123

/* Append the block of a submit of job train, tasks prep and train, by ada. */
void add_submit(struct block *b);

/* Append a status of a task, or of the job for NULL. */
void add_status(struct block *b, const char *task, const char *status,
		int64_t at);
void add_round(struct block *b, unsigned round);

/* Append the two blocks of attempt 2 of train, ended by signal 11. */
void add_whole_run(struct block *b);

/* Fold what b holds, all of which must be done with. */
void fold(struct record *r, const struct block *b);

/* The status of a task that must be there. */
enum status status_in(const struct record *r, const char *task);

#endif
