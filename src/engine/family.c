/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/family.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "os/cgroup.h"
#include "os/file.h"
#include "os/sys.h"

#define KILL_WAIT_MS 10	     /* first pause between rounds of KILL */
#define KILL_WAIT_MAX_MS 1000
#define STUCK_AFTER_MS 1000
#define UNSETTLED_WAIT_MS 1
#define PARENTS_MAX 64
#define EMPTY_SCANS 2 /* by tag: a process may be between fork and exec in one */

void
members_add(struct members *m, const struct member *member)
{
	m->list = mem_grow(m->list, m->count, &m->cap, sizeof(m->list[0]));
	m->list[m->count++] = *member;
}

static void
add_seen(struct members *m, pid_t pid, const struct proc_stat *stat)
{
	struct member seen = {pid, stat->start, stat->state};

	members_add(m, &seen);
}

bool
members_has(const struct members *m, const struct member *wanted)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->list[i].pid == wanted->pid &&
		    m->list[i].start == wanted->start)
			return true;
	return false;
}

void
members_release(struct members *m)
{
	free(m->list);
	*m = (struct members)MEMBERS_INIT;
}

static bool
holds_pipe(const struct family *f, pid_t pid)
{
	for (int i = 0; i < FAMILY_PIPES; i++)
		if (f->pipes[i] && proc_holds_pipe(pid, f->pipes[i]) == 1)
			return true;
	return false;
}

/* By tag, in a controller with more than one orphaned attempt below it. */
static bool
belongs(const struct family *f, pid_t pid)
{
	char tag[256];
	int found;

	if (!f->tag)
		return true;
	found = proc_environ(pid, "MJ_TAG=", tag, sizeof(tag));
	if (found == 1)
		return strcmp(tag, f->tag) == 0;
	return holds_pipe(f, pid);
}

/*
 * Look at one child of parent.  A child whose parent died meanwhile has moved up to top,
 * where it may have been passed over: then the scan settles nothing.
 */
static void
look_at_child(const struct family *f, pid_t parent, pid_t pid,
	      struct pids *todo, struct members *out)
{
	struct proc_stat stat;

	if (proc_stat(pid, &stat) < 0) {
		out->unsettled = true;
		return;
	}
	if (stat.dead) {
		if (parent == f->top && !(f->spare && pids_has(f->spare, pid)))
			out->unsettled = true; /* unreaped: its children moved */
		return;
	}
	if (stat.parent != parent && stat.parent != f->top) {
		out->unsettled = true;
		return;
	}
	if (proc_is_ours(pid))
		return;
	pids_add(todo, pid);
	if (belongs(f, pid))
		add_seen(out, pid, &stat);
}

/* Breadth first, so that parents get a signal before they fork more. */
static void
list_below(const struct family *f, struct members *out)
{
	autopids struct pids todo = PIDS_INIT;

	pids_add(&todo, f->top);
	for (size_t i = 0; i < todo.count; i++) {
		autopids struct pids children = PIDS_INIT;

		if (proc_children(todo.list[i], &children) < 0)
			out->unsettled = true;
		for (size_t k = 0; k < children.count; k++)
			look_at_child(f, todo.list[i], children.list[k], &todo,
				      out);
	}
}

/* One that cannot be looked at: if it is ours it is named. */
static void
see_unreadable(pid_t pid, struct members *out)
{
	struct file_info info;
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	if (file_info(AT_FDCWD, path, &info) == 0 && info.uid == sys_uid())
		out->unreadable = pid;
}

/* A program of a pool and what it runs; who left its session was to outlive it. */
static bool
is_called(pid_t pid, const struct proc_stat *stat)
{
	char first[24], session[24];

	snprintf(session, sizeof(session), "%d", (int)stat->session);
	return proc_environ(pid, "MJ_CALL=", first, sizeof(first)) == 1 &&
	       !strcmp(first, session);
}

static void
list_by_tag(const struct family *f, struct members *out)
{
	autopids struct pids all = PIDS_INIT;

	if (proc_all(&all) < 0)
		out->unsettled = true;
	for (size_t i = 0; i < all.count; i++) {
		pid_t pid = all.list[i];
		struct proc_stat stat;
		char tag[256];
		int found;

		if (proc_stat(pid, &stat) < 0 || stat.start < f->since ||
		    stat.dead)
			continue;
		found = proc_environ(pid, "MJ_TAG=", tag, sizeof(tag));
		if (found < 0)
			see_unreadable(pid, out);
		else if (((found == 1 && !strcmp(tag, f->tag)) ||
			  holds_pipe(f, pid)) &&
			 (!f->called || is_called(pid, &stat)) &&
			 !proc_is_ours(pid))
			add_seen(out, pid, &stat);
	}
}

/* Whether a process comes of an mj that is in the group, too: a task may launch. */
static bool
is_below_ours(const struct pids *group, pid_t pid)
{
	struct proc_stat stat;

	for (int depth = 0; depth < PARENTS_MAX; depth++) {
		if (!pids_has(group, pid))
			return false;
		if (proc_is_ours(pid))
			return true;
		if (proc_stat(pid, &stat) < 0)
			return false;
		pid = stat.parent;
	}
	return true;
}

/* Append who of those in its control group is not there yet.  Return whether all are its own. */
static bool
list_in_group(const struct family *f, struct members *out)
{
	autopids struct pids in = PIDS_INIT;
	bool own = true;

	if (cgroup_pids(f->cgroup, &in) < 0)
		return false;
	for (size_t i = 0; i < in.count; i++) {
		struct proc_stat stat;
		struct member one = {.pid = in.list[i]};

		if (proc_stat(one.pid, &stat) < 0 || stat.dead)
			continue;
		one.start = stat.start;
		if (is_below_ours(&in, one.pid))
			own = false;
		else if (!members_has(out, &one))
			add_seen(out, one.pid, &stat);
	}
	return own;
}

void
family_list(const struct family *f, struct members *out)
{
	if (f->top)
		list_below(f, out);
	else
		list_by_tag(f, out);
	if (f->cgroup)
		list_in_group(f, out);
}

bool
family_tell(const struct family *f, const struct member *m, int signo)
{
	struct proc p = {.pid = m->pid, .start = m->start};
	autoclose int fd = -1;

	snprintf(p.boot, sizeof(p.boot), "%s", f->boot);
	errno = 0;
	fd = proc_open(&p, f->boot);
	if (fd >= 0 && proc_signal(fd, signo) == 0)
		return true;
	/* gone, another one, not ours to signal; else it could not be looked at */
	return !errno || errno == ESRCH || errno == ENOENT || errno == EPERM;
}

void
family_signal(const struct family *f, int signo)
{
	automembers struct members now = MEMBERS_INIT;

	family_list(f, &now);
	for (size_t i = 0; i < now.count; i++)
		family_tell(f, &now.list[i], signo);
}

void
ending_start(struct ending *ending, int64_t now_ms, int64_t grace_ms)
{
	int64_t kill_at = now_ms + grace_ms;

	if (!ending->active || kill_at < ending->kill_at_ms)
		ending->kill_at_ms = kill_at;
	ending->active = true;
}

/*
 * TERM, once each; CONT after it, or a stopped process would never see it.  Return whether
 * all of them were told.
 */
static bool
tell_new(struct ending *ending, const struct family *f,
	 const struct members *now)
{
	bool all = true;

	for (size_t i = 0; i < now->count; i++) {
		if (members_has(&ending->told, &now->list[i]))
			continue;
		if (family_tell(f, &now->list[i], SIGTERM) &&
		    family_tell(f, &now->list[i], SIGCONT))
			members_add(&ending->told, &now->list[i]);
		else
			all = false;
	}
	return all;
}

/* All at once, whatever they fork meanwhile; not where an mj of another job is among them. */
static void
kill_group(const struct family *f)
{
	automembers struct members in = MEMBERS_INIT;

	if (f->cgroup && list_in_group(f, &in))
		cgroup_kill(f->cgroup);
}

static int64_t
kill_round(struct ending *ending, const struct family *f,
	   const struct members *now, int64_t now_ms)
{
	if (!ending->killing) {
		ending->killing = true;
		ending->first_kill_ms = now_ms;
		ending->wait_ms = KILL_WAIT_MS;
	}
	kill_group(f);
	for (size_t i = 0; i < now->count; i++)
		family_tell(f, &now->list[i], SIGKILL);
	if (now_ms - ending->first_kill_ms > STUCK_AFTER_MS)
		ending->stuck = now->list[0].pid;
	if (ending->stuck && ending->wait_ms < KILL_WAIT_MAX_MS)
		ending->wait_ms *= 2;
	return ending->wait_ms;
}

int64_t
ending_step(struct ending *ending, const struct family *f, int64_t now_ms)
{
	automembers struct members now = MEMBERS_INIT;
	bool told;

	family_list(f, &now);
	ending->unreadable = now.unreadable;
	if (now.count == 0 && now.unsettled)
		return UNSETTLED_WAIT_MS;
	if (now.count == 0) {
		ending->stuck = 0;
		if (f->top || ++ending->empty >= EMPTY_SCANS)
			return 0;
		return KILL_WAIT_MS;
	}
	ending->empty = 0;
	if (now_ms >= ending->kill_at_ms)
		return kill_round(ending, f, &now, now_ms);
	told = tell_new(ending, f, &now);
	/* By tag nobody tells us of an end: look again soon. */
	if ((!f->top || !told) && ending->kill_at_ms - now_ms > 50)
		return 50;
	return ending->kill_at_ms - now_ms;
}

void
ending_release(struct ending *ending)
{
	members_release(&ending->told);
	*ending = (struct ending){0};
}
