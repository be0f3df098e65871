/* SPDX-License-Identifier: Apache-2.0 */
/* What is in the files of queue/: what is needed, and what was assigned. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "os/sys.h"
#include "store/queue.h"

#define NEED_BYTES_MAX 4096

static int
read_need(const struct home *home, const char *path, struct need *out,
	  struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	struct err own = {0};

	*out = (struct need){.ids = 0};
	if (file_read(home->fd, path, 0, NEED_BYTES_MAX, &text, &own) == 0) {
		need_read(buf_text(&text), out);
		return 0;
	}
	if (own.code == ERR_MISSING)
		return 0;
	if (e)
		*e = own;
	return -1;
}

int
queue_need(const struct home *home, const struct request *r, struct need *out,
	   struct err *e)
{
	autofree char *path = queue_request_path(r);
	int done = read_need(home, path, out, e);

	out->ids = 0; /* of a grant that came to nothing */
	return done;
}

int
queue_granted(const struct home *home, const char *pool, uint32_t job,
	      const char *task, struct need *out, struct err *e)
{
	autofree char *path = mem_printf("queue/pool/%s/running/%010u.%s", pool,
					 job, task);

	return read_need(home, path, out, e);
}

/*
 * In place, so that a withdrawn request does not come back, and in one write that leaves
 * nothing of a longer text: readers see the old or the new.
 */
int
queue_assign(const struct home *home, const struct request *r, struct err *e)
{
	autofree char *path = queue_request_path(r);
	autobuf struct buf text = BUF_INIT;
	autoclose int fd = sys_open(home->fd, path, O_WRONLY | O_NOFOLLOW, 0);
	struct file_info info;

	if (fd < 0 && errno == ENOENT)
		return err_set(e, ERR_MISSING, "%s waits no more", path);
	if (fd < 0 || file_info_fd(fd, &info) < 0)
		return err_sys(e, "open %s", path);
	need_format(&r->need, &text);
	while (text.len < info.size)
		buf_putc(&text, '\n');
	if (file_put(fd, text.data, text.len, e) < 0)
		return -1;
	return file_sync(fd, e);
}
