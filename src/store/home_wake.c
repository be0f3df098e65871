/* SPDX-License-Identifier: Apache-2.0 */
/* The marks that are times of files: a pass is wanted, a timer was here. */
#include "os/file.h"
#include "os/sys.h"
#include "store/home.h"

static enum file_mark
mark_of(enum wake kind)
{
	return kind == WAKE_SWEEP ? FILE_MARK_OTHER : FILE_MARK_MAIN;
}

void
home_wake(const struct home *home, enum wake kind)
{
	if (kind == WAKE_SWEEP)
		file_mark(home->fd, "wake", FILE_MARK_OTHER, true);
	file_mark(home->fd, "wake", FILE_MARK_MAIN, true);
}

bool
home_woken(const struct home *home, enum wake kind)
{
	return file_marked(home->fd, "wake", mark_of(kind));
}

int
home_wake_clear(const struct home *home, enum wake kind)
{
	return file_mark(home->fd, "wake", mark_of(kind), false);
}

void
home_timer_seen(const struct home *home)
{
	if (file_mark(home->fd, "timer", FILE_MARK_MAIN, true) < 0 &&
	    file_touch(home->fd, "timer", NULL) == 0)
		file_mark(home->fd, "timer", FILE_MARK_MAIN, true);
}

int64_t
home_timer_age(const struct home *home)
{
	struct file_info info;
	int64_t age_ms;

	if (file_info(home->fd, "timer", &info) < 0)
		return -1;
	age_ms = sys_wall_ms() - info.changed_ms;
	return age_ms > 0 ? age_ms : 0;
}
