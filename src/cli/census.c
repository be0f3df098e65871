/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/census.h"

#include <string.h>

#include "os/file.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/view.h"

const char *const census_causes[CENSUS_CAUSES] = {
	"exit",	   "signal", "oom",  "start",
	"timeout", "cancel", "lost", "launch",
	"refused",
};

static void
count_run(struct census *c, const struct run *run)
{
	for (size_t i = 0; i < CENSUS_CAUSES; i++)
		c->ends[i] += run->ended_ms &&
			      !strcmp(run->cause, census_causes[i]);
}

static void
count_job(struct census *c, const struct view *v, const struct waits *w)
{
	enum schedule s = waits_schedule(w, v->id);

	c->jobs[v->status]++;
	if (s != SCHEDULE_DONE)
		c->schedule[s]++;
	for (size_t i = 0; i < v->record.task_count; i++) {
		const struct task_record *t = &v->record.tasks[i];

		c->launches += t->attempt;
		c->recoveries += t->recoveries;
		for (size_t k = 0; k < t->run_count; k++)
			count_run(c, &t->runs[k]);
	}
}

int
census_take(const struct home *home, const struct waits *w, struct census *out,
	    struct err *e)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	struct seq_look seq;
	struct err own;
	uint32_t id;
	long bad = file_count(home->fd, "bad");

	*out = (struct census){.bad = bad > 0 ? (uint64_t)bad : 0};
	if (jobs_list(home, &all, e) < 0)
		return -1;
	for (size_t i = 0; i < all.count; i++) {
		autoview struct view v = VIEW_INIT;

		if (queue_parse_id(all.names[i], &id) < 0)
			continue;
		if (view_read(home, id, false, &v, &own) == 0)
			count_job(out, &v, w);
		else
			out->bad += own.code != ERR_MISSING;
	}
	seq_look(home, &seq);
	out->submitted = seq.last > seq.least ? seq.last : seq.least;
	return 0;
}
