/* SPDX-License-Identifier: Apache-2.0 */
#include "store/facts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "os/file.h"

static void
count_pool(const struct home *home, const struct config_pool *pool,
	   struct admit_pool *out)
{
	autofree char *running = mem_printf("queue/pool/%s/running", pool->name);
	autofree char *paused = mem_printf("queue/pool/%s/paused", pool->name);

	out->name = pool->name;
	out->slots = pool->slots;
	out->running = (unsigned)file_count(home->fd, running);
	out->paused = file_exists(home->fd, paused);
}

void
facts_count(const struct home *home, struct facts *f)
{
	struct admission *a = &f->admission;

	a->max_alive = home->config.max_alive;
	a->max_launching = home->config.max_launching;
	a->alive = (unsigned)file_count(home->fd, "queue/alive");
	a->launching = (unsigned)file_count(home->fd, "queue/launching");
	a->paused = file_exists(home->fd, "queue/paused");
	a->pool_count = home->config.pool_count;
	a->pools = mem_new(a->pool_count, sizeof(a->pools[0]));
	for (size_t i = 0; i < a->pool_count; i++)
		count_pool(home, &home->config.pools[i], &a->pools[i]);
}

void
facts_release(struct facts *f)
{
	free(f->admission.pools);
	f->admission = (struct admission){0};
}
