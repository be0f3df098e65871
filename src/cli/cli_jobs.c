/* SPDX-License-Identifier: Apache-2.0 */
/* Which jobs words on the command line mean. */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "store/jobs.h"
#include "store/view.h"
#include "store/waits.h"

/*
 * Ranges up to this wide are tried number by number, wider ones by a list of
 * all jobs.
 */
#define RANGE_TRIED 1000

#define NAMESAKES_TRIED 500 /* active jobs looked at for the same name */
#define TASKS_LISTED 120 /* bytes of their names */

void
ids_add(struct ids *ids, uint32_t id)
{
	ids->list =
		mem_grow(ids->list, ids->count, &ids->cap, sizeof(*ids->list));
	ids->list[ids->count++] = id;
}

bool
ids_has(const struct ids *ids, uint32_t id)
{
	for (size_t i = 0; i < ids->count; i++)
		if (ids->list[i] == id)
			return true;
	return false;
}

void
ids_release(struct ids *ids)
{
	free(ids->list);
	*ids = (struct ids)IDS_INIT;
}

static bool
parse_id(const char *text, uint32_t *out)
{
	uint64_t n;

	if (text_u64(text, UINT32_MAX, &n) < 0)
		return false;
	*out = (uint32_t)n;
	return true;
}

static bool
parse_range(const char *word, uint32_t *first, uint32_t *last)
{
	autofree char *copy = mem_copy(word);
	char *dash = strchr(copy, '-');

	if (!dash)
		return false;
	*dash = '\0';
	return parse_id(copy, first) && parse_id(dash + 1, last);
}

bool
cli_is_range(const char *word)
{
	uint32_t first, last;

	return parse_range(word, &first, &last);
}

static void
list_range(const struct home *home, uint32_t first, uint32_t last,
	   struct ids *out)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	uint32_t id;

	jobs_list(home, &all, NULL);
	for (size_t i = 0; i < all.count; i++)
		if (!queue_parse_id(all.names[i], &id) && id >= first &&
		    id <= last && view_exists(home, id))
			ids_add(out, id);
}

static int
add_range(const struct home *home, const char *word, struct ids *out,
	  struct err *e)
{
	uint32_t first = 0, last = 0;
	size_t before = out->count;

	parse_range(word, &first, &last);
	if (first > last)
		return err_set(e, ERR_INPUT,
			       "%s: the range ends before it starts", word);
	if (last - first >= RANGE_TRIED)
		list_range(home, first, last, out);
	else
		for (uint64_t id = first; id <= last; id++)
			if (view_exists(home, (uint32_t)id))
				ids_add(out, (uint32_t)id);
	if (out->count == before)
		return err_set(e, ERR_MISSING,
			       "no such jobs: %s; mj queue -a lists all", word);
	return 0;
}

static bool
is_called(const struct home *home, uint32_t id, const char *name)
{
	autoview struct view v = VIEW_INIT;

	return view_read(home, id, false, &v, NULL) == 0 &&
	       fnmatch(name, v.record.name, 0) == 0;
}

/*
 * The newest of the active jobs called name, a name or a pattern; 0 none.  That there are
 * others is said, if one is among the NAMESAKES_TRIED before it.
 */
static uint32_t
newest_active(const struct home *home, const char *name)
{
	struct waits w = WAITS_INIT;
	uint32_t found = 0, last = 0;
	size_t tried = 0;
	bool others = false;

	waits_read(home, &w, NULL);
	for (size_t i = w.count; i > 0 && !others; i--) {
		uint32_t id = w.list[i - 1].job;

		if (id == last)
			continue;
		last = id;
		if (found && ++tried > NAMESAKES_TRIED)
			break;
		if (!is_called(home, id, name))
			continue;
		others = found;
		found = found ? found : id;
	}
	waits_release(&w);
	if (others)
		cli_say("note: more than one active job is called %s: the "
			"newest, %" PRIu32 ", is meant",
			name, found);
	return found;
}

static uint32_t
newest_of_all(const struct home *home, const char *name)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	uint32_t id;

	jobs_list(home, &all, NULL);
	for (size_t i = all.count; i > 0; i--)
		if (!queue_parse_id(all.names[i - 1], &id) &&
		    is_called(home, id, name))
			return id;
	return 0;
}

int
cli_job_called(const struct home *home, const char *glob, uint32_t *out,
	       struct err *e)
{
	*out = newest_active(home, glob);
	if (!*out)
		*out = newest_of_all(home, glob);
	if (!*out)
		return err_set(e, ERR_MISSING,
			       "no such job: %s; mj queue -a lists all", glob);
	return 0;
}

int
cli_job(const struct home *home, const char *word, uint32_t *out, struct err *e)
{
	if (parse_id(word, out)) {
		if (*out && view_exists(home, *out))
			return 0;
		return err_set(e, ERR_MISSING,
			       "no such job: %s in %s; mj queue -a lists all",
			       word, home->path);
	}
	if (!text_name_ok(word, JOB_NAME_MAX))
		return err_set(e, ERR_INPUT,
			       "'%s' is neither a job's number nor a name; mj "
			       "queue -a lists all",
			       word);
	if (cli_is_range(word))
		return err_set(e, ERR_INPUT,
			       "%s is a range: give one job's number or name",
			       word);
	return cli_job_called(home, word, out, e);
}

/* Their names, as many as a line bears. */
static void
list_tasks(const struct view *v, struct buf *out)
{
	for (size_t i = 0; i < v->task_count; i++) {
		if (out->len > TASKS_LISTED) {
			buf_printf(out, " and %zu more", v->task_count - i);
			return;
		}
		buf_printf(out, "%s%s", i > 0 ? ", " : "", v->tasks[i].name);
	}
}

int
cli_task(const struct home *home, uint32_t job, const char *name,
	 struct err *e)
{
	autoview struct view v = VIEW_INIT;
	autofree const char **names = NULL;
	autobuf struct buf all = BUF_INIT;
	const char *near;

	if (view_read(home, job, true, &v, e) < 0)
		return -1;
	if (view_task(&v, name))
		return 0;
	names = mem_new(v.task_count + 1, sizeof(*names));
	for (size_t i = 0; i < v.task_count; i++)
		names[i] = v.tasks[i].name;
	near = text_nearest(name, names, v.task_count);
	if (near)
		return err_set(e, ERR_MISSING,
			       "job %u has no task %s (did you mean '%s'?)", job,
			       name, near);
	list_tasks(&v, &all);
	return err_set(e, ERR_MISSING, "job %u has no task %s; it has %s", job,
		       name, buf_text(&all));
}

/* Take those out that came before; sorted copies would lose the order. */
static void
drop_repeated(struct ids *ids, size_t from)
{
	size_t kept = from;

	for (size_t i = from; i < ids->count; i++) {
		struct ids so_far = {ids->list, kept, 0};

		if (!ids_has(&so_far, ids->list[i]))
			ids->list[kept++] = ids->list[i];
	}
	ids->count = kept;
}

int
cli_jobs(const struct home *home, char *const *words, size_t count,
	 struct ids *out, struct err *e)
{
	for (size_t i = 0; i < count; i++) {
		size_t before = out->count;
		uint32_t first, last, id;

		if (parse_range(words[i], &first, &last)) {
			if (add_range(home, words[i], out, e) < 0)
				return -1;
		} else if (cli_job(home, words[i], &id, e) < 0) {
			return -1;
		} else {
			ids_add(out, id);
		}
		if (before > 0)
			drop_repeated(out, before);
	}
	return 0;
}
