/* SPDX-License-Identifier: Apache-2.0 */
#include "store/unique.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/view.h"

#define LOCK_TRIES 1000 /* of LOCK_WAIT_MS: a submit is over in a moment */
#define LOCK_WAIT_MS 10

static char *
key_path(const char *key)
{
	return mem_printf("unique/%s", key);
}

uint32_t
unique_job(const struct home *home, const char *key)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = key_path(key);

	if (file_read(home->fd, path, 0, 4096, &text, NULL) < 0)
		return 0;
	return (uint32_t)text_field_u64(buf_text(&text), "job", 0);
}

/* Whether the job may still do something; one that cannot be told of may. */
static bool
is_live(const struct home *home, uint32_t job)
{
	autoview struct view v = VIEW_INIT;
	autobuf struct buf why = BUF_INIT;
	struct err e;

	if (view_read(home, job, false, &v, &e) == 0)
		return !v.final;
	return e.code != ERR_MISSING && !view_aside(home, job, &why);
}

static int
get_lock(const struct home *home, const char *key, struct err *e)
{
	autofree char *path = key_path(key);
	struct err own = {0};

	for (int i = 0; i < LOCK_TRIES; i++) {
		int lock = lock_try(home->fd, path, 1, &own);

		if (lock >= 0)
			return lock;
		if (own.code == ERR_MISSING &&
		    file_mkdir(home->fd, "unique", true, e) < 0)
			return -1;
		if (own.code != ERR_BUSY && own.code != ERR_MISSING)
			break;
		sys_sleep_ms(LOCK_WAIT_MS);
	}
	if (own.code == ERR_BUSY)
		return err_set(e, ERR_BUSY,
			       "key %s: another mj launch with it does not get "
			       "on: end it",
			       key);
	if (e)
		*e = own;
	return -1;
}

int
unique_take(const struct home *home, const char *key, int *lock, uint32_t *live,
	    struct err *e)
{
	*lock = get_lock(home, key, e);
	if (*lock < 0)
		return -1;
	*live = unique_job(home, key);
	if (!*live || !is_live(home, *live))
		return 0;
	sys_close(lock);
	return 1;
}

int
unique_give(const struct home *home, int lock, uint32_t job, struct err *e)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "job = %010u\n", job);

	if (file_put(lock, text, (size_t)len, e) < 0 || file_sync(lock, e) < 0)
		return -1;
	file_cut(lock, len);
	return file_sync_dir(home->fd, "unique", e);
}

void
unique_prune(const struct home *home)
{
	autonames struct file_names keys = FILE_NAMES_INIT;

	file_list(home->fd, "unique", &keys, NULL);
	for (size_t i = 0; i < keys.count; i++) {
		autofree char *path = key_path(keys.names[i]);
		autoclose int lock = lock_try(home->fd, path, 0, NULL);
		uint32_t job = unique_job(home, keys.names[i]);

		/* who waits for the lock sees that the file is another one then */
		if (lock >= 0 && (!job || !is_live(home, job)))
			file_unlink(home->fd, path, NULL);
	}
}
