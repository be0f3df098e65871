/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/doctor.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/doctor_parts.h"
#include "engine/note.h"
#include "os/lock.h"
#include "os/proc.h"
#include "os/sys.h"
#include "store/jobs.h"

#define LOOKS 3 /* what is found in each of them stays */
#define LOOK_AGAIN_MS 200

static const char *const advice_of[MEND_COUNT] = {
	[MEND_HAND] = "look at it",
	[MEND_PASS] = "mj-schedule mends it",
	[MEND_ENTRY] = "mj doctor --repair removes it",
	[MEND_SHARD] = "mj doctor --repair moves it",
	[MEND_PID] = "mj doctor --repair empties it",
	[MEND_LOCK] = "mj doctor --repair makes it anew",
	[MEND_ASIDE] = "mj doctor --repair sets the job aside in bad/",
	[MEND_DIR] = "mj doctor --repair makes it",
	[MEND_MARK] = "mj doctor --repair makes it",
	[MEND_LEFT] = "mj doctor --repair removes it",
	[MEND_GONE] = "mj doctor --repair, or the next pass of a timer, removes it",
	[MEND_SEQ] = "mj doctor --repair raises it",
	[MEND_RIGHTS] = "mj doctor --repair sets its mode",
};

static void
free_finding(struct finding *f)
{
	free(f->object);
	free(f->path);
	free(f->what);
	free(f->advice);
	free(f->done);
}

void
findings_release(struct findings *f)
{
	for (size_t i = 0; i < f->count; i++)
		free_finding(&f->list[i]);
	free(f->list);
	*f = (struct findings)FINDINGS_INIT;
}

static char *
object_of(const struct fault *f)
{
	if (f->object)
		return mem_copy(f->object);
	return f->path ? mem_copy(f->path) : mem_printf("job %u", f->job);
}

void
doctor_find(struct doctor *d, const struct fault *f, const char *fmt, ...)
{
	struct findings *out = d->out;
	char what[480];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	what[strcspn(what, "\n")] = '\0';
	out->list = mem_grow(out->list, out->count, &out->cap,
			     sizeof(out->list[0]));
	out->list[out->count++] = (struct finding){
		.mend = f->mend,
		.job = f->job,
		.object = object_of(f),
		.path = mem_copy(f->path),
		.what = mem_copy(what),
		.advice = mem_copy(f->advice ? f->advice : advice_of[f->mend]),
	};
}

bool
doctor_lives(struct doctor *d, const char *path)
{
	struct proc p;
	struct err e = {0};
	autoclose int fd = -1;

	if (jobs_pid_read(d->home, path, &p, NULL) == 0) {
		fd = proc_open(&p, d->home->boot);
		return fd >= 0;
	}
	fd = lock_try(d->home->fd, path, 0, &e);
	d->out->took_lock |= fd >= 0;
	return fd < 0 && e.code == ERR_BUSY;
}

bool
doctor_pass_works(const struct doctor *d)
{
	struct pass_note note;
	autoclose int fd = -1;

	if (d->locked)
		return false;
	note_read(d->home, &note);
	fd = proc_open(&note.pass, d->home->boot);
	return fd >= 0;
}

static bool
is_text(const char *path, void *arg)
{
	return strcmp(path, arg) == 0;
}

static bool
is_mine(pid_t pid)
{
	struct file_info info;
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	return file_info(AT_FDCWD, path, &info) == 0 && info.uid == sys_uid();
}

bool
doctor_maker_works(const struct home *home)
{
	autopids struct pids all = PIDS_INIT;
	char own[40], dir[4096];

	snprintf(own, sizeof(own), "/proc/self/fd/%d", home->fd);
	file_link_target(AT_FDCWD, own, dir, sizeof(dir));
	if (proc_all(&all) < 0)
		return true;
	for (size_t i = 0; i < all.count; i++) {
		pid_t pid = all.list[i];

		if (pid != sys_pid() && is_mine(pid) &&
		    proc_each_file(pid, is_text, dir) && !proc_is_ours(pid))
			return true;
	}
	return false;
}

int64_t
doctor_age(const struct doctor *d, const char *path)
{
	struct file_info info;
	int64_t age;

	if (file_info(d->home->fd, path, &info) < 0)
		return -1;
	age = sys_wall_ms() - info.changed_ms;
	return age < 0 ? 0 : age;
}

static void
look_once(struct home *home, struct findings *out)
{
	struct doctor d = {.home = home, .out = out};

	doctor_home(&d);
	if (!home_here(home))
		return;
	doctor_rights(&d);
	doctor_list(&d);
	doctor_pools(&d);
	doctor_gpus(&d);
	doctor_jobs(&d);
	doctor_notices(&d);
	doctor_host(&d);
	doctor_unlist(&d);
}

static bool
is_same(const struct finding *a, const struct finding *b)
{
	return a->job == b->job && a->mend == b->mend &&
	       !strcmp(a->object, b->object) && !strcmp(a->what, b->what);
}

/* Keep of *f what also is in *again; both are in the order of the looking. */
static void
keep_common(struct findings *f, const struct findings *again)
{
	size_t kept = 0, from = 0;

	for (size_t i = 0; i < f->count; i++) {
		size_t at = from;

		while (at < again->count &&
		       !is_same(&f->list[i], &again->list[at]))
			at++;
		if (at < again->count) {
			f->list[kept++] = f->list[i];
			from = at + 1;
		} else {
			free_finding(&f->list[i]);
		}
	}
	f->count = kept;
	f->took_lock |= again->took_lock;
}

void
doctor_look(struct home *home, struct findings *out)
{
	struct doctor d = {.home = home, .out = out};

	look_once(home, out);
	for (int look = 1; look < LOOKS && out->count > 0; look++) {
		autofindings struct findings again = FINDINGS_INIT;

		sys_sleep_ms(LOOK_AGAIN_MS);
		look_once(home, &again);
		keep_common(out, &again);
	}
	if (home_here(home))
		doctor_away(&d); /* once: it may take long to say that it is away */
}
