/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/roster.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/explain.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/view.h"

static void
release_job(struct roster_job *j)
{
	for (size_t i = 0; i < j->task_count; i++) {
		free(j->tasks[i].name);
		free(j->tasks[i].pool);
		free(j->tasks[i].why);
	}
	free(j->tasks);
	free(j->name);
	free(j->pool);
	free(j->why);
}

void
roster_release(struct roster *r)
{
	for (size_t i = 0; i < r->count; i++)
		release_job(&r->list[i]);
	free(r->list);
	waits_release(&r->waits);
	*r = (struct roster)ROSTER_INIT;
}

static bool
mark_statuses(struct roster_query *q, const char *pattern)
{
	bool any = false;

	for (int s = 0; s < STATUS_COUNT; s++) {
		const char *name = status_name((enum status)s);

		if (fnmatch(pattern, name, FNM_CASEFOLD))
			continue;
		any = q->statuses[s] = true;
		/* Nobody asks for what has ended to see none. */
		q->all |= status_final((enum status)s);
	}
	return any;
}

int
roster_parse_statuses(struct roster_query *q, const char *list, struct err *e)
{
	autofree char *copy = mem_copy(list);
	char *rest = copy, *word;

	q->by_status = list[strspn(list, ", ")] != '\0';
	if (!q->by_status)
		return err_set(e, ERR_INPUT,
			       "the list of statuses is empty: give some, such "
			       "as RUNNING,FAILED*");
	/* `-s "running, failed"` is meant as it looks */
	while ((word = strsep(&rest, ", ")))
		if (*word && !mark_statuses(q, word))
			return err_set(e, ERR_INPUT,
				       "no such status: '%s'; there are "
				       "PENDING STARTING RUNNING RECOVERING "
				       "CANCELLING SUCCEEDED FAILED* "
				       "CANCELLED SKIPPED",
				       word);
	return 0;
}

enum key {
	KEY_ID = 1,
	KEY_NAME,
	KEY_STATUS,
	KEY_POOL,
	KEY_SUBMITTED,
	KEY_TOTAL,
	KEY_RUN,
	KEY_RECOVERIES,
	KEY_PROGRESS,
	KEY_COUNT
};

static const char *const key_names[KEY_COUNT] = {
	[KEY_ID] = "id",
	[KEY_NAME] = "name",
	[KEY_STATUS] = "status",
	[KEY_POOL] = "pool",
	[KEY_SUBMITTED] = "submitted",
	[KEY_TOTAL] = "total",
	[KEY_RUN] = "run",
	[KEY_RECOVERIES] = "recoveries",
	[KEY_PROGRESS] = "progress",
};

int
roster_parse_sort(struct roster_query *q, const char *list, struct err *e)
{
	autofree char *copy = mem_copy(list);
	char *rest = copy, *word;
	size_t n = 0;

	while ((word = strsep(&rest, ","))) {
		const char *name = word + (*word == '-');
		int key = KEY_COUNT - 1;

		while (key > 0 && strcasecmp(name, key_names[key]))
			key--;
		if (!key || n + 1 >= ROSTER_SORTS_MAX)
			return err_set(e, ERR_INPUT,
				       "--sort %s: give at most three of id, "
				       "name, status, pool, submitted, total, "
				       "run, recoveries, progress, with commas "
				       "between; -run sorts the other way",
				       list);
		q->sorts[n++] = *word == '-' ? -key : key;
	}
	q->sorts[n] = 0;
	return 0;
}

static int
order(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int64_t
progress(const struct roster_job *j)
{
	return j->total ? (int64_t)(j->done * 1000 / j->total) : 0;
}

static int
compare(const struct roster_job *a, const struct roster_job *b, enum key key)
{
	switch (key) {
	case KEY_ID:
		return order(a->id, b->id);
	case KEY_NAME:
		return strcmp(a->name ? a->name : "", b->name ? b->name : "");
	case KEY_STATUS:
		return order(a->status, b->status);
	case KEY_POOL:
		return strcmp(a->pool ? a->pool : "", b->pool ? b->pool : "");
	case KEY_SUBMITTED:
		return order(a->submitted_ms, b->submitted_ms);
	case KEY_TOTAL:
		return order(a->total_ms, b->total_ms);
	case KEY_RUN:
		return order(a->run_ms, b->run_ms);
	case KEY_RECOVERIES:
		return order(a->recoveries, b->recoveries);
	case KEY_PROGRESS:
		return order(progress(a), progress(b));
	case KEY_COUNT:
		break;
	}
	return 0;
}

static int
by_sorts(const void *x, const void *y, void *sorts)
{
	const struct roster_job *a = x, *b = y;

	for (const int *key = sorts; *key; key++) {
		int c = compare(a, b, (enum key)abs(*key));

		if (c)
			return *key < 0 ? -c : c;
	}
	return order(b->id, a->id);
}

static bool
wanted(const struct roster_query *q, const struct view *v)
{
	if (v->final && !q->all)
		return false;
	if (v->final && q->since_ms && v->record.ended_ms < q->since_ms)
		return false;
	if (q->by_status && !q->statuses[v->status])
		return false;
	return !q->glob || !fnmatch(q->glob, v->record.name, 0);
}

/* Whether what is shown of the job has the text. */
static bool
found(const struct roster_query *q, const struct roster_job *j)
{
	char id[16];

	snprintf(id, sizeof(id), "%u", j->id);
	return !q->find || strstr(id, q->find) ||
	       (j->name && strcasestr(j->name, q->find)) ||
	       (!j->bad && strcasestr(status_name(j->status), q->find)) ||
	       (j->pool && strcasestr(j->pool, q->find)) ||
	       strcasestr(j->why, q->find);
}

static char *
take(struct buf *text)
{
	return mem_copy(buf_text(text));
}

static void
add_tasks(const struct roster *r, const struct view *v, struct roster_job *j)
{
	j->tasks = mem_new(v->task_count + 1, sizeof(*j->tasks));
	j->task_count = v->task_count;
	for (size_t i = 0; i < v->task_count; i++) {
		const struct task_view *t = &v->tasks[i];
		autobuf struct buf why = BUF_INIT;

		explain_task(v, t, &r->waits, &why);
		j->tasks[i] = (struct roster_task){
			.name = mem_copy(t->name),
			.pool = mem_copy(t->pool),
			.why = take(&why),
			.status = t->status,
			.run_ms = t->run ? view_run_ms(t->run, r->now_ms) : -1,
			.recoveries = t->record ? t->record->recoveries : 0,
		};
	}
}

static size_t
count_busy(const struct view *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->task_count; i++)
		n += v->tasks[i].run && !v->tasks[i].run->ended_ms &&
		     !status_final(v->tasks[i].status);
	return n;
}

static struct roster_job
make_job(const struct roster *r, const struct view *v)
{
	const struct record *record = &v->record;
	int64_t end = record->final ? record->ended_ms : r->now_ms;
	autobuf struct buf why = BUF_INIT;
	struct roster_job j = {
		.id = v->id,
		.final = v->final,
		.standing = v->suspended_ms != 0,
		.held = v->place == QUEUE_HELD,
		.name = mem_copy(record->name),
		.pool = mem_copy(record->pool),
		.status = v->status,
		.schedule = waits_schedule(&r->waits, v->id),
		.submitted_ms = record->submitted_ms,
		.started_ms = v->started_ms,
		.ended_ms = record->final ? record->ended_ms : 0,
		.suspended_ms = v->suspended_ms,
		.total_ms = end > record->submitted_ms
				    ? end - record->submitted_ms
				    : 0,
		.run_ms = !v->started_ms ? -1
			  : end > v->started_ms ? end - v->started_ms
						: 0,
		.recoveries = v->recoveries,
		.done = v->done,
		.busy = count_busy(v),
		.total = v->total,
	};

	explain_job(v, &r->waits, &why);
	j.why = take(&why);
	return j;
}

static void
add_job(const struct roster_query *q, struct roster *r, struct roster_job *j)
{
	if (!found(q, j)) {
		release_job(j);
		return;
	}
	r->list = mem_grow(r->list, r->count, &r->cap, sizeof(*r->list));
	r->list[r->count++] = *j;
}

/* An active job that cannot be read is shown as well, and disturbs no other. */
static void
look_at(const struct home *home, const struct roster_query *q, uint32_t id,
	struct roster *r)
{
	autoview struct view v = VIEW_INIT;
	struct roster_job j;
	struct err e;

	if (view_read(home, id, false, &v, &e) < 0) {
		j = (struct roster_job){
			.id = id, .bad = true, .why = mem_copy(e.text)};
		if (e.code != ERR_MISSING && !q->by_status && !q->glob)
			add_job(q, r, &j);
		else
			release_job(&j);
		return;
	}
	if (!wanted(q, &v))
		return;
	if (q->tasks) {
		view_release(&v);
		if (view_read_most(home, id, &v, NULL, NULL) < 0)
			return;
	}
	j = make_job(r, &v);
	if (q->tasks)
		add_tasks(r, &v, &j);
	add_job(q, r, &j);
}

/* The numbers to look at, ascending, each once. */
static int
gather(const struct home *home, bool all, const struct waits *w,
       struct ids *ids, struct err *e)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	uint32_t id;

	if (!all) {
		for (size_t i = 0; i < w->count; i++)
			if (i == 0 || w->list[i].job != w->list[i - 1].job)
				ids_add(ids, w->list[i].job);
		return 0;
	}
	if (jobs_list(home, &names, e) < 0)
		return -1;
	for (size_t i = 0; i < names.count; i++)
		if (!queue_parse_id(names.names[i], &id))
			ids_add(ids, id);
	return 0;
}

int
roster_read(const struct home *home, const struct roster_query *q,
	    struct roster *r, struct err *e)
{
	autoids struct ids ids = IDS_INIT;
	int sorts[ROSTER_SORTS_MAX];
	bool sorted = q->sorts[0] != 0;
	size_t i;

	roster_release(r);
	r->now_ms = sys_wall_ms();
	if (home->fd < 0)
		return 0;
	if (waits_read(home, &r->waits, e) < 0 ||
	    gather(home, q->all, &r->waits, &ids, e) < 0)
		return -1;
	for (i = ids.count; i > 0 && (sorted || r->count < q->limit); i--)
		look_at(home, q, ids.list[i - 1], r);
	r->more = i > 0;
	memcpy(sorts, q->sorts, sizeof(sorts));
	if (sorted && r->count)
		qsort_r(r->list, r->count, sizeof(*r->list), by_sorts, sorts);
	while (r->count > q->limit) {
		release_job(&r->list[--r->count]);
		r->more = true;
	}
	return 0;
}
