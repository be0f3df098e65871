/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the doctor share. */
#ifndef MJ_DOCTOR_PARTS_H
#define MJ_DOCTOR_PARTS_H

#include <stdarg.h>

#include "engine/doctor.h"
#include "model/job.h"
#include "model/record.h"
#include "os/file.h"
#include "store/queue.h"

#define DOCTOR_OLD_MS 600000 /* what is younger may still be at work */

enum entry_kind {
	ENTRY_HELD,
	ENTRY_WAITING,
	ENTRY_LAUNCHING,
	ENTRY_RUNNING,
	ENTRY_ALIVE,
};

/* An entry of queue/ as it was found. */
struct entry {
	enum entry_kind kind;
	struct request r; /* of what it names: job, round, task, pool, shard */
	char *path;	  /* owned; below the home */
};

/* One look. */
struct doctor {
	struct home *home; /* borrowed */
	struct findings *out;
	bool locked; /* mending: the pass lock and that of the job looked at are ours */
	struct entry
		*entries; /* owned; by job, then in the order they were found */
	size_t count, cap;
	bool blind; /* some could not be listed: that one is missing says nothing */
};

/* What is said of a finding besides its words. */
struct fault {
	const char *object; /* NULL: path, without one the job */
	uint32_t job;
	const char *path;
	enum mend mend;
	const char *advice; /* with MEND_HAND; else NULL does */
};
void doctor_find(struct doctor *d, const struct fault *f, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A job under the doctor's eyes. */
struct patient {
	struct doctor *d;
	uint32_t job;
	bool has_dir;
	bool readable; /* the record's first block is sound */
	struct err failure; /* the disk did not give the record; code 0: it did */
	struct record record;
	size_t offset; /* folded */
	bool has_spec; /* read only if it is owed */
	struct job spec;
	bool owed; /* it has an entry in held/, waiting/ or alive/ */
	const struct entry *entries; /* of the job, borrowed */
	size_t count;
};

/* Fold the record and read what is there of the job; doctor_leave frees it. */
void doctor_meet(struct doctor *d, uint32_t job, const struct entry *entries,
		 size_t count, struct patient *p);
void doctor_leave(struct patient *p);

/*
 * Whether the holder of a pid file lives: by its text, or, where that says nothing, by its
 * lock.
 */
bool doctor_lives(struct doctor *d, const char *path);

/* Whether a pass is at work, or a controller that one was starting. */
bool doctor_pass_works(const struct doctor *d);

/* Whether a command of mj that may be making something is at work with this home. */
bool doctor_maker_works(const struct home *home);

/* The age of a path, ms; -1 when it is not there. */
int64_t doctor_age(const struct doctor *d, const char *path);

/*
 * The mode of a path and the one it should have.  Return false when that cannot be told:
 * no such path, a symbolic link, another user's.
 */
bool doctor_mode(const struct home *home, const char *path, mode_t *is,
		 mode_t *right);

/* List the entries of queue/ into d. */
void doctor_list(struct doctor *d);
void doctor_unlist(struct doctor *d);

/* The parts of a look. */
void doctor_home(struct doctor *d);
void doctor_left(struct doctor *d); /* of doctor_home, what was left half built */
void doctor_rights(struct doctor *d);
/* Of the entries: requests in a pool that the settings do not have any more. */
void doctor_pools(struct doctor *d);
/* Ids of gpus that two tasks have. */
void doctor_gpus(struct doctor *d);
void doctor_host(struct doctor *d);
/* Pools beyond this machine: are their programs there?  squeue is run, with a limit of time. */
void doctor_away(struct doctor *d);
void doctor_notices(struct doctor *d);
void doctor_jobs(struct doctor *d);
void doctor_record(struct patient *p);
void doctor_entry(struct patient *p, const struct entry *entry);
/* Whether an entry in waiting/ or running/ says what its task needs. */
void doctor_need(struct patient *p, const struct entry *entry);

/* The parts of one job that doctor_mend looks at again, under its locks. */
void doctor_job(struct patient *p);

#endif
