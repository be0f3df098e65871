/* SPDX-License-Identifier: Apache-2.0 */
/* Hints: a request that may be served in other pools, too, is told of there. */
#include <stdio.h>
#include <string.h>

#include "store/queue.h"

/* Which of its places a request waits in. */
static size_t
first_of(const struct request *r, char *const *places, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(places[i], r->pool))
			return i;
	return 0;
}

void
queue_hint(const struct home *home, const struct request *r, uint32_t jobs,
	   char *const *places, size_t count)
{
	size_t first = first_of(r, places, count);

	for (size_t i = 1; i < count; i++) {
		struct request hint = *r;

		hint.rank = (unsigned)i + 1;
		snprintf(hint.pool, sizeof(hint.pool), "%s",
			 places[(first + i) % count]);
		if (jobs > 1)
			queue_file_bulk(home, &hint, jobs, false, NULL);
		else
			queue_file(home, &hint, false, NULL);
	}
}

void
queue_unhint(const struct home *home, const struct request *r,
	     char *const *places, size_t count)
{
	size_t first = first_of(r, places, count);

	for (size_t i = 1; i < count; i++) {
		struct request hint = *r;

		hint.rank = (unsigned)i + 1;
		snprintf(hint.pool, sizeof(hint.pool), "%s",
			 places[(first + i) % count]);
		queue_withdraw(home, &hint, NULL);
	}
}

int
queue_original(const struct home *home, const struct request *hint,
	       struct request *out)
{
	autonames struct file_names pools = FILE_NAMES_INIT;

	file_list(home->fd, "queue/pool", &pools, NULL);
	*out = *hint;
	out->rank = 0;
	for (size_t i = 0; i < pools.count; i++) {
		snprintf(out->pool, sizeof(out->pool), "%s", pools.names[i]);
		if (queue_waits(home, out))
			return 0;
	}
	return -1;
}
