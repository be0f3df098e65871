/* SPDX-License-Identifier: Apache-2.0 */
/* The entries of a grant: running/ and launching/. */
#include "base/mem.h"
#include "store/queue.h"

#define GRANT "queue/launching/.grant" /* being written, under the pass lock */

static char *
running_path(const char *pool, uint32_t job, const char *task)
{
	return mem_printf("queue/pool/%s/running/%010u.%s", pool, job, task);
}

static char *
launching_path(uint32_t job, const char *task)
{
	return mem_printf("queue/launching/%010u.%s", job, task);
}

/*
 * A file of its own in running/ or launching/.  What is granted is durable with its ids:
 * a controller that comes after a power loss starts the task with them.
 */
static int
put_granted(const struct home *home, const char *path, const struct need *need,
	    struct err *e)
{
	autobuf struct buf text = BUF_INIT;

	need_format(need, &text);
	file_unlink(home->fd, GRANT, NULL);
	if (file_create(home->fd, GRANT, text.data, text.len, text.len > 0, e) <
	    0)
		return -1;
	return file_rename(home->fd, GRANT, path, false, e);
}

/* Where links are not to be had, or too many are there, a file of its own does as well. */
static int
link_request(const struct home *home, const struct request *r,
	     const char *path, struct err *e)
{
	autofree char *from = queue_request_path(r);
	struct need need;

	file_mark(home->fd, from, FILE_MARK_MAIN, true);
	if (file_link(home->fd, from, path, e) == 0 ||
	    file_exists(home->fd, path))
		return 0;
	if (e->code == ERR_MISSING)
		return -1;
	if (queue_need(home, r, &need, e) < 0)
		return -1;
	return put_granted(home, path, &need, e);
}

int
queue_run(const struct home *home, const struct request *r, const char *task,
	  struct err *e)
{
	autofree char *path = running_path(r->pool, r->job, task);

	if (r->need.ids)
		return queue_waits(home, r)
			       ? put_granted(home, path, &r->need, e)
			       : err_set(e, ERR_MISSING, "%s waits no more",
					 path);
	return link_request(home, r, path, e);
}

int
queue_launch(const struct home *home, const struct request *r,
	     const char *task, struct err *e)
{
	autofree char *path = launching_path(r->job, task);

	return link_request(home, r, path, e);
}

int
queue_grant(const struct home *home, const struct request *r, const char *pool,
	    struct err *e)
{
	autofree char *from = queue_request_path(r);
	autofree char *to = running_path(pool, r->job, r->task);

	return file_rename(home->fd, from, to, false, e);
}

bool
queue_running(const struct home *home, const char *pool, uint32_t job,
	      const char *task)
{
	autofree char *path = running_path(pool, job, task);

	return file_exists(home->fd, path);
}

bool
queue_launching(const struct home *home, uint32_t job, const char *task)
{
	autofree char *path = launching_path(job, task);

	return file_exists(home->fd, path);
}

int
queue_launches(const struct home *home, uint32_t job, struct file_names *out,
	       struct err *e)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t of;

	if (file_list(home->fd, "queue/launching", &all, e) < 0)
		return -1;
	for (size_t i = 0; i < all.count; i++) {
		if (queue_parse_task(all.names[i], &of, task) < 0 || of != job)
			continue;
		out->names = mem_grow(out->names, out->count, &out->cap,
				      sizeof(char *));
		out->names[out->count++] = mem_copy(task);
	}
	return 0;
}

int
queue_run_sync(const struct home *home, const char *pool, struct err *e)
{
	autofree char *path = mem_printf("queue/pool/%s/running", pool);

	if (file_sync_dir(home->fd, path, e) == 0 || e->code == ERR_MISSING)
		return 0;
	return -1;
}

int
queue_run_end(const struct home *home, const char *pool, uint32_t job,
	      const char *task)
{
	autofree char *path = running_path(pool, job, task);

	return file_unlink(home->fd, path, NULL) < 0 ? -1 : 0;
}

int
queue_launch_end(const struct home *home, uint32_t job, const char *task)
{
	autofree char *path = launching_path(job, task);

	return file_unlink(home->fd, path, NULL) < 0 ? -1 : 0;
}
