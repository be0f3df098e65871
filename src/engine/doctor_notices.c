/* SPDX-License-Identifier: Apache-2.0 */
/* The doctor's look at notices, and at the keys that jobs have for themselves. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "engine/doctor_parts.h"
#include "store/notices.h"
#include "store/jobs.h"
#include "store/unique.h"

/* Whether the job has an entry in held/; the entries are in the order of jobs. */
static bool
is_held(const struct doctor *d, uint32_t job)
{
	size_t low = 0, high = d->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (d->entries[middle].r.job < job)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < d->count && d->entries[low].r.job == job; low++)
		if (d->entries[low].kind == ENTRY_HELD)
			return true;
	return false;
}

/* A job has notices before its entry; one that never got it is named itself. */
static bool
is_unsubmitted(const struct doctor *d, uint32_t job)
{
	struct record r = RECORD_INIT;
	bool is = jobs_record(d->home, job, &r, NULL) == 0 && r.blocks <= 1;

	record_release(&r);
	return is;
}

static void
judge_notice(struct doctor *d, const char *path, bool named, uint32_t job)
{
	if (!named)
		doctor_find(d,
			    &(struct fault){.path = path,
					    .advice = "remove it, or give it "
						      "its right name"},
			    "its name is none that mj gives");
	else if (!d->blind && !is_held(d, job) && !is_unsubmitted(d, job))
		doctor_find(d,
			    &(struct fault){.path = path, .mend = MEND_PASS},
			    "it is a notice of job %u, which is not in held/",
			    job);
}

static void
look_at_afters(struct doctor *d)
{
	autonames struct file_names deps = FILE_NAMES_INIT;
	uint32_t dep, job;

	notices_deps(d->home, &deps, NULL);
	for (size_t i = 0; i < deps.count; i++) {
		autonames struct file_names names = FILE_NAMES_INIT;
		autofree char *dir = mem_printf("queue/after/%s", deps.names[i]);
		bool named = queue_parse_id(deps.names[i], &dep) == 0;

		if (!named)
			judge_notice(d, dir, false, 0);
		if (named)
			notices_dependents(d->home, dep, &names, NULL);
		for (size_t k = 0; k < names.count; k++) {
			autofree char *path =
				mem_printf("%s/%s", dir, names.names[k]);

			named = queue_parse_id(names.names[k], &job) == 0;
			judge_notice(d, path, named, job);
		}
	}
}

static void
look_at_begins(struct doctor *d)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	int64_t begin_ms;
	uint32_t job;

	notices_begins(d->home, &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("queue/begin/%s", names.names[i]);
		bool named = notices_parse_begin(names.names[i], &begin_ms,
					       &job) == 0;

		judge_notice(d, path, named, job);
	}
}

static void
look_at_keys(struct doctor *d)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	struct file_info info;

	file_list(d->home->fd, "unique", &names, NULL);
	for (size_t i = 0; i < names.count; i++) {
		autofree char *path = mem_printf("unique/%s", names.names[i]);

		if (file_info(d->home->fd, path, &info) == 0 && info.size > 0 &&
		    !unique_job(d->home, names.names[i]))
			doctor_find(d,
				    &(struct fault){.path = path,
						    .advice = "remove it when "
							      "no job has the "
							      "key"},
				    "it names no job");
	}
}

void
doctor_notices(struct doctor *d)
{
	look_at_afters(d);
	look_at_begins(d);
	look_at_keys(d);
}
