/* SPDX-License-Identifier: Apache-2.0 */
/* jobs/ID/: a job's directory: spec, environment, record, lock files, requests to cancel. */
#ifndef MJ_JOBS_H
#define MJ_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/job.h"
#include "model/record.h"
#include "os/file.h"
#include "os/proc.h"
#include "store/home.h"
#include "store/queue.h"

#define JOBS_RECORD_MAX (256u << 20)

/* jobs/ID/file, or jobs/ID for NULL.  The caller frees it. */
char *jobs_path(uint32_t job, const char *file);
/* runner.TASK.pid, and whether a name is one. */
char *jobs_runner_path(uint32_t job, const char *task);
bool jobs_is_runner_file(const char *name);

/*
 * Fold what was appended to the record since *offset, which starts at 0 with *r
 * RECORD_INIT.  Return 0, or -1 with *e (ERR_MISSING: no such job).
 */
int jobs_refresh(const struct home *home, uint32_t job, struct record *r,
		 size_t *offset, struct err *e);

/*
 * The whole record; ERR_CORRUPT when no block folds or the first one is bad.
 * Return 0, or -1 with *e.
 */
int jobs_record(const struct home *home, uint32_t job, struct record *r,
		struct err *e);

/* Append blocks with one write(2); synced if durable.  Return 0, or -1 with *e. */
int jobs_append(const struct home *home, uint32_t job, const struct block *b,
		bool durable, struct err *e);

/*
 * Read the spec of a job and put over it what its record says of name, --pool,
 * --timeout, --max-restarts, --recover-on and of what it needs.  *out must be JOB_INIT.  Return 0, or -1 with *e.
 */
int jobs_spec(const struct home *home, uint32_t job, const struct record *r,
	      struct job *out, struct err *e);

/* The spec's bytes, and whether they are the words of a command.  Return 0, or -1 with *e. */
int jobs_spec_text(const struct home *home, uint32_t job, struct buf *text,
		   bool *is_argv, struct err *e);

/*
 * The job's own request, as its record tells of it.  That of a job that has ended and for
 * which a retry was prepared is the next round's: if it is there, the job is open again.
 */
void jobs_request(uint32_t job, const struct record *r, struct request *out);

/* Whether the job is final to a reader: a final record and no entry of the job left. */
bool jobs_final(const struct home *home, uint32_t job, const struct record *r);

/* A request to cancel: the job (task NULL) or one task. */
struct cancel_note {
	bool asked;
	int64_t at_ms;	  /* when, wall clock; 0 to be written: now */
	bool unsure; /* it could not be looked whether it is there: look again */
	int64_t grace_ms; /* -1: as the settings say */
	char by[120];	  /* who and why, "" unknown */
};
char *jobs_cancel_path(uint32_t job, const char *task);
void jobs_cancel_read(const struct home *home, uint32_t job, const char *task,
		      struct cancel_note *out);
/* The note for a job that `cancel -a` covers: as if its user had cancelled it alone. */
void jobs_cancel_all_note(const struct record *record, struct cancel_note *out);
/* Write it (over an older one).  Return 0, or -1 with *e. */
int jobs_cancel_put(const struct home *home, uint32_t job, const char *task,
		    const struct cancel_note *note, struct err *e);
/* The same, durable. */
int jobs_cancel_write(const struct home *home, uint32_t job, const char *task,
		      const struct cancel_note *note, struct err *e);

/* The identity in a pid file; text after it in *rest if not NULL.  Return 0, or -1. */
int jobs_pid_read(const struct home *home, const char *path, struct proc *out,
		  struct buf *rest);
/* Write it in place of the old through the lock's descriptor.  Return 0, or -1 with *e. */
int jobs_pid_write(int fd, const struct proc *p, const char *rest,
		   struct err *e);

/* Poke the job's controller with a byte.  Return whether somebody listens. */
bool jobs_poke(const struct home *home, uint32_t job, char byte);
#define POKE_LOOK 'l' /* files of yours changed */
#define POKE_NEWS 'n' /* only what runs of yours, or what was granted to you, did */
#define POKE_PASS 'p' /* start a pass */

/* Remove what only a live job needs, ctl and then the lock file; the caller holds the lock. */
void jobs_drop_ctl(const struct home *home, uint32_t job);

/* Remove the job's waiting/, launching/, running/ and held/ entries, found by its number. */
void jobs_drop_entries(const struct home *home, uint32_t job);

/* Whether the lock of one of its runners is held (or cannot be looked at). */
bool jobs_runner_lives(const struct home *home, uint32_t job);

/*
 * Set the job's directory aside in bad/ with the reason, and remove its own entries.  The
 * caller holds the job lock.  Return 0, or -1 with *e (ERR_BUSY: a runner lives).
 */
int jobs_quarantine(const struct home *home, uint32_t job, const char *reason,
		    struct err *e);

/* The numbers of all job directories, ascending, as names. */
int jobs_list(const struct home *home, struct file_names *out, struct err *e);

#endif
