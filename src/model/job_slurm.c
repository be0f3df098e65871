/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/job.h"

static bool
same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const struct slurm_wants *
asked(const struct task *task, const char *pool)
{
	static const struct slurm_wants nothing;

	for (size_t i = 0; i < task->slurm_count; i++)
		if (same(task->slurm[i].pool, pool))
			return &task->slurm[i].wants;
	return &nothing;
}

static bool
agree(const struct slurm_wants *a, const struct slurm_wants *b)
{
	for (unsigned i = 0; i < SLURM_WANT_COUNT; i++)
		if (!same(a->want[i], b->want[i]))
			return false;
	return true;
}

int
job_ask_slurm(struct task *task, const char *pool, struct slurm_wants *wants)
{
	size_t count = task->slurm_count;

	for (size_t i = 0; i < count; i++) {
		bool fine = agree(&task->slurm[i].wants, wants);

		if (!same(task->slurm[i].pool, pool))
			continue;
		slurm_wants_release(wants);
		return fine ? 0 : -1;
	}
	task->slurm = mem_resize(task->slurm, count + 1, sizeof(*task->slurm));
	task->slurm[count] = (struct slurm_ask){mem_copy(pool), *wants};
	task->slurm_count++;
	*wants = (struct slurm_wants){{NULL}};
	return 0;
}

void
job_slurm_wants(const struct task *task, const char *pool,
		const struct slurm_wants *of_pool, struct slurm_wants *out)
{
	struct slurm_wants own;

	slurm_wants_over(&own, asked(task, pool), asked(task, NULL));
	slurm_wants_need(&own, &task->need);
	slurm_wants_over(out, &own, of_pool);
	slurm_wants_release(&own);
}
