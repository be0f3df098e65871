/* SPDX-License-Identifier: Apache-2.0 */
#include "store/home_logs.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"

#define MARK ".mj-home"
#define MARK_MAX (PATH_MAX + 100)

struct mark {
	char id[20];
	char path[PATH_MAX]; /* of the home */
};

/* Return whether there is one: what is empty or was cut is none. */
static bool
read_mark(int logs, struct mark *m)
{
	autobuf struct buf text = BUF_INIT;

	return file_read(logs, MARK, 0, MARK_MAX, &text, NULL) == 0 &&
	       text_field(buf_text(&text), "id", m->id, sizeof(m->id)) &&
	       text_field(buf_text(&text), "home", m->path, sizeof(m->path));
}

/* Whether the home that left the mark is still there, at its place. */
static bool
still_there(const struct mark *m)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *file = mem_printf("%s/home", m->path);
	char id[20] = "";

	return file_read(AT_FDCWD, file, 0, 4096, &text, NULL) == 0 &&
	       text_field(buf_text(&text), "id", id, sizeof(id)) &&
	       !strcmp(id, m->id);
}

/* Whether path is this very home, by whatever name. */
static bool
same_place(const struct home *home, const char *path)
{
	struct file_info ours, theirs;
	autofree char *dot = mem_printf("%s/.", path);

	return file_info_fd(home->fd, &ours) == 0 &&
	       file_info(AT_FDCWD, dot, &theirs) == 0 &&
	       ours.inode == theirs.inode;
}

/* Whether it says what we would say.  A copy of a home has its id, and is another one. */
static bool
is_ours(const struct home *home, const struct mark *m)
{
	return !strcmp(m->id, home->id) && same_place(home, m->path);
}

static int
refuse(const struct home *home, const struct mark *m, struct err *e)
{
	return err_set(e, ERR_REFUSED,
		       "%s has the logs of another home, %s: give this one "
		       "its own, with `logs = DIR` below [scheduler] in "
		       "%s/config.ini or with MJ_LOGS",
		       home->logs, m->path, home->path);
}

/* In place, under the lock; killed in between it is a mark that says nothing. */
static void
write_mark(const struct home *home, int fd)
{
	autofree char *text =
		mem_printf("home = %s\nid = %s\n", home->path, home->id);

	if (file_cut(fd, 0) == 0 &&
	    file_put(fd, text, strlen(text), NULL) == 0)
		file_sync(fd, NULL);
}

int
home_logs_mark(const struct home *home, int fd, struct err *e)
{
	struct mark m;
	autoclose int lock = -1;

	if (read_mark(fd, &m) && is_ours(home, &m))
		return 0;
	lock = lock_wait(fd, MARK, 1, NULL);
	if (read_mark(fd, &m) && !is_ours(home, &m) && still_there(&m))
		return refuse(home, &m, e);
	if (lock >= 0)
		write_mark(home, lock);
	return 0;
}

char *
home_logs_owner(const struct home *home)
{
	struct mark m;
	autoclose int fd =
		sys_open(AT_FDCWD, home->logs, O_RDONLY | O_DIRECTORY, 0);

	if (fd < 0 || !read_mark(fd, &m) || is_ours(home, &m) ||
	    !still_there(&m))
		return NULL;
	return mem_copy(m.path);
}

char *
home_expand_for(const char *path, const char *user_home)
{
	if (path[0] != '~')
		return mem_copy(path);
	if (!user_home || user_home[0] != '/')
		user_home = getenv("HOME");
	if (!user_home || user_home[0] != '/')
		return NULL;
	return mem_printf("%s%s", user_home, path + 1);
}

char *
home_expand(const char *path)
{
	return home_expand_for(path, NULL);
}
