/* SPDX-License-Identifier: Apache-2.0 */
#include "store/cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"

#define ANSWER_MAX (32u << 20)

static char *
path_of(const char *name, const char *suffix)
{
	return mem_printf("cache/%s%s", name, suffix);
}

void
cache_read(const struct home *home, const char *name, struct cache *c)
{
	autofree char *path = path_of(name, "");
	autobuf struct buf file = BUF_INIT;
	char boot[PROC_BOOT_SIZE];
	const char *body;

	if (file_read(home->fd, path, 0, ANSWER_MAX, &file, NULL) < 0)
		return;
	body = strstr(buf_text(&file), "\n\n");
	if (!body || !text_field(file.data, "boot", boot, sizeof(boot)) ||
	    strcmp(boot, home->boot) != 0)
		return;
	c->begun_ms = (int64_t)text_field_u64(file.data, "begun", 0);
	c->failed = text_field_u64(file.data, "failed", 1) != 0;
	buf_puts(&c->text, body + 2);
}

int
cache_lock(const struct home *home, const char *name, struct err *e)
{
	autofree char *path = path_of(name, ".lock");

	return lock_try(home->fd, path, 1, e);
}

void
cache_begin(int lock, int64_t begun_ms)
{
	char line[40];
	int len = snprintf(line, sizeof(line), "begun = %020" PRId64 "\n",
			   begun_ms);

	file_put(lock, line, (size_t)len, NULL);
}

int64_t
cache_begun(int lock)
{
	char line[40];
	ssize_t n = sys_read_at(lock, line, sizeof(line) - 1, 0);

	if (n <= 0)
		return 0;
	line[n] = '\0';
	return (int64_t)text_field_u64(line, "begun", 0);
}

void
cache_write(const struct home *home, const char *name, const struct cache *c)
{
	autofree char *path = path_of(name, "");
	autofree char *new = path_of(name, ".new");
	autobuf struct buf file = BUF_INIT;

	buf_printf(&file, "begun = %" PRId64 "\nboot = %s\nfailed = %d\n\n",
		   c->begun_ms, home->boot, c->failed);
	buf_add(&file, buf_text(&c->text), c->text.len);
	file_unlink(home->fd, new, NULL); /* of who was killed here */
	if (file_create(home->fd, new, file.data, file.len, false, NULL) == 0)
		file_rename(home->fd, new, path, false, NULL);
}

void
cache_release(struct cache *c)
{
	buf_release(&c->text);
	*c = (struct cache)CACHE_INIT;
}
