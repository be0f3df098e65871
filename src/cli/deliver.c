/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/deliver.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"

static int
write_into(const char *path, const struct buf *text, struct err *e)
{
	autoclose int fd = sys_open(AT_FDCWD, path, O_WRONLY, 0);

	if (fd < 0 || sys_write_all(fd, text->data, text->len) < 0)
		return err_sys(e, "write %s", path);
	return 0;
}

/* Beside it, under a name that nobody else has now. */
static int
replace(const char *path, const struct buf *text, struct err *e)
{
	autofree char *beside = mem_printf("%s.%d", path, (int)sys_pid());
	int done;

	file_unlink(AT_FDCWD, beside, NULL); /* of one that was killed */
	done = file_create(AT_FDCWD, beside, buf_text(text), text->len, true,
			   e);
	if (done == 0 &&
	    file_chmod(AT_FDCWD, beside, 0666 & ~sys_umask()) < 0)
		done = err_sys(e, "set the mode of %s", beside);
	if (done == 0)
		done = file_rename(AT_FDCWD, beside, path, false, e);
	if (done < 0) {
		int errnum = e->errnum;

		file_unlink(AT_FDCWD, beside, NULL);
		errno = errnum;
		err_sys(e, "write %s", path); /* nobody gave the other name */
	}
	return done;
}

/* What a link leads to is replaced, not the link: that may be /dev/stdout. */
static int
replace_real(const char *path, const struct buf *text, struct err *e)
{
	autoclose int fd = sys_open(AT_FDCWD, path, O_PATH, 0);
	autofree char *link = mem_printf("/proc/self/fd/%d", fd);
	struct file_info info;
	char real[PATH_MAX];

	if (fd < 0 || !*file_link_target(AT_FDCWD, link, real, sizeof(real)))
		return replace(path, text, e);
	if (file_info_at(real, &info) < 0) /* it was deleted */
		return write_into(path, text, e);
	return replace(real, text, e);
}

int
deliver(const char *path, const struct buf *text, struct err *e)
{
	struct file_info info;

	if (!path || !strcmp(path, "-")) {
		fwrite(buf_text(text), 1, text->len, stdout);
		return 0;
	}
	if (file_info_at(path, &info) == 0 && !S_ISREG(info.mode)) {
		if (!S_ISDIR(info.mode))
			return write_into(path, text, e);
		errno = EISDIR;
		return err_sys(e, "write %s", path);
	}
	if (replace_real(path, text, e) == 0)
		return 0;
	/* no job is missing */
	e->code = e->code == ERR_MISSING ? ERR_SYS : e->code;
	return -1;
}
