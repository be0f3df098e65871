/* SPDX-License-Identifier: Apache-2.0 */
/* The mark that somebody waits for a launch slot alone. */
#include "store/queue.h"

#define WANTED "queue/launching/.wanted"

void
queue_want_launch(const struct home *home, bool wanted)
{
	file_mark(home->fd, WANTED, FILE_MARK_MAIN, wanted);
}

bool
queue_launch_wanted(const struct home *home)
{
	return file_marked(home->fd, WANTED, FILE_MARK_MAIN);
}
