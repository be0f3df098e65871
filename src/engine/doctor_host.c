/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at the machine: processes left over, the timer, what logind would kill. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/doctor_parts.h"
#include "os/proc.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "store/jobs.h"

#define LOGINCTL_MS 3000 /* a bus that hangs tells nothing */
#define ANSWER_MAX 65536
#define ZOMBIES_MANY 16 /* of process 1: it would have fetched so many */
#define ZOMBIES_LOOKS 40
#define ZOMBIES_WAIT_MS 50

/* A process that carries the tag of an attempt of this home. */
struct tagged {
	uint32_t job;
	char task[TASK_NAME_MAX + 1];
	unsigned attempt;
};

static bool
read_tag(const struct home *home, const char *tag, struct tagged *out)
{
	size_t len = strlen(home->id);
	char boot[PROC_BOOT_SIZE];

	return !strncmp(tag, home->id, len) && tag[len] == ':' &&
	       sscanf(tag + len + 1, "%39[^:]:%u:%40[^:]:%u", boot, &out->job,
		      out->task, &out->attempt) == 4 &&
	       !strcmp(boot, home->boot);
}

static bool
has_ended(const struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	bool final = jobs_record(home, job, &r, NULL) == 0 &&
		     jobs_final(home, job, &r);

	record_release(&r);
	return final;
}

/* No process of a job outlives it, unless the settings keep what commands leave behind. */
static void
look_for_processes(struct doctor *d)
{
	autopids struct pids all = PIDS_INIT;
	char tag[256], name[17];
	struct tagged t;

	if (d->home->config.leftovers == LEFTOVERS_KEEP || proc_all(&all) < 0)
		return;
	for (size_t i = 0; i < all.count; i++) {
		struct fault f = {.advice = "end it if it is not wanted"};

		if (proc_environ(all.list[i], "MJ_TAG=", tag, sizeof(tag)) !=
			    1 ||
		    !read_tag(d->home, tag, &t) || proc_is_ours(all.list[i]) ||
		    !has_ended(d->home, t.job))
			continue;
		f.job = t.job;
		doctor_find(d, &f,
			    "process %d (%s) of attempt %u of task %s lives on",
			    (int)all.list[i], proc_name(all.list[i], name),
			    t.attempt, t.task);
	}
}

static bool
is_owed_anything(const struct doctor *d)
{
	for (size_t i = 0; i < d->count; i++)
		if (d->entries[i].kind != ENTRY_HELD)
			return true;
	return false;
}

/* A pass was asked for and nobody runs it; a new home has the mark, and nothing to do. */
static void
look_for_pass(struct doctor *d)
{
	if (!is_owed_anything(d) || d->home->config_error.code ||
	    doctor_pass_works(d) || !home_woken(d->home, WAKE_PASS))
		return;
	doctor_find(d, &(struct fault){.object = "wake", .mend = MEND_PASS},
		    "a pass is wanted, and none is at work");
}

/* Without a timer nobody comes after a restart of the machine. */
static void
look_for_timer(struct doctor *d)
{
	struct file_info info;
	char since[TEXT_TIME_SIZE];

	if ((!is_owed_anything(d) &&
	     file_count(d->home->fd, "queue/begin") <= 0) ||
	    file_info(d->home->fd, "scheduler.pid", &info) < 0 ||
	    sys_wall_ms() - info.changed_ms < DOCTOR_OLD_MS)
		return;
	doctor_find(d,
		    &(struct fault){.object = "timer",
				    .advice = "let one run mj-schedule each "
					      "minute, see mj-schedule(8)"},
		    "the last pass was at %s, and jobs are owed: no timer "
		    "runs passes",
		    text_time(info.changed_ms, since));
}

/* The answer of a child, until it closes the pipe or the time is up. */
static void
read_answer(int fd, struct buf *to)
{
	int64_t until_ms = sys_boot_ms() + LOGINCTL_MS;
	struct pollfd wait = {fd, POLLIN, 0};

	while (to->len < ANSWER_MAX) {
		int64_t left_ms = until_ms - sys_boot_ms();
		char *room = buf_room(to, 4096);
		ssize_t n;

		if (left_ms <= 0 || sys_poll(&wait, 1, left_ms) <= 0)
			return;
		n = sys_read(fd, room, 4096);
		if (n <= 0)
			return;
		to->len += (size_t)n;
		to->data[to->len] = '\0';
	}
}

static void
become_loginctl(const char *user, int out)
{
	char *argv[] = {(char[]){"loginctl"}, (char[]){"show-user"},
			mem_copy(user), NULL};
	autoclose int in = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
	struct spawn s = {
		.argv = argv,
		.envp = environ,
		.path_list = getenv("PATH"),
		.dir = "/",
		.umask = 077,
		.in = in,
		.out = out,
	};

	spawn_exec(&s);
	spawn_exit(127);
}

/* What loginctl says of a user (NULL: of itself), lines of KEY=VALUE; "" without logind. */
static void
ask_loginctl(const char *user, struct buf *to)
{
	int ends[2];
	struct proc child = {0};
	struct proc_stat stat;
	struct spawn_end end;

	if (sys_pipe(ends, true) < 0)
		return;
	child.pid = spawn_fork(SPAWN_CHILD);
	if (child.pid == 0)
		become_loginctl(user, ends[1]);
	sys_close(&ends[1]);
	if (child.pid > 0) {
		autoclose int pidfd = -1;

		if (proc_stat(child.pid, &stat) == 0)
			child.start = stat.start;
		read_answer(ends[0], to);
		pidfd = proc_open(&child, "");
		if (pidfd >= 0)
			proc_signal(pidfd, SIGKILL);
		spawn_reap(child.pid, true, &end);
	}
	sys_close(&ends[0]);
}

/* The value of a line KEY=VALUE in out; "" when there is none. */
static const char *
answer(const struct buf *text, const char *key, char *out, size_t size)
{
	size_t len = strlen(key);

	out[0] = '\0';
	for (const char *line = buf_text(text); *line;
	     line += strcspn(line, "\n"), line += *line == '\n')
		if (!strncmp(line, key, len) && line[len] == '=')
			snprintf(out, size, "%.*s",
				 (int)strcspn(line + len + 1, "\n"),
				 line + len + 1);
	return out;
}

/* Whether a list of words separated by spaces has this one. */
static bool
has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = list; len && (at = strstr(at, word)); at += len)
		if ((at == list || at[-1] == ' ') &&
		    (at[len] == '\0' || at[len] == ' '))
			return true;
	return false;
}

/* Whether logind kills what this user leaves running at the logout. */
static bool
kills_at_logout(const struct buf *manager, const char *user)
{
	char kills[8], only[480], exclude[480];

	answer(manager, "KillUserProcesses", kills, sizeof(kills));
	answer(manager, "KillOnlyUsers", only, sizeof(only));
	answer(manager, "KillExcludeUsers", exclude, sizeof(exclude));
	return !strcmp(kills, "yes") && !has_word(exclude, user) &&
	       (!only[0] || has_word(only, user));
}

/* Whether a process is below the user's systemd, which ends with the last session. */
static bool
is_below_user_systemd(pid_t pid)
{
	autobuf struct buf text = BUF_INIT;
	char path[40], unit[40];

	snprintf(path, sizeof(path), "/proc/%d/cgroup", (int)pid);
	snprintf(unit, sizeof(unit), "/user@%u.service", (unsigned)sys_uid());
	return file_read(AT_FDCWD, path, 0, 65536, &text, NULL) == 0 &&
	       strstr(buf_text(&text), unit);
}

static bool
controllers_end_with_session(struct doctor *d)
{
	autonames struct file_names alive = FILE_NAMES_INIT;

	file_list(d->home->fd, "queue/alive", &alive, NULL);
	for (size_t i = 0; i < alive.count; i++) {
		autofree char *path =
			mem_printf("jobs/%s/controller.pid", alive.names[i]);
		struct proc p;
		autoclose int fd = -1;

		if (jobs_pid_read(d->home, path, &p, NULL) == 0)
			fd = proc_open(&p, d->home->boot);
		if (fd >= 0 && is_below_user_systemd(p.pid))
			return true;
	}
	return false;
}

static void
look_at_linger(struct doctor *d)
{
	autobuf struct buf manager = BUF_INIT;
	autobuf struct buf mine = BUF_INIT;
	char uid[16], name[256], linger[8];
	struct fault f = {.object = "linger",
			  .advice = "loginctl enable-linger"};

	snprintf(uid, sizeof(uid), "%u", (unsigned)sys_uid());
	ask_loginctl(uid, &mine);
	if (strcmp(answer(&mine, "Linger", linger, sizeof(linger)), "no") != 0)
		return;
	ask_loginctl(NULL, &manager);
	answer(&mine, "Name", name, sizeof(name));
	if (kills_at_logout(&manager, name))
		doctor_find(d, &f,
			    "it is off, and logind kills your processes "
			    "when you log out");
	else if (is_below_user_systemd(sys_pid()) ||
		 controllers_end_with_session(d))
		doctor_find(d, &f,
			    "it is off, and what your systemd started "
			    "ends when you log out");
}

/* Leave of the children of process 1 only those that have ended and are there still. */
static void
keep_dead(struct pids *children)
{
	size_t kept = 0;

	for (size_t i = 0; i < children->count; i++) {
		struct proc_stat stat;

		if (proc_stat(children->list[i], &stat) == 0 && stat.dead)
			children->list[kept++] = children->list[i];
	}
	children->count = kept;
}

/*
 * In a container any program may be process 1.  Controllers and those who start passes are
 * its children, as nobody else is there who could be their parent.  One that fetches them
 * may be late: the same ones must be there for a while.
 */
static void
look_at_process_1(struct doctor *d)
{
	autopids struct pids children = PIDS_INIT;
	struct fault f = {.object = "process 1",
			  .advice = "let it be mj-schedule --every 60, or an "
				    "init (docker run --init)"};

	if (proc_children(1, &children) < 0)
		return;
	keep_dead(&children);
	for (int i = 0; i < ZOMBIES_LOOKS && children.count >= ZOMBIES_MANY; i++) {
		sys_sleep_ms(ZOMBIES_WAIT_MS);
		keep_dead(&children);
	}
	if (children.count >= ZOMBIES_MANY)
		doctor_find(d, &f,
			    "%zu processes have ended and it has not fetched "
			    "them; each job adds two, until there is no number "
			    "for another process",
			    children.count);
}

void
doctor_host(struct doctor *d)
{
	look_for_processes(d);
	look_for_pass(d);
	look_for_timer(d);
	look_at_linger(d);
	look_at_process_1(d);
}
