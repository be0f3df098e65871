/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The doctor: reads everything that is in a home, names what does not agree with the rest,
 * and mends what is provably safe to mend.
 */
#ifndef MJ_DOCTOR_H
#define MJ_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/home.h"

/* What mends a finding. */
enum mend {
	MEND_HAND,   /* people only: advice says how */
	MEND_PASS,   /* a pass that looks at everything */
	MEND_ENTRY,  /* the entry at path is removed, under the pass lock and the job's */
	MEND_SHARD,  /* the request at path is put where it belongs, under the same */
	MEND_PID,    /* the pid file at path is emptied, under its lock */
	MEND_LOCK,   /* the lock file at path is made anew, under the pass lock */
	MEND_ASIDE,  /* the job is set aside in bad/, under the pass lock and the job's */
	MEND_DIR,    /* the directory at path is made */
	MEND_MARK,   /* the file at path that carries marks is made, its marks set */
	MEND_LEFT,   /* path and all below it is removed, when nobody can be at work on it */
	MEND_GONE,   /* what a gc began to remove goes */
	MEND_SEQ,    /* seq is raised */
	MEND_RIGHTS, /* path gets the permissions it was made with */
	MEND_COUNT
};

struct finding {
	enum mend mend;
	uint32_t job;  /* 0: about none */
	char *object;  /* "job 3", "seq", "queue/held/0000000003.1" */
	char *path;    /* what mend works on, below the home; NULL none */
	char *what;    /* what is wrong */
	char *advice;  /* what mends it */
	char *done;    /* what was done about it; NULL nothing */
};

struct findings {
	struct finding *list; /* owned, in the order of the looking */
	size_t count, cap;
	bool took_lock; /* a lock was taken for a moment: a pass must be run */
};
#define FINDINGS_INIT {NULL, 0, 0, false}
void findings_release(struct findings *f);
#define autofindings __attribute__((cleanup(findings_release)))

/*
 * Look at everything.  What only is on its way from one state to the next is told from
 * what is wrong by looking again a little later.  Writes nothing; takes a job's lock for a
 * moment where its pid file cannot tell a dead holder from a living one.  *out must be
 * FINDINGS_INIT.
 */
void doctor_look(struct home *home, struct findings *out);

/*
 * Mend what can be mended without a pass, each finding under the lock that proves it, after
 * a look whether it still is there.  Sets done where something was.  Return how many.
 */
size_t doctor_mend(struct home *home, struct findings *f);

/*
 * Remove what launches that were killed left half built, where that is proved.  Return
 * whether a lock was taken: then a pass must be run.
 */
bool doctor_clear_left(struct home *home);

#endif
