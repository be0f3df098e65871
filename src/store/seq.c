/* SPDX-License-Identifier: Apache-2.0 */
#include "store/seq.h"

#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"

struct seq {
	uint32_t last;
	uint32_t cancelled_upto;
};

/* The highest number among the names of a directory (sorted, so the last that is one). */
static uint32_t
highest_in(int dirfd, const char *path)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	uint64_t n;

	file_list(dirfd, path, &names, NULL);
	for (size_t i = names.count; i-- > 0;)
		if (text_u64(names.names[i], UINT32_MAX, &n) == 0)
			return (uint32_t)n;
	return 0;
}

static uint32_t
rebuild(const struct home *home)
{
	autofree char *logs = mem_printf("%s/managed_jobs", home->logs);
	uint32_t jobs = highest_in(home->fd, "jobs");
	uint32_t bad = highest_in(home->fd, "bad");
	uint32_t logged = highest_in(AT_FDCWD, logs);
	uint32_t most = jobs > bad ? jobs : bad;

	return most > logged ? most : logged;
}

static void
read_seq(const struct home *home, struct seq *s)
{
	autobuf struct buf text = BUF_INIT;
	uint64_t last;

	file_read(home->fd, "seq", 0, 4096, &text, NULL);
	last = text_field_u64(buf_text(&text), "last", UINT64_MAX);
	s->last = last > UINT32_MAX ? rebuild(home) : (uint32_t)last;
	s->cancelled_upto =
		(uint32_t)text_field_u64(buf_text(&text), "cancelled_upto", 0);
}

/* Fixed width and in place: it needs no room on the disk once it exists. */
static int
write_seq(int fd, const struct seq *s, struct err *e)
{
	autofree char *text = mem_printf("last = %010u\ncancelled_upto = %010u\n",
					 s->last, s->cancelled_upto);

	if (file_put(fd, text, strlen(text), e) < 0 || file_sync(fd, e) < 0)
		return err_wrap(e, "seq");
	return 0;
}

int
seq_take(const struct home *home, uint32_t count, uint32_t *first,
	 struct err *e)
{
	struct seq s;
	autoclose int fd = lock_wait(home->fd, "seq", 1, e);

	if (fd < 0)
		return -1;
	read_seq(home, &s);
	if (count > UINT32_MAX - 1 - s.last)
		return err_set(e, ERR_REFUSED,
			       "the job numbers of this home are used up");
	*first = s.last + 1;
	s.last += count;
	return write_seq(fd, &s, e);
}

int
seq_cancel_all(const struct home *home, uint32_t *upto, struct err *e)
{
	struct seq s;
	autoclose int fd = lock_wait(home->fd, "seq", 1, e);

	if (fd < 0)
		return -1;
	read_seq(home, &s);
	s.cancelled_upto = *upto = s.last;
	return write_seq(fd, &s, e);
}

uint32_t
seq_cancelled_upto(const struct home *home)
{
	autobuf struct buf text = BUF_INIT;

	file_read(home->fd, "seq", 0, 4096, &text, NULL);
	return (uint32_t)text_field_u64(buf_text(&text), "cancelled_upto", 0);
}

void
seq_look(const struct home *home, struct seq_look *out)
{
	autobuf struct buf text = BUF_INIT;
	uint64_t last, upto;
	uint32_t jobs = highest_in(home->fd, "jobs");
	uint32_t bad = highest_in(home->fd, "bad");

	file_read(home->fd, "seq", 0, 4096, &text, NULL);
	last = text_field_u64(buf_text(&text), "last", UINT64_MAX);
	upto = text_field_u64(buf_text(&text), "cancelled_upto", 0);
	out->there = last <= UINT32_MAX;
	out->last = out->there ? (uint32_t)last : 0;
	out->least = jobs > bad ? jobs : bad;
	if (upto <= UINT32_MAX && upto > out->least)
		out->least = (uint32_t)upto;
}

int
seq_mend(const struct home *home, struct err *e)
{
	struct seq s;
	struct seq_look look;
	autoclose int fd = seq_lock(home, e);

	if (fd < 0)
		return -1;
	read_seq(home, &s);
	seq_look(home, &look);
	if (s.last < look.least)
		s.last = look.least;
	return write_seq(fd, &s, e);
}

int
seq_lock(const struct home *home, struct err *e)
{
	return lock_wait(home->fd, "seq", 1, e);
}
