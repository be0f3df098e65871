/* SPDX-License-Identifier: Apache-2.0 */
/* The sweep over all that stands in held/, and over the notices. */
#include <stdlib.h>

#include "base/mem.h"
#include "engine/inactive_parts.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/notices.h"
#include "store/queue.h"

/* Under the job's lock nobody moves it to held/ or publishes what it needs there. */
static bool
is_stale(const struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct request request;
	struct err e = {0};
	autoclose int lock = inactive_lock(home, job, &e);
	bool stale = lock < 0 && (e.code == ERR_MISSING ||
				  queue_alive(home, job));

	if (lock >= 0 && jobs_record(home, job, &r, &e) == 0) {
		jobs_request(job, &r, &request);
		stale = !queue_held(home, &request) && r.blocks > 1;
	}
	record_release(&r);
	return stale;
}

/* The numbers of all held jobs, ascending. */
struct held {
	uint32_t *list; /* owned */
	size_t count;
};

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void
list_held(const struct home *home, struct held *out)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	struct request r;

	queue_list_held(home, false, &names, NULL);
	*out = (struct held){mem_new(names.count, sizeof(*out->list)), 0};
	for (size_t i = 0; i < names.count; i++)
		if (queue_parse_request(queue_entry_name(names.names[i]), &r) ==
		    0)
			out->list[out->count++] = r.job;
	qsort(out->list, out->count, sizeof(*out->list), by_number);
}

static bool
is_listed(const struct held *held, uint32_t job)
{
	return bsearch(&job, held->list, held->count, sizeof(*held->list),
		       by_number) != NULL;
}

static void
sweep_begins(const struct home *home, const struct held *held)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	int64_t begin_ms;
	uint32_t job;

	notices_begins(home, &names, NULL);
	for (size_t i = 0; i < names.count; i++)
		if (notices_parse_begin(names.names[i], &begin_ms, &job) == 0 &&
		    !is_listed(held, job) &&
		    is_stale(home, job))
			notices_drop_begin(home, names.names[i]);
}

static void
sweep_afters(const struct home *home, const struct held *held)
{
	autonames struct file_names deps = FILE_NAMES_INIT;
	uint32_t dep, job;

	notices_deps(home, &deps, NULL);
	for (size_t i = 0; i < deps.count; i++) {
		autonames struct file_names names = FILE_NAMES_INIT;

		if (queue_parse_id(deps.names[i], &dep) < 0)
			continue;
		notices_dependents(home, dep, &names, NULL);
		for (size_t k = 0; k < names.count; k++)
			if (queue_parse_id(names.names[k], &job) == 0 &&
			    !is_listed(held, job) &&
			    is_stale(home, job))
				notices_drop_after(home, dep, job);
		if (names.count == 0)
			notices_drop_after(home, dep, 0);
	}
}

/* Hints that a power loss took. */
static void
mend_notices(const struct home *home, uint32_t job)
{
	struct record r = RECORD_INIT;
	struct err e = {0};
	autoclose int lock = inactive_lock(home, job, &e);

	if (lock >= 0 && jobs_record(home, job, &r, NULL) == 0 && !r.final &&
	    !notices_complete(home, job, &r) &&
	    notices_publish(home, job, &r, NULL) == 0)
		inactive_put_off(home, job); /* who came in between did not find it */
	record_release(&r);
}

void
inactive_sweep(const struct home *home, struct buf *report)
{
	struct held held;

	list_held(home, &held);
	for (size_t i = 0; i < held.count; i++)
		if (inactive_settle(home, held.list[i], report) == SETTLED_LEFT)
			mend_notices(home, held.list[i]);
	sweep_afters(home, &held);
	sweep_begins(home, &held);
	free(held.list);
}
