/* SPDX-License-Identifier: Apache-2.0 */
#include "store/walk.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

void
walk_start(struct walk *w, const struct home *home,
		 const char *pool)
{
	autofree char *path = mem_printf("queue/pool/%s/waiting", pool);

	*w = (struct walk){.home = home};
	snprintf(w->pool, sizeof(w->pool), "%s", pool);
	file_list(home->fd, path, &w->classes, NULL);
}

/* Go to the next shard that has entries.  Return false when there is none. */
static bool
next_shard(struct walk *w, bool prune)
{
	const char *class;
	autofree char *path = NULL;

	file_names_release(&w->entries);
	w->entry_at = 0;
	while (w->shard_at >= w->shards.count) {
		autofree char *dir = NULL;

		file_names_release(&w->shards);
		w->shard_at = 0;
		if (w->class_at >= w->classes.count)
			return false;
		class = w->classes.names[w->class_at++];
		if (w->skip_new && strchr(class, '.') &&
		    !strcmp(strchr(class, '.'), ".1"))
			continue;
		dir = mem_printf("queue/pool/%s/waiting/%s", w->pool, class);
		file_list(w->home->fd, dir, &w->shards, NULL);
		if (prune && w->shards.count == 0)
			file_rmdir(w->home->fd, dir);
	}
	class = w->classes.names[w->class_at - 1];
	path = mem_printf("queue/pool/%s/waiting/%s/%s", w->pool, class,
			  w->shards.names[w->shard_at++]);
	file_list(w->home->fd, path, &w->entries, NULL);
	if (prune && w->entries.count == 0)
		file_rmdir(w->home->fd, path);
	return true;
}

bool
walk_next(struct walk *w, bool prune, struct request *r)
{
	for (;;) {
		while (w->entry_at >= w->entries.count)
			if (!next_shard(w, prune))
				return false;
		*r = (struct request){0};
		snprintf(r->pool, sizeof(r->pool), "%s", w->pool);
		snprintf(r->shard, sizeof(r->shard), "%s/%s",
			 w->classes.names[w->class_at - 1],
			 w->shards.names[w->shard_at - 1]);
		if (queue_parse_request(w->entries.names[w->entry_at++], r) == 0)
			return true;
	}
}

void
walk_skip_shard(struct walk *w)
{
	w->entry_at = w->entries.count;
}

void
walk_end(struct walk *w)
{
	file_names_release(&w->classes);
	file_names_release(&w->shards);
	file_names_release(&w->entries);
}
