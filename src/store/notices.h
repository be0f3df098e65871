/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notices: who is to be looked at when something happens, so that nobody reads the records
 * of jobs that wait.  They decide nothing; the record does.
 *
 *	queue/after/DEP/ID           when DEP ends, look at ID
 *	queue/begin/SECONDS.ID       when the clock says SECONDS (12 digits, since 1970);
 *	                             0: at the next pass
 *
 * A notice is there before whatever makes it needed; one too many costs a look.
 */
#ifndef MJ_NOTICES_H
#define MJ_NOTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/record.h"
#include "os/file.h"
#include "store/home.h"

/* Make them; one that is there is fine.  begin_ms is wall-clock ms, 0: at the next pass. */
int notices_after(const struct home *home, uint32_t dep, uint32_t job,
		struct err *e);
int notices_begin(const struct home *home, int64_t begin_ms, uint32_t job,
		struct err *e);

/* All that r's conditions need. */
int notices_publish(const struct home *home, uint32_t job, const struct record *r,
		  struct err *e);

/* Whether all of those are there. */
bool notices_complete(const struct home *home, uint32_t job,
		    const struct record *r);

/* Remove them; missing is fine. */
void notices_drop_after(const struct home *home, uint32_t dep, uint32_t job);
void notices_drop_begin(const struct home *home, const char *name);
/* All that r's conditions, also those no longer in force, had. */
void notices_withdraw(const struct home *home, uint32_t job,
		    const struct record *r);

/* The jobs to look at when dep ends, and the jobs that are such a dep, as names. */
int notices_dependents(const struct home *home, uint32_t dep,
		     struct file_names *out, struct err *e);
int notices_deps(const struct home *home, struct file_names *out, struct err *e);

/* The name of such a notice in out[NOTICE_NAME_SIZE]. */
#define NOTICE_NAME_SIZE 40
const char *notices_begin_name(int64_t begin_ms, uint32_t job, char *out);

/* The names in queue/begin, in the order of their time. */
int notices_begins(const struct home *home, struct file_names *out,
		 struct err *e);
/* Read such a name, in the one form we write.  Return 0, or -1. */
int notices_parse_begin(const char *name, int64_t *begin_ms, uint32_t *job);

/* The age of a notice in queue/begin, ms; 0 when it is not there. */
int64_t notices_begin_age(const struct home *home, const char *name);

#endif
