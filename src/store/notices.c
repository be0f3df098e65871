/* SPDX-License-Identifier: Apache-2.0 */
#include "store/notices.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/sys.h"
#include "store/queue.h"

#define SECONDS_DIGITS 12
#define SECONDS_MAX 999999999999LL

static char *
dep_path(uint32_t dep)
{
	return mem_printf("queue/after/%010u", dep);
}

static char *
after_path(uint32_t dep, uint32_t job)
{
	return mem_printf("queue/after/%010u/%010u", dep, job);
}

/* The second is that from which on begin_ms is past. */
const char *
notices_begin_name(int64_t begin_ms, uint32_t job, char *out)
{
	int64_t seconds = begin_ms > 0 ? (begin_ms + 999) / 1000 : 0;

	if (seconds > SECONDS_MAX)
		seconds = SECONDS_MAX;
	snprintf(out, NOTICE_NAME_SIZE, "%012lld.%010u", (long long)seconds, job);
	return out;
}

static char *
begin_path(int64_t begin_ms, uint32_t job)
{
	char name[NOTICE_NAME_SIZE];

	return mem_printf("queue/begin/%s",
			  notices_begin_name(begin_ms, job, name));
}

/* The directory goes when it is empty, perhaps between our mkdir and our touch. */
int
notices_after(const struct home *home, uint32_t dep, uint32_t job, struct err *e)
{
	autofree char *dir = dep_path(dep);
	autofree char *path = after_path(dep, job);
	struct err own = {0};

	for (int tries = 0; tries < 100; tries++) {
		if (file_touch(home->fd, path, &own) == 0)
			return 0;
		if (own.code != ERR_MISSING)
			break;
		if (file_mkdir(home->fd, "queue/after", true, e) < 0 ||
		    file_mkdir(home->fd, dir, true, e) < 0)
			return -1;
	}
	if (e)
		*e = own;
	return -1;
}

int
notices_begin(const struct home *home, int64_t begin_ms, uint32_t job,
	    struct err *e)
{
	autofree char *path = begin_path(begin_ms, job);
	struct err own = {0};

	if (file_touch(home->fd, path, &own) == 0)
		return 0;
	if (own.code == ERR_MISSING &&
	    file_mkdir(home->fd, "queue/begin", true, e) == 0)
		return file_touch(home->fd, path, e);
	if (e)
		*e = own;
	return -1;
}

int
notices_publish(const struct home *home, uint32_t job, const struct record *r,
	      struct err *e)
{
	const struct after *a;

	for (size_t at = 0; (a = record_after(r, &at));)
		if (notices_after(home, a->job, job, e) < 0)
			return -1;
	return r->begin_ms ? notices_begin(home, r->begin_ms, job, e) : 0;
}

bool
notices_complete(const struct home *home, uint32_t job, const struct record *r)
{
	autofree char *begin = begin_path(r->begin_ms, job);
	const struct after *a;

	for (size_t at = 0; (a = record_after(r, &at));) {
		autofree char *path = after_path(a->job, job);

		if (!file_exists(home->fd, path))
			return false;
	}
	return !r->begin_ms || file_exists(home->fd, begin);
}

void
notices_drop_after(const struct home *home, uint32_t dep, uint32_t job)
{
	autofree char *dir = dep_path(dep);
	autofree char *path = after_path(dep, job);

	file_unlink(home->fd, path, NULL);
	file_rmdir(home->fd, dir);
}

void
notices_drop_begin(const struct home *home, const char *name)
{
	autofree char *path = mem_printf("queue/begin/%s", name);

	file_unlink(home->fd, path, NULL);
}

void
notices_withdraw(const struct home *home, uint32_t job, const struct record *r)
{
	autofree char *begin = begin_path(r->begin_ms, job);

	for (size_t i = 0; i < r->after_count; i++)
		notices_drop_after(home, r->afters[i].job, job);
	if (r->begin_ms)
		file_unlink(home->fd, begin, NULL);
}

int
notices_dependents(const struct home *home, uint32_t dep, struct file_names *out,
		 struct err *e)
{
	autofree char *dir = dep_path(dep);

	return file_list(home->fd, dir, out, e);
}

int
notices_deps(const struct home *home, struct file_names *out, struct err *e)
{
	return file_list(home->fd, "queue/after", out, e);
}

int
notices_begins(const struct home *home, struct file_names *out, struct err *e)
{
	return file_list(home->fd, "queue/begin", out, e);
}

int
notices_parse_begin(const char *name, int64_t *begin_ms, uint32_t *job)
{
	char seconds[SECONDS_DIGITS + 1];
	uint64_t n;

	if (strlen(name) != SECONDS_DIGITS + 11 || name[SECONDS_DIGITS] != '.')
		return -1;
	memcpy(seconds, name, SECONDS_DIGITS);
	seconds[SECONDS_DIGITS] = '\0';
	if (text_u64(seconds, SECONDS_MAX, &n) < 0)
		return -1;
	*begin_ms = (int64_t)n * 1000;
	return queue_parse_id(name + SECONDS_DIGITS + 1, job);
}

int64_t
notices_begin_age(const struct home *home, const char *name)
{
	autofree char *path = mem_printf("queue/begin/%s", name);
	struct file_info info;
	int64_t age_ms;

	if (file_info(home->fd, path, &info) < 0)
		return 0;
	age_ms = sys_wall_ms() - info.changed_ms;
	return age_ms > 0 ? age_ms : 0;
}
