/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/reap_away.h"

#include "base/mem.h"
#include "engine/marks.h"
#include "engine/pool.h"
#include "store/capture.h"
#include "store/logs.h"
#include "store/queue.h"

/* Whether a task of the job has a place in the pool. */
static bool
has_place(const struct home *home, const char *pool, uint32_t job)
{
	autofree char *path = mem_printf("queue/pool/%s/running", pool);
	autonames struct file_names names = FILE_NAMES_INIT;
	char task[TASK_NAME_MAX + 1];
	uint32_t of;

	file_list(home->fd, path, &names, NULL);
	for (size_t i = 0; i < names.count; i++)
		if (queue_parse_task(names.names[i], &of, task) == 0 &&
		    of == job)
			return true;
	return false;
}

void
reap_away(const struct home *home, uint32_t job, struct buf *report)
{
	struct capture capture = CAPTURE_INIT;
	const char *user_home = NULL;
	char prefix[SCRIPT_NAME_SIZE];

	if (capture_read(home, job, &capture, NULL) == 0)
		user_home = env_get(&capture.env, "HOME");
	script_job_prefix(home->id, job, prefix);
	for (size_t i = 0; i < home->config.pool_count; i++) {
		const struct config_pool *pool = &home->config.pools[i];
		autofree char *dir = NULL;

		if (!pool_remote(pool) || !has_place(home, pool->name, job))
			continue;
		dir = pool->dir ? home_expand_for(pool->dir, user_home)
				: logs_job_path(home->logs, job);
		if (dir)
			marks_fence_all(dir, prefix);
		buf_printf(report,
			   "job %u: its attempts in pool %s are given up; if "
			   "something called %s* is left there, end it\n",
			   job, pool->name, prefix);
	}
	capture_release(&capture);
}
