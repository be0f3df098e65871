/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at what is in the files of queue/: needs, and ids of gpus. */
#include <string.h>

#include "engine/doctor_parts.h"
#include "base/err.h"
#include "store/queue.h"

/* The task that an entry is about, of a patient with a spec; NULL unknown. */
static const struct task *
task_of(const struct patient *p, const struct entry *entry)
{
	long at = job_find(&p->spec, entry->r.task[0] ? entry->r.task
						       : p->record.root);

	return at < 0 ? NULL : &p->spec.tasks[at];
}

void
doctor_need(struct patient *p, const struct entry *entry)
{
	const struct task *task = p->has_spec ? task_of(p, entry) : NULL;
	struct fault f = {.job = p->job,
			  .path = entry->path,
			  .advice = "cancel the job and launch it again"};
	struct need need;
	struct err e;

	if (!task)
		return;
	if ((entry->kind == ENTRY_RUNNING
		     ? queue_granted(p->d->home, entry->r.pool, p->job,
				     task->name, &need, &e)
		     : queue_need(p->d->home, &entry->r, &need, &e)) < 0) {
		doctor_find(p->d, &f, "it cannot be read: %s",
			    e.errnum ? err_words(e.errnum) : e.text);
		return;
	}
	need.ids = 0;
	if (memcmp(need.amount, task->need.amount, sizeof(need.amount)) != 0 &&
	    file_exists(p->d->home->fd, entry->path))
		doctor_find(p->d, &f,
			    "it does not say what task %s needs", task->name);
}

static uint64_t
ids_of(const struct doctor *d, const struct entry *entry)
{
	struct need need;

	queue_granted(d->home, entry->r.pool, entry->r.job, entry->r.task,
		      &need, NULL);
	return need.ids;
}

/* The first of those before at that has ids of it; both are looked at once more. */
static const struct entry *
find_other(const struct doctor *d, size_t at)
{
	const struct entry *one = &d->entries[at];
	uint64_t ids = ids_of(d, one);

	for (size_t i = 0; i < at && ids; i++) {
		const struct entry *other = &d->entries[i];

		if (other->kind == ENTRY_RUNNING &&
		    (ids_of(d, other) & ids) && (ids_of(d, one) & ids) &&
		    (ids_of(d, other) & ids))
			return other;
	}
	return NULL;
}

void
doctor_gpus(struct doctor *d)
{
	for (size_t i = 0; i < d->count; i++) {
		const struct entry *one = &d->entries[i], *other;
		struct fault f = {.job = one->r.job,
				  .path = one->path,
				  .advice = "cancel one of the two"};

		if (one->kind != ENTRY_RUNNING)
			continue;
		other = find_other(d, i);
		if (other)
			doctor_find(d, &f,
				    "it has a gpu that job %u task %s has, too",
				    other->r.job, other->r.task);
	}
}
