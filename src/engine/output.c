/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/jobs.h"

#define PUMP_SIZE (1u << 20)
#define PUMP_ROUNDS 64
#define SPARE_FDS 16

void
output_close(int (*pipes)[2])
{
	for (int i = 0; i < LOG_KIND_COUNT; i++) {
		sys_close(&pipes[i][0]);
		sys_close(&pipes[i][1]);
	}
}

int
output_pipes(int (*pipes)[2], bool split)
{
	uint64_t soft = 0, hard;
	int count = split ? LOG_KIND_COUNT : LOG_ERRORS, last = -1;

	sys_limit(RLIMIT_NOFILE, &soft, &hard);
	for (int i = 0; i < count; i++) {
		if (sys_pipe(pipes[i], true) < 0) {
			output_close(pipes);
			return -1;
		}
		if (pipes[i][1] > last)
			last = pipes[i][1];
	}
	if ((uint64_t)last + SPARE_FDS < soft)
		return 0;
	output_close(pipes);
	errno = EMFILE;
	return -1;
}

void
output_open(struct output *o)
{
	if (!o->path || o->log >= 0)
		return;
	o->log = logs_open(o->path, NULL);
	o->full = false;
	o->hole_end = LOG_HEAD;
	/* who pumped before us may have freed something */
	if (o->log >= 0 && o->max)
		o->hole_end = file_next_data(o->log, LOG_HEAD);
}

/*
 * The log was deleted: go on in a new one of the same name, unless the job went with it,
 * which is renamed before its logs are removed.
 */
static void
check_log(struct output *o)
{
	struct file_info info;
	autofree char *dir = NULL;

	if (o->log >= 0 && file_info_fd(o->log, &info) == 0 && info.links == 0)
		sys_close(&o->log);
	if (o->log >= 0)
		return;
	dir = jobs_path(o->job, NULL);
	if (file_exists(o->home->fd, dir))
		output_open(o);
}

/* Without room the output is dropped and counted: the task must not stop. */
static void
drop(struct output *o)
{
	char sink[16384];
	ssize_t n = sys_read(o->pipe[0], sink, sizeof(sink));

	if (n > 0)
		o->lost += (uint64_t)n;
}

/* Write a line of ours at the end of the log.  Return whether there was room for it. */
static bool
say_in_log(const struct output *o, const char *text)
{
	autoclose int pipe_in = -1, pipe_out = -1;
	int ends[2];
	size_t ignored = 0;

	if (sys_pipe(ends, true) < 0)
		return false;
	pipe_in = ends[0];
	pipe_out = ends[1];
	return sys_write_all(pipe_out, text, strlen(text)) == 0 &&
	       sys_splice_end(pipe_in, o->log, strlen(text), &ignored) > 0;
}

/* Say what was lost as soon as there is room to say it. */
static bool
tell_lost(struct output *o)
{
	autofree char *text =
		mem_printf("\n[mj: %llu bytes of output are lost here: the disk "
			   "of the log was full]\n",
			   (unsigned long long)o->lost);

	if (o->full || !say_in_log(o, text))
		return false;
	o->lost = 0;
	return true;
}

/* Up to where to free, so that an eighth of the limit may come before the next time. */
static uint64_t
new_hole_end(const struct output *o, uint64_t size)
{
	uint64_t kept = o->max - LOG_HEAD - o->max / 8;

	return (size - kept + LOG_HEAD - 1) / LOG_HEAD * LOG_HEAD;
}

/* Free what is neither at the start nor new, when the log has come to its limit. */
static void
keep_limit(struct output *o)
{
	struct file_info info;
	uint64_t end;

	if (!o->max || file_info_fd(o->log, &info) < 0)
		return;
	if (info.size < o->hole_end) { /* it was cut from outside */
		o->hole_end = LOG_HEAD;
		o->full = false;
	}
	if (o->full || info.size - (o->hole_end - LOG_HEAD) <= o->max ||
	    info.size < LOG_HEAD)
		return;
	end = new_hole_end(o, info.size);
	if (file_punch(o->log, LOG_HEAD, end) == 0) {
		o->hole_end = end;
		return;
	}
	if (errno == EOPNOTSUPP || errno == ENOSYS)
		o->full = say_in_log(o, "\n[mj: log_max: this file system cannot "
					"free a part of a file: what follows is "
					"dropped]\n");
}

void
output_pump(struct output *o)
{
	/* A task that never stops writing must not keep us from all else. */
	for (int i = 0; i < PUMP_ROUNDS && sys_pending(o->pipe[0]) > 0; i++) {
		size_t lost = 0;
		ssize_t n;

		check_log(o);
		if (o->log >= 0)
			keep_limit(o);
		if (o->log < 0 || o->full || (o->lost && !tell_lost(o))) {
			drop(o);
			continue;
		}
		n = sys_splice_end(o->pipe[0], o->log, PUMP_SIZE, &lost);
		o->lost += lost;
		if (n == 0 || (n < 0 && errno == EAGAIN))
			return;
		if (n < 0 && !lost)
			drop(o);
	}
	if (o->lost && o->log >= 0 && sys_pending(o->pipe[0]) == 0)
		tell_lost(o);
	if (o->log >= 0)
		keep_limit(o);
}

void
output_release(struct output *o)
{
	sys_close(&o->pipe[0]);
	sys_close(&o->pipe[1]);
	sys_close(&o->log);
	free(o->path);
	*o = (struct output)OUTPUT_NONE;
}
