/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at what belongs to the home and to no job. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/err.h"
#include "base/text.h"
#include "engine/doctor_parts.h"
#include "engine/reap.h"
#include "os/proc.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/view.h"

#define OTHERS_WRITE (S_IWGRP | S_IWOTH)
#define OTHERS_ALL (S_IRWXG | S_IRWXO)
#define OWNER_ALL (S_IRUSR | S_IWUSR)

static void
look_at_settings(struct doctor *d)
{
	const struct home *home = d->home;
	size_t prefix = strlen(home->path) + 1;
	const char *text = home->config_error.text;

	if (!home->config_error.code)
		return;
	if (!strncmp(text, home->path, prefix - 1) && text[prefix - 1] == '/')
		text += prefix;
	doctor_find(d,
		    &(struct fault){.object = "config.ini",
				    .advice = "correct it: nothing starts "
					      "before"},
		    "%s", text);
}

static void
look_at_home_file(struct doctor *d)
{
	const char *id = d->home->id;
	struct err e;

	if (strlen(id) != 16 || strspn(id, "0123456789abcdef") != 16)
		doctor_find(d,
			    &(struct fault){
				    .object = "home",
				    .advice = "put back the id that was there",
			    },
			    "its id is no 16 hexadecimal digits");
	if (home_check_writable(d->home, &e) < 0)
		doctor_find(d,
			    &(struct fault){.object = "home",
					    .advice = "let its owner write it: "
						      "nothing starts before"},
			    "%s", e.text);
	if (!home_here(d->home))
		doctor_find(d,
			    &(struct fault){
				    .object = "home",
				    .advice = "ask the doctor there, or give a "
					      "command that changes something "
					      "to use the home here",
			    },
			    "it is used on another machine, or in another PID "
			    "namespace");
}

static void
look_at_disk(struct doctor *d)
{
	const char *remote = file_remote(d->home->fd);

	if (remote)
		doctor_find(d,
			    &(struct fault){.object = "home",
					    .advice = "move it to a local disk"},
			    "it is on %s: its locks may not hold", remote);
}

static void
look_at_logs(struct doctor *d)
{
	struct file_info info;
	const char *logs = d->home->logs;
	autofree char *owner = home_logs_owner(d->home);
	struct fault f = {.object = logs, .advice = "chmod go-w it"};

	if (file_info(AT_FDCWD, logs, &info) < 0 || S_ISLNK(info.mode))
		return; /* it is made when it is needed */
	if (info.uid != sys_uid())
		doctor_find(d, &f, "the logs belong to user %u",
			    (unsigned)info.uid);
	else if (info.mode & OTHERS_WRITE)
		doctor_find(d, &f, "others may write the logs");
	f.advice = "give one of them its own, by `logs` in config.ini or "
		   "MJ_LOGS";
	if (owner)
		doctor_find(d, &f, "they are those of another home, %s", owner);
}

static void
look_at_shell(struct doctor *d)
{
	const char *shell = d->home->config.shell;
	autofree char *path = shell ? home_expand(shell) : NULL;

	if (path && file_executable(AT_FDCWD, path) < 0)
		doctor_find(d,
			    &(struct fault){.object = "config.ini",
					    .advice = "name a shell that is "
						      "there: no run starts "
						      "before"},
			    "shell = %s: %s", shell, err_words(errno));
}

static void
look_at_seq(struct doctor *d)
{
	struct fault f = {.object = "seq", .mend = MEND_SEQ};
	struct seq_look look;

	seq_look(d->home, &look);
	if (!look.there && look.least > 0)
		doctor_find(d, &f,
			    "it is lost or cannot be read, and job %u "
			    "is there",
			    look.least);
	else if (look.there && look.last < look.least)
		doctor_find(d, &f, "it says %u, and %u was given out",
			    look.last, look.least);
}

/* What a home is made with: passes and submits do not make it again. */
static void
look_for_parts(struct doctor *d)
{
	static const char *const dirs[] = {
		"queue",       "queue/held",  "queue/alive", "queue/launching",
		"queue/after", "queue/begin", "queue/pool",  "jobs",
		"unique",      "bad",
	};
	static const char *const marks[] = {"wake", "queue/launching/.wanted"};

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (!file_exists(d->home->fd, dirs[i]))
			doctor_find(d,
				    &(struct fault){.path = dirs[i],
						    .mend = MEND_DIR},
				    "the directory is missing");
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (!file_exists(d->home->fd, marks[i]))
			doctor_find(d,
				    &(struct fault){.path = marks[i],
						    .mend = MEND_MARK},
				    "the file is missing");
}

/* Who submits makes what is missing of a pool; a pass does not. */
static void
look_at_pools(struct doctor *d)
{
	autonames struct file_names pools = FILE_NAMES_INIT;

	queue_pools(d->home, &pools, NULL);
	for (size_t i = 0; i < pools.count; i++) {
		autofree char *waiting =
			mem_printf("queue/pool/%s/waiting", pools.names[i]);
		autofree char *running =
			mem_printf("queue/pool/%s/running", pools.names[i]);

		if (!file_exists(d->home->fd, running) &&
		    file_count(d->home->fd, waiting) > 0)
			doctor_find(d,
				    &(struct fault){.path = running,
						    .mend = MEND_DIR},
				    "the directory is missing");
	}
}

/* Who works under the lock, or died doing so. */
static void
look_at_passes(struct doctor *d)
{
	struct pass_note note;
	autobuf struct buf stuck = BUF_INIT;
	char since[TEXT_TIME_SIZE];
	struct fault f = {.object = "scheduler.pid", .mend = MEND_PASS};
	bool works = doctor_pass_works(d);

	note_read(d->home, &note);
	if (note.there && !works)
		doctor_find(d, &f,
			    "the last pass, process %d, died; it had "
			    "begun %s",
			    (int)note.pass.pid,
			    text_time(note.since_ms, since));
	else if (reap_stuck(d->home, false, false, &stuck))
		doctor_find(
			d,
			&(struct fault){.object = f.object,
					.advice = "mj-schedule ends it after "
						  "stuck_kill"},
			"pass %d has held the lock since %s",
			(int)note.pass.pid, text_time(note.since_ms, since));
}

static void
look_at_bad(struct doctor *d)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(d->home->fd, "bad", &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("bad/%s", names.names[i]);
		autobuf struct buf why = BUF_INIT;
		struct fault f = {.path = path,
				  .advice = "keep what you need of it "
					    "elsewhere, then remove it"};

		if (queue_parse_id(names.names[i], &f.job) == 0)
			view_aside(d->home, f.job, &why);
		doctor_find(d, &f, "set aside: %s",
			    why.len ? buf_text(&why) : "not by mj");
	}
}

/* What was being built when its maker was killed. */
static void
look_for_left(struct doctor *d, const char *dir, const char *prefix)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	int at_work = -1; /* whether a maker is: that takes a look at every process */

	file_list_hidden(d->home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path =
			strcmp(dir, ".") != 0
				? mem_printf("%s/%s", dir, names.names[i])
				: mem_copy(names.names[i]);

		if (strncmp(names.names[i], prefix, strlen(prefix)) != 0 ||
		    doctor_age(d, path) < DOCTOR_OLD_MS)
			continue;
		if (at_work < 0)
			at_work = doctor_maker_works(d->home);
		if (at_work)
			break;
		doctor_find(d, &(struct fault){.path = path, .mend = MEND_LEFT},
			    "left by a command that was killed");
	}
}

/* What a gc that was killed did not remove any more. */
static void
look_for_gone(struct doctor *d)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	file_list(d->home->fd, "gone", &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("gone/%s", names.names[i]);

		if (doctor_age(d, path) >= DOCTOR_OLD_MS)
			doctor_find(d,
				    &(struct fault){.path = path,
						    .mend = MEND_GONE},
				    "an mj gc was killed while it removed it");
	}
}

void
doctor_left(struct doctor *d)
{
	look_for_left(d, "jobs", ".new.");
	look_for_left(d, "queue/pool", ".bulk.");
}

void
doctor_home(struct doctor *d)
{
	look_at_settings(d);
	look_at_home_file(d);
	look_at_disk(d);
	look_at_logs(d);
	look_at_seq(d);
	look_for_parts(d);
	look_at_pools(d);
	look_at_shell(d);
	look_at_bad(d);
	if (!home_here(d->home))
		return;
	look_at_passes(d);
	look_for_left(d, ".", ".home.");
	doctor_left(d);
	look_for_gone(d);
}

void
doctor_pools(struct doctor *d)
{
	const char *last = "";

	if (d->home->config_error.code)
		return;
	for (size_t i = 0; i < d->count; i++) {
		const struct request *r = &d->entries[i].r;
		struct fault f = {.job = r->job,
				  .advice = "add the pool to config.ini, or "
					    "cancel what waits for it"};

		if (d->entries[i].kind != ENTRY_WAITING || r->rank ||
		    !strcmp(r->pool, last) ||
		    config_pool(&d->home->config, r->pool))
			continue;
		last = r->pool;
		doctor_find(d, &f, "it waits for pool %s, which is not there",
			    r->pool);
	}
}

/* The owner reads and writes it, others may not write it, nor read what may be secret. */
bool
doctor_mode(const struct home *home, const char *path, mode_t *is,
	    mode_t *right)
{
	struct file_info info;
	const char *name = strrchr(path, '/');
	bool secret = name && !strcmp(name, "/env");

	if (file_info(home->fd, path, &info) < 0 || S_ISLNK(info.mode) ||
	    info.uid != sys_uid())
		return false;
	*is = info.mode;
	*right = info.mode & ~(mode_t)(secret ? OTHERS_ALL : OTHERS_WRITE);
	*right |= OWNER_ALL;
	if (S_ISDIR(info.mode))
		*right |= S_IXUSR;
	return true;
}

static void
check_rights(struct doctor *d, const char *path)
{
	struct file_info info;
	struct fault f = {.path = path, .mend = MEND_RIGHTS};
	mode_t is, right;

	if (doctor_mode(d->home, path, &is, &right)) {
		if (is != right)
			doctor_find(d, &f,
				    "its mode is %04o, and should be %04o",
				    (unsigned)(is & 07777),
				    (unsigned)(right & 07777));
	} else if (file_info(d->home->fd, path, &info) == 0 &&
		   info.uid != sys_uid()) {
		f.mend = MEND_HAND;
		f.advice = "chown it, as root";
		doctor_find(d, &f, "it belongs to user %u", (unsigned)info.uid);
	}
}

static void
check_below(struct doctor *d, const char *dir)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	check_rights(d, dir);
	file_list(d->home->fd, dir, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("%s/%s", dir, names.names[i]);

		/* a request to cancel may be made by anybody's touch */
		if (strncmp(names.names[i], "cancel", 6) != 0)
			check_rights(d, path);
	}
}

void
doctor_rights(struct doctor *d)
{
	static const char *const paths[] = {
		"config.ini", "home",	    "seq",	   "wake",
		"queue",       "queue/held",  "queue/alive", "queue/launching",
		"queue/after", "queue/begin", "queue/pool",  "jobs",
		"unique",      "bad",	      "timer",	     "scheduler.pid",
		"passes",
	};
	autonames struct file_names jobs = FILE_NAMES_INIT;
	autonames struct file_names pools = FILE_NAMES_INIT;
	struct file_info home;

	/* A home that is read-only as a whole is meant to be. */
	if (file_info_fd(d->home->fd, &home) < 0 || !(home.mode & S_IWUSR))
		return;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		check_rights(d, paths[i]);
	queue_pools(d->home, &pools, NULL);
	for (size_t i = 0; i < pools.count; i++) {
		autofree char *dir =
			mem_printf("queue/pool/%s", pools.names[i]);

		check_below(d, dir);
	}
	jobs_list(d->home, &jobs, NULL);
	for (size_t i = 0; i < jobs.count; i++) {
		autofree char *dir = mem_printf("jobs/%s", jobs.names[i]);

		check_below(d, dir);
	}
}
