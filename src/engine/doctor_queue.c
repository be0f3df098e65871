/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The doctor's look at queue/.  Entries are listed in the order in which they move, so one
 * on its way may be seen twice and never not at all; each is looked at again when it is
 * judged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/doctor_parts.h"
#include "engine/inactive.h"
#include "store/notices.h"
#include "store/jobs.h"

static void
add_entry(struct doctor *d, enum entry_kind kind, const struct request *r,
	  char *path)
{
	d->entries =
		mem_grow(d->entries, d->count, &d->cap, sizeof(d->entries[0]));
	d->entries[d->count++] = (struct entry){kind, *r, path};
}

/* List a directory of queue/; what cannot be listed is named. */
static void
list_names(struct doctor *d, const char *dir, struct file_names *out)
{
	struct err e;

	if (file_list(d->home->fd, dir, out, &e) == 0)
		return;
	d->blind = true;
	doctor_find(d,
		    &(struct fault){.object = dir,
				    .advice = "look at the disk and its log"},
		    "%s", e.text);
}

/* Read a name as its place has it.  Return 0, or -1. */
static int
read_name(enum entry_kind kind, const char *name, struct request *r)
{
	switch (kind) {
	case ENTRY_HELD:
	case ENTRY_WAITING:
		return queue_parse_request(name, r);
	case ENTRY_LAUNCHING:
	case ENTRY_RUNNING:
		return queue_parse_task(name, &r->job, r->task);
	case ENTRY_ALIVE:
		return queue_parse_id(name, &r->job);
	}
	return -1;
}

/* The name as mj writes it: any other is found by nobody. */
static void
write_name(enum entry_kind kind, const struct request *r, char *out,
	   size_t size)
{
	switch (kind) {
	case ENTRY_HELD:
	case ENTRY_WAITING:
		snprintf(out, size, "%010u.%u%s%s", r->job, r->round,
			 r->task[0] ? "." : "", r->task);
		if (r->rank)
			snprintf(out + strlen(out), size - strlen(out), "~%u",
				 r->rank);
		break;
	case ENTRY_LAUNCHING:
	case ENTRY_RUNNING:
		snprintf(out, size, "%010u.%s", r->job, r->task);
		break;
	case ENTRY_ALIVE:
		snprintf(out, size, "%010u", r->job);
		break;
	}
}

/* List a directory; seed has the pool and shard of what is in it. */
static void
list_dir(struct doctor *d, enum entry_kind kind, const char *dir,
	 const struct request *seed)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	if (kind != ENTRY_HELD ||
	    queue_list_held(d->home, false, &names, NULL) < 0)
		list_names(d, dir, &names);
	for (size_t i = 0; i < names.count; i++) {
		struct request r = *seed;
		const char *name = queue_entry_name(names.names[i]);
		char *path = mem_printf("%s/%s", dir, names.names[i]);
		char right[80] = "";

		if (read_name(kind, name, &r) == 0)
			write_name(kind, &r, right, sizeof(right));
		if (!strcmp(right, name) &&
		    (kind != ENTRY_HELD || !r.task[0])) {
			add_entry(d, kind, &r, path);
			continue;
		}
		doctor_find(d,
			    &(struct fault){.path = path,
					    .advice = "remove it, or give it "
						      "its right name"},
			    "its name is none that mj gives");
		free(path);
	}
}

static void
list_waiting(struct doctor *d, const char *pool)
{
	autofree char *waiting = mem_printf("queue/pool/%s/waiting", pool);
	autonames struct file_names classes = FILE_NAMES_INIT;
	struct request seed = {.job = 0};

	snprintf(seed.pool, sizeof(seed.pool), "%s", pool);
	list_names(d, waiting, &classes);
	for (size_t i = 0; i < classes.count; i++) {
		autofree char *class =
			mem_printf("%s/%s", waiting, classes.names[i]);
		autonames struct file_names shards = FILE_NAMES_INIT;

		list_names(d, class, &shards);
		for (size_t k = 0; k < shards.count; k++) {
			autofree char *dir =
				mem_printf("%s/%s", class, shards.names[k]);

			snprintf(seed.shard, sizeof(seed.shard), "%s/%s",
				 classes.names[i], shards.names[k]);
			list_dir(d, ENTRY_WAITING, dir, &seed);
		}
	}
}

static int
by_job(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->r.job != y->r.job)
		return x->r.job < y->r.job ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return strcmp(x->path, y->path);
}

void
doctor_list(struct doctor *d)
{
	autonames struct file_names pools = FILE_NAMES_INIT;
	struct request seed = {.job = 0};

	list_names(d, "queue/pool", &pools);
	list_dir(d, ENTRY_HELD, "queue/held", &seed);
	for (size_t i = 0; i < pools.count; i++)
		list_waiting(d, pools.names[i]);
	list_dir(d, ENTRY_LAUNCHING, "queue/launching", &seed);
	for (size_t i = 0; i < pools.count; i++) {
		autofree char *dir =
			mem_printf("queue/pool/%s/running", pools.names[i]);

		snprintf(seed.pool, sizeof(seed.pool), "%s", pools.names[i]);
		list_dir(d, ENTRY_RUNNING, dir, &seed);
	}
	seed.pool[0] = '\0';
	list_dir(d, ENTRY_ALIVE, "queue/alive", &seed);
	if (d->count > 1)
		qsort(d->entries, d->count, sizeof(d->entries[0]), by_job);
}

void
doctor_unlist(struct doctor *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->entries[i].path);
	free(d->entries);
	d->entries = NULL;
	d->count = d->cap = 0;
}

/* Whether a controller of the job lives.  Under our own lock of it there is none. */
static bool
has_controller(const struct patient *p)
{
	autofree char *path = jobs_path(p->job, "controller.pid");

	return !p->d->locked && doctor_lives(p->d, path);
}

static bool
runs_somewhere(const struct patient *p, const char *task)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->entries[i].kind == ENTRY_RUNNING &&
		    !strcmp(p->entries[i].r.task, task))
			return true;
	return false;
}

static bool
ended(const struct patient *p, unsigned round)
{
	return p->readable && p->record.final && p->record.round >= round;
}

static void
fault_of(const struct patient *p, const struct entry *entry, enum mend mend,
	 const char *what)
{
	doctor_find(p->d,
		    &(struct fault){
			    .job = p->job, .path = entry->path, .mend = mend},
		    "%s", what);
}

/* Whether it is where its record says: nobody can release it elsewhere. */
static bool
is_well_held(const struct patient *p, const struct entry *entry)
{
	struct request right;
	autofree char *path = NULL, *advice = NULL;

	jobs_request(p->job, &p->record, &right);
	right.round = entry->r.round;
	path = queue_held_path(&right);
	if (!strcmp(path, entry->path))
		return true;
	advice = mem_printf("move it to %s", path);
	doctor_find(p->d,
		    &(struct fault){.job = p->job,
				    .path = entry->path,
				    .advice = advice},
		    "it is not where the record says: nobody finds it");
	return false;
}

/* What keeps it in held/, and whether somebody will see when that is over. */
static void
judge_held(const struct patient *p, const struct entry *entry)
{
	char never[120];

	if (inactive_free(p->d->home, &p->record, never, sizeof(never)))
		fault_of(p, entry, MEND_PASS, "nothing keeps it from starting");
	else if (*never)
		doctor_find(p->d,
			    &(struct fault){.job = p->job,
					    .path = entry->path,
					    .mend = MEND_PASS},
			    "it can never start: %s", never);
	else if (!notices_complete(p->d->home, p->job, &p->record))
		fault_of(p, entry, MEND_PASS,
			 "its notices are missing: nobody sees when it may start");
}

/* A job's own request, held or waiting. */
static void
judge_request(const struct patient *p, const struct entry *entry)
{
	const struct request *r = &entry->r;

	if (!p->has_dir)
		fault_of(p, entry, MEND_ENTRY, "there is no such job");
	else if (ended(p, r->round))
		fault_of(p, entry, MEND_ENTRY, "the job has ended");
	else if (p->readable && r->round < p->record.round)
		fault_of(p, entry, MEND_ENTRY, "it is of an earlier round");
	else if (queue_alive(p->d->home, p->job))
		fault_of(p, entry, MEND_ENTRY,
			 "the job has a controller already");
	else if (p->readable && entry->kind == ENTRY_WAITING &&
		 (strcmp(r->pool, p->record.pool) != 0 ||
		  strcmp(r->shard, p->record.shard) != 0))
		fault_of(p, entry, MEND_SHARD,
			 "it is not where the record says: nobody finds it");
	else if (entry->kind == ENTRY_WAITING && queue_held(p->d->home, r))
		doctor_find(p->d,
			    &(struct fault){.job = p->job,
					    .path = entry->path,
					    .advice = "remove this one, or "
						      "that in held/"},
			    "the job is held as well");
	else if (p->readable && entry->kind == ENTRY_HELD &&
		 is_well_held(p, entry) && r->round == p->record.round)
		judge_held(p, entry);
}

/* Whether a task's request is where one of it belongs. */
static bool
right_place(const struct patient *p, const struct entry *entry)
{
	long task = p->has_spec ? job_find(&p->spec, entry->r.task) : -1;
	struct request right = entry->r;

	request_shard(&right, p->record.priority, true);
	return task >= 0 && !strcmp(right.shard, entry->r.shard) &&
	       job_has_place(&p->spec.tasks[task], entry->r.pool);
}

/* A request of a task: only a controller makes and withdraws it. */
static void
judge_task_request(const struct patient *p, const struct entry *entry)
{
	bool alive = queue_alive(p->d->home, p->job);

	if (!p->has_dir)
		fault_of(p, entry, MEND_ENTRY, "there is no such job");
	else if (!alive)
		fault_of(p, entry, MEND_ENTRY, "the job has no controller");
	else if (!p->has_spec)
		return; /* the job itself is named */
	else if (right_place(p, entry))
		return;
	else if (!has_controller(p))
		fault_of(p, entry, MEND_ENTRY,
			 "the task does not ask for a place here");
	else
		doctor_find(p->d,
			    &(struct fault){.job = p->job,
					    .path = entry->path,
					    .advice = "mj doctor --repair "
						      "removes it when the job "
						      "has ended"},
			    "the task does not ask for a place here");
}

/* Whether what a task holds is what its job still owes. */
static void
judge_owned(const struct patient *p, const struct entry *entry)
{
	const struct task_record *t = record_task(&p->record, entry->r.task);
	long task = p->has_spec ? job_find(&p->spec, entry->r.task) : 0;
	struct fault f = {.job = p->job,
			  .path = entry->path,
			  .advice = "remove it when the job has ended"};

	if (task < 0)
		doctor_find(p->d, &f, "the job has no such task");
	else if (p->has_spec && entry->kind == ENTRY_RUNNING &&
		 !job_has_place(&p->spec.tasks[task], entry->r.pool))
		doctor_find(p->d, &f, "the task is of another pool");
	f.advice = "its controller has not given it back; see mj logs "
		   "--controller";
	if (t && status_final(t->status) && t->round >= p->record.round)
		doctor_find(p->d, &f, "the task has ended");
}

/* What a task holds: a place, or a place to be launched. */
static void
judge_grant(const struct patient *p, const struct entry *entry)
{
	if (doctor_pass_works(p->d))
		return; /* it may be making or taking it just now */
	if (!queue_alive(p->d->home, p->job)) {
		if (!p->has_dir || !has_controller(p))
			fault_of(p, entry, MEND_PASS,
				 "granted, and no controller has claimed it");
		return;
	}
	if (entry->kind == ENTRY_LAUNCHING && !runs_somewhere(p, entry->r.task))
		fault_of(p, entry, MEND_PASS,
			 "half a grant: there is nothing of it in running/");
	else if (p->readable)
		judge_owned(p, entry);
}

static void
judge_alive(const struct patient *p, const struct entry *entry)
{
	autofree char *path = jobs_path(p->job, "controller.pid");
	struct proc named;

	if (!p->has_dir) {
		fault_of(p, entry, MEND_PASS, "there is no such job");
		return;
	}
	if (has_controller(p) || doctor_pass_works(p->d))
		return;
	if (jobs_pid_read(p->d->home, path, &named, NULL) == 0)
		doctor_find(p->d,
			    &(struct fault){.job = p->job,
					    .path = entry->path,
					    .mend = MEND_PASS},
			    "its controller, process %d, is dead",
			    (int)named.pid);
	else
		fault_of(p, entry, MEND_PASS, "its controller is dead");
}

void
doctor_entry(struct patient *p, const struct entry *entry)
{
	if (!file_exists(p->d->home->fd, entry->path))
		return; /* it has gone on meanwhile */
	switch (entry->kind) {
	case ENTRY_HELD:
		judge_request(p, entry);
		break;
	case ENTRY_WAITING:
		if (entry->r.rank)
			break; /* a hint owes nothing: who meets it looks for its request */
		if (entry->r.task[0])
			judge_task_request(p, entry);
		else
			judge_request(p, entry);
		doctor_need(p, entry);
		break;
	case ENTRY_RUNNING:
		doctor_need(p, entry);
		judge_grant(p, entry);
		break;
	case ENTRY_LAUNCHING:
		judge_grant(p, entry);
		break;
	case ENTRY_ALIVE:
		judge_alive(p, entry);
		break;
	}
}
