/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mending.  Each finding is looked for again under the lock that keeps everybody else from
 * what is changed; what is no longer there is left alone.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "engine/cancel.h"
#include "engine/doctor_parts.h"
#include "engine/gc.h"
#include "engine/inactive.h"
#include "os/lock.h"
#include "os/sig.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"

#define LOCK_TRIES                                                             \
	500 /* of LOCK_WAIT_MS: who holds one for a moment only lets go */
#define LOCK_WAIT_MS 2

enum by { BY_NOBODY, BY_ITSELF, BY_PASS_LOCK };

/* Under what a finding is mended, and what is said then. */
static const struct {
	enum by by;
	const char *done;
} words[MEND_COUNT] = {
	[MEND_ENTRY] = {BY_PASS_LOCK, "removed"},
	[MEND_SHARD] = {BY_PASS_LOCK, "moved"},
	[MEND_LOCK] = {BY_PASS_LOCK, "made anew"},
	[MEND_ASIDE] = {BY_PASS_LOCK, "set aside in bad/"},
	[MEND_PID] = {BY_ITSELF, "emptied"},
	[MEND_DIR] = {BY_ITSELF, "made"},
	[MEND_MARK] = {BY_ITSELF, "made"},
	[MEND_LEFT] = {BY_ITSELF, "removed"},
	[MEND_GONE] = {BY_ITSELF, "removed"},
	[MEND_SEQ] = {BY_ITSELF, "raised"},
	[MEND_RIGHTS] = {BY_ITSELF, "its mode was set"},
};

/* The lock of a path, or -1 with *e. */
static int
get_lock(const struct home *home, const char *path, struct err *e)
{
	int fd = -1;

	for (int i = 0; i < LOCK_TRIES && fd < 0; i++) {
		if (i > 0)
			sys_sleep_ms(LOCK_WAIT_MS);
		fd = lock_try(home->fd, path, 0, e);
		if (fd < 0 && e->code != ERR_BUSY)
			break;
	}
	return fd;
}

/* Whether a second look at the job, with the entries as d has them, finds the same again. */
static bool
is_still_there(struct doctor *d, const struct finding *wanted)
{
	autofindings struct findings found = FINDINGS_INIT;
	struct patient p;
	bool still = false;
	size_t at = 0, count = 0;

	while (at < d->count && d->entries[at].r.job < wanted->job)
		at++;
	while (at + count < d->count &&
	       d->entries[at + count].r.job == wanted->job)
		count++;
	d->out = &found;
	doctor_meet(d, wanted->job, &d->entries[at], count, &p);
	doctor_job(&p);
	for (size_t i = 0; i < count; i++)
		doctor_entry(&p, &d->entries[at + i]);
	for (size_t i = 0; i < found.count && !still; i++)
		still = found.list[i].mend == wanted->mend &&
			!strcmp(found.list[i].object, wanted->object);
	doctor_leave(&p);
	d->out = NULL;
	return still;
}

/* Put a job's request where its record says. */
static bool
move_request(struct home *home, const struct finding *f)
{
	struct record r = RECORD_INIT;
	struct request right;
	bool done = false;

	if (jobs_record(home, f->job, &r, NULL) == 0) {
		jobs_request(f->job, &r, &right);
		done = cancel_need(home, &r, &right, NULL) == 0 &&
		       queue_file(home, &right, true, NULL) == 0 &&
		       file_unlink(home->fd, f->path, NULL) >= 0;
	}
	record_release(&r);
	return done;
}

static bool
empty_pid(const struct home *home, const struct finding *f)
{
	struct err e = {0};
	autoclose int fd = get_lock(home, f->path, &e);

	return fd >= 0 && file_cut(fd, 0) == 0;
}

/*
 * The job's lock: 0 and *lock, -1 when it is another's.  Nobody can have that of a job
 * whose file is gone; and whoever has that of a live job has nothing to do with its own
 * request, which only passes and clients without a controller touch.
 */
static int
lock_job(const struct home *home, const struct finding *f, int *lock)
{
	autofree char *path = jobs_path(f->job, "controller.pid");
	struct err e = {0};

	*lock = get_lock(home, path, &e);
	if (*lock >= 0 || e.code == ERR_MISSING)
		return 0;
	return f->mend == MEND_ENTRY && queue_alive(home, f->job) ? 0 : -1;
}

/* A request of a task is its controller's, if there is one. */
static bool
is_of_task(const char *path)
{
	struct request r;
	const char *name = strrchr(path, '/');

	return name && queue_parse_request(name + 1, &r) == 0 && r.task[0];
}

/* Mend what the pass lock, which is ours, and the job's protect. */
static bool
mend_job(struct doctor *d, const struct finding *f)
{
	struct home *home = d->home;
	autoclose int lock = -1;

	if (lock_job(home, f, &lock) < 0)
		return false;
	if (f->mend == MEND_ENTRY && is_of_task(f->path) && lock < 0 &&
	    queue_alive(home, f->job))
		return false;
	if (!is_still_there(d, f))
		return false;
	if (f->mend == MEND_ENTRY)
		return file_unlink(home->fd, f->path, NULL) >= 0;
	if (f->mend == MEND_SHARD)
		return move_request(home, f);
	if (f->mend == MEND_LOCK)
		return file_touch(home->fd, f->path, NULL) == 0;
	if (jobs_quarantine(home, f->job, f->what, NULL) < 0)
		return false;
	inactive_ended(home, f->job, NULL);
	return true;
}

/* The entries are listed once: only new jobs and what takes a job's lock changes them now. */
static void
mend_jobs(struct home *home, struct findings *all)
{
	autofindings struct findings names = FINDINGS_INIT;
	struct doctor d = {.home = home, .out = &names, .locked = true};
	struct err e = {0};
	autoclose int pass = get_lock(home, "queue", &e);

	if (pass < 0)
		return;
	doctor_list(&d);
	for (size_t i = 0; i < all->count; i++) {
		struct finding *f = &all->list[i];

		if (words[f->mend].by == BY_PASS_LOCK && mend_job(&d, f))
			f->done = mem_copy(words[f->mend].done);
	}
	doctor_unlist(&d);
}

/* A job's directory goes by a rename first, so that no half of one is ever seen. */
static bool
remove_job(struct home *home, const struct finding *f)
{
	autofindings struct findings names = FINDINGS_INIT;
	struct doctor d = {.home = home, .out = &names, .locked = true};
	autofree char *aside = mem_printf("jobs/.new.%010u", f->job);
	bool still;

	doctor_list(&d);
	still = is_still_there(&d, f);
	doctor_unlist(&d);
	if (!still || file_rename(home->fd, f->path, aside, true, NULL) < 0)
		return false;
	file_remove_tree(home->fd, aside);
	return true;
}

/*
 * While we hold the lock of seq nobody begins to make anything; whoever began before is
 * alive, and seen, or will not go on.
 */
static bool
remove_left(struct home *home, const struct finding *f)
{
	autofree char *dir = jobs_path(f->job, NULL);
	struct doctor d = {.home = home};
	autoclose int lock = seq_lock(home, NULL);

	if (lock < 0 || doctor_age(&d, f->path) < DOCTOR_OLD_MS ||
	    doctor_maker_works(home))
		return false;
	if (!strcmp(f->path, dir))
		return remove_job(home, f);
	if (file_unlink(home->fd, f->path, NULL) < 0)
		file_remove_tree(home->fd, f->path);
	return !file_exists(home->fd, f->path);
}

static bool
make_mark(const struct home *home, const char *path)
{
	if (file_touch(home->fd, path, NULL) < 0)
		return false;
	/* a mark too many costs a pass, one too few would lose a wake-up */
	file_mark(home->fd, path, FILE_MARK_MAIN, true);
	return true;
}

static bool
set_rights(const struct home *home, const struct finding *f)
{
	mode_t is, right;

	return doctor_mode(home, f->path, &is, &right) &&
	       file_chmod(home->fd, f->path, right & 07777) == 0;
}

static bool
mend_one(struct home *home, const struct finding *f)
{
	switch (f->mend) {
	case MEND_HAND:
	case MEND_PASS:
	case MEND_ENTRY:
	case MEND_SHARD:
	case MEND_LOCK:
	case MEND_ASIDE:
	case MEND_COUNT:
		break;
	case MEND_PID:
		return empty_pid(home, f);
	case MEND_DIR:
		return file_mkdir(home->fd, f->path, true, NULL) == 0;
	case MEND_MARK:
		return make_mark(home, f->path);
	case MEND_LEFT:
		return remove_left(home, f);
	case MEND_GONE:
		gc_clear(home);
		return !file_exists(home->fd, f->path);
	case MEND_SEQ:
		return seq_mend(home, NULL) == 0;
	case MEND_RIGHTS:
		return set_rights(home, f);
	}
	return false;
}

size_t
doctor_mend(struct home *home, struct findings *f)
{
	size_t done = 0;
	sigset_t old;

	/* As a pass does: whoever holds its lock must not be stopped from a terminal. */
	sig_hold(&old);
	for (size_t i = 0; i < f->count; i++)
		if (words[f->list[i].mend].by == BY_ITSELF &&
		    mend_one(home, &f->list[i]))
			f->list[i].done = mem_copy(words[f->list[i].mend].done);
	mend_jobs(home, f);
	sig_restore(&old);
	for (size_t i = 0; i < f->count; i++)
		done += f->list[i].done != NULL;
	return done;
}

bool
doctor_clear_left(struct home *home)
{
	autofindings struct findings found = FINDINGS_INIT;
	struct doctor d = {.home = home, .out = &found};

	if (home_here(home))
		doctor_left(&d);
	if (found.count)
		doctor_mend(home, &found);
	return found.count > 0;
}
