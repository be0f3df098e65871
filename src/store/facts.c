/* SPDX-License-Identifier: Apache-2.0 */
#include "store/facts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "os/file.h"

static int
count_names(const struct home *home, const char *path, unsigned *out,
	    struct err *e)
{
	long count = file_count(home->fd, path);

	if (count < 0)
		return err_sys(e, "list %s/%s", home->path, path);
	*out = (unsigned)count;
	return 0;
}

static int
count_pool(const struct home *home, const struct config_pool *pool,
	   struct admit_pool *out, struct err *e)
{
	autofree char *running = mem_printf("queue/pool/%s/running", pool->name);
	autofree char *paused = mem_printf("queue/pool/%s/paused", pool->name);

	out->name = pool->name;
	out->slots = pool->slots;
	out->paused = file_exists(home->fd, paused);
	return count_names(home, running, &out->running, e);
}

int
facts_count(const struct home *home, struct facts *f, struct err *e)
{
	struct admission *a = &f->admission;

	a->max_alive = home->config.max_alive;
	a->max_launching = home->config.max_launching;
	a->paused = file_exists(home->fd, "queue/paused");
	a->pool_count = home->config.pool_count;
	a->pools = mem_new(a->pool_count, sizeof(a->pools[0]));
	if (count_names(home, "queue/alive", &a->alive, e) < 0 ||
	    count_names(home, "queue/launching", &a->launching, e) < 0)
		return -1;
	for (size_t i = 0; i < a->pool_count; i++)
		if (count_pool(home, &home->config.pools[i], &a->pools[i], e) <
		    0)
			return -1;
	return 0;
}

void
facts_release(struct facts *f)
{
	free(f->admission.pools);
	f->admission = (struct admission){0};
}
