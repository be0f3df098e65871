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

static void
read_need(const struct home *home, const char *path, struct need *out)
{
	autobuf struct buf text = BUF_INIT;

	*out = (struct need){.ids = 0};
	if (file_read(home->fd, path, 0, NEED_BYTES_MAX, &text, NULL) == 0 &&
	    text.len)
		need_read(buf_text(&text), out);
}

void
queue_need(const struct home *home, const struct request *r, struct need *out)
{
	autofree char *path = queue_request_path(r);

	read_need(home, path, out);
	out->ids = 0; /* of a grant that came to nothing */
}

void
queue_granted(const struct home *home, const char *pool, uint32_t job,
	      const char *task, struct need *out)
{
	autofree char *path = mem_printf("queue/pool/%s/running/%010u.%s", pool,
					 job, task);

	read_need(home, path, out);
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
