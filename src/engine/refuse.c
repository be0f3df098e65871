/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/refuse.h"

#include "base/mem.h"
#include "engine/cancel.h"
#include "model/admit.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/jobs.h"

bool
refuse_task(const struct config *config, const struct task *task, char *why,
	    size_t size)
{
	struct need need = task->need;

	for (size_t i = 0; i < task->place_count; i++) {
		const struct config_pool *c =
			config_pool(config, task->places[i]);
		struct admit_pool pool = {.name = task->places[i]};
		struct admission a = {.pools = &pool,
				      .pool_count = 1,
				      .need = &need};

		if (!c || stock_exceeded(&c->stock, &need) == NEED_KIND_COUNT)
			return false;
		pool.stock = c->stock;
		/* the first choice is what people look at */
		if (i == 0)
			admit_reason(&a, 0, pool.name, ADMIT_NEVER, why, size);
	}
	return true;
}

size_t
refuse_places(const struct config *config, const struct task *task, size_t from,
	      uint64_t refused)
{
	for (size_t i = 0; i < task->place_count; i++) {
		size_t at = (from + i) % task->place_count;
		const struct config_pool *c =
			config_pool(config, task->places[at]);

		if (at < 64 && refused & UINT64_C(1) << at)
			continue;
		if (!c || stock_exceeded(&c->stock, &task->need) ==
				  NEED_KIND_COUNT)
			return at;
	}
	return from;
}

/* Under the job lock: who ended it was killed before its request went. */
static bool
drop_ended(const struct home *home, const struct request *r,
	   struct buf *report)
{
	if (queue_withdraw(home, r, NULL) != 0)
		return false;
	jobs_drop_ctl(home, r->job);
	buf_printf(report, "job %u: it has ended\n", r->job);
	return true;
}

/* Under the job lock. */
static bool
end_job(const struct home *home, uint32_t job, const struct record *record,
	struct buf *report)
{
	struct job spec = JOB_INIT;
	char why[160];
	long root;
	bool ended = false;

	if (jobs_spec(home, job, record, &spec, NULL) < 0)
		return false;
	root = job_find(&spec, record->root);
	if (root >= 0 &&
	    refuse_task(&home->config, &spec.tasks[root], why, sizeof(why)) &&
	    cancel_never(home, job, record, why, NULL) == 0) {
		buf_printf(report, "job %u: %s\n", job, why);
		ended = true;
	}
	job_release(&spec);
	return ended;
}

bool
refuse_request(struct home *home, const struct request *r, struct buf *report)
{
	autofree char *path = jobs_path(r->job, "controller.pid");
	autorecord struct record record = RECORD_INIT;
	struct request original;
	autoclose int lock = -1;

	if (r->rank) /* a hint, maybe of nothing */
		return queue_original(home, r, &original) < 0 &&
		       queue_withdraw(home, r, NULL) == 0;
	if (r->task[0]) {
		jobs_poke(home, r->job, POKE_LOOK);
		return false;
	}
	lock = lock_try(home->fd, path, 1, NULL);
	if (lock < 0 || !queue_waits(home, r) ||
	    jobs_record(home, r->job, &record, NULL) < 0)
		return false;
	if (record.final && record.round >= r->round)
		return drop_ended(home, r, report);
	return end_job(home, r->job, &record, report);
}
