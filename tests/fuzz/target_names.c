/* SPDX-License-Identifier: Apache-2.0 */
/* Names of entries: what reads is exactly what we write, so no two names mean the same. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "store/jobs.h"
#include "store/notices.h"
#include "store/queue.h"

static void
read_request(const char *name)
{
	struct request r = {.pool = "local"};
	autofree char *path = NULL;

	if (queue_parse_request(name, &r) < 0)
		return;
	must(r.job > 0 && r.round > 0 && r.rank != 1);
	must(!r.task[0] || text_name_ok(r.task, TASK_NAME_MAX));
	request_shard(&r, 0, false);
	path = queue_request_path(&r);
	must(!strcmp(queue_entry_name(path), name));
}

static void
read_task(const char *name)
{
	char task[TASK_NAME_MAX + 1], again[80];
	uint32_t job;

	if (queue_parse_task(name, &job, task) < 0)
		return;
	snprintf(again, sizeof(again), "%010u.%s", job, task);
	must(!strcmp(again, name));
}

static void
read_id(const char *name)
{
	char again[16];
	uint32_t job;

	if (queue_parse_id(name, &job) < 0)
		return;
	snprintf(again, sizeof(again), "%010u", job);
	must(!strcmp(again, name));
}

static void
read_notice(const char *name)
{
	char again[NOTICE_NAME_SIZE];
	int64_t begin_ms;
	uint32_t job;

	if (notices_parse_begin(name, &begin_ms, &job) < 0)
		return;
	notices_begin_name(begin_ms, job, again);
	must(!strcmp(again, name));
}

/* A shard is read off the disk, as pieces of a path. */
static void
read_shard(const char *name)
{
	struct request r = {.job = 7, .round = 1, .pool = "local"};
	struct request again = {.job = 7, .round = 1, .pool = "local"};
	struct admit_array array;
	autofree char *path = NULL;

	snprintf(r.shard, sizeof(r.shard), "%s", name);
	path = queue_held_path(&r);
	must(strlen(path) > 0);
	if (!request_array(&r, &array))
		return;
	must(array.max > 0);
	request_shard_bulk(&again, 0, array.first, array.count, array.max);
	request_reshard(&r, 0);
	must(strlen(r.shard) < sizeof(r.shard));
	must(strchr(r.shard, '/') && strchr(again.shard, '/'));
}

void
fuzz_names(const char *bytes, size_t len)
{
	autofree char *name = fuzz_text_of(bytes, len);

	read_request(name);
	read_task(name);
	read_id(name);
	read_notice(name);
	read_shard(name);
	jobs_is_runner_file(name);
}
