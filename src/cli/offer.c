/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/offer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/width.h"
#include "store/jobs.h"
#include "store/view.h"
#include "store/waits.h"

/*
 * So many of the newest are looked at, and of the others those whose number begins as
 * was typed, until there are OFFERED_MAX: nobody reads more, and a key was pressed.
 */
#define NEWEST 200
#define OFFERED_MAX 400

/* Which jobs a command is about. */
enum about {
	ABOUT_ALL,
	ABOUT_ACTIVE,
	ABOUT_HELD,
	ABOUT_WAITING,
	ABOUT_LIVE,
	ABOUT_ENDED
};

static const struct {
	const char *command;
	enum about about;
} abouts[] = {
	{"cancel", ABOUT_ACTIVE}, {"hold", ABOUT_WAITING},
	{"release", ABOUT_HELD},  {"set", ABOUT_WAITING},
	{"suspend", ABOUT_LIVE},  {"continue", ABOUT_LIVE},
	{"retry", ABOUT_ENDED},
};

void
offer_word(const struct offer *o, const char *word, const char *about)
{
	autobuf struct buf shown = BUF_INIT;

	if (strncmp(word, o->typed, strlen(o->typed)) != 0)
		return;
	/* a record that was damaged may name anything */
	width_add(&shown, word, WIDTH_ALL, true);
	if (strcmp(buf_text(&shown), word) != 0)
		return;
	buf_clear(&shown);
	width_add(&shown, about, WIDTH_ALL, true);
	printf("%s%s\t%s\n", o->before, word, buf_text(&shown));
}

/* The same with n bytes less typed, which stand before it; *before is the caller's. */
static struct offer
behind(const struct offer *o, size_t n, char **before)
{
	struct offer rest = *o;

	*before = mem_printf("%s%.*s", o->before, (int)n, o->typed);
	rest.before = *before;
	rest.typed += n;
	return rest;
}

static enum about
about_of(const struct command *command)
{
	for (size_t i = 0; i < sizeof(abouts) / sizeof(abouts[0]); i++)
		if (!strcmp(abouts[i].command, command->name))
			return abouts[i].about;
	return ABOUT_ALL;
}

static bool
is_about(enum about about, const struct waits *w, const struct view *v)
{
	enum schedule s = waits_schedule(w, v->id);

	switch (about) {
	case ABOUT_ALL:
		return true;
	case ABOUT_ACTIVE:
		return !v->final;
	case ABOUT_HELD:
		return s == SCHEDULE_INACTIVE;
	case ABOUT_WAITING:
		return s == SCHEDULE_INACTIVE || s == SCHEDULE_WAITING;
	case ABOUT_LIVE:
		return !v->final && s != SCHEDULE_INACTIVE &&
		       s != SCHEDULE_WAITING;
	case ABOUT_ENDED:
		return v->final && v->status != STATUS_SUCCEEDED;
	}
	return false;
}

/* What is offered of jobs. */
struct jobs_offer {
	const struct offer *offer;
	bool numbers, names;
	enum about about;
	struct waits waits;
	struct file_names said; /* names, each once */
	size_t looked, offered;
};

static void
offer_name(struct jobs_offer *j, const struct view *v)
{
	char about[64];

	for (size_t i = 0; i < j->said.count; i++)
		if (!strcmp(j->said.names[i], v->record.name))
			return;
	j->said.names = mem_grow(j->said.names, j->said.count, &j->said.cap,
				 sizeof(*j->said.names));
	j->said.names[j->said.count++] = mem_copy(v->record.name);
	snprintf(about, sizeof(about), "job %" PRIu32 ", %s", v->id,
		 status_name(v->status));
	offer_word(j->offer, v->record.name, about);
}

static void
offer_job(struct jobs_offer *j, uint32_t id)
{
	autoview struct view v = VIEW_INIT;
	const char *typed = j->offer->typed;
	char number[16], about[JOB_NAME_MAX + 40];

	snprintf(number, sizeof(number), "%" PRIu32, id);
	if (j->offered >= OFFERED_MAX ||
	    (j->looked >= NEWEST &&
	     (!*typed || strncmp(number, typed, strlen(typed)) != 0)))
		return;
	j->looked++;
	if (view_read(j->offer->home, id, false, &v, NULL) < 0 ||
	    !is_about(j->about, &j->waits, &v))
		return;
	j->offered++;
	snprintf(about, sizeof(about), "%s, %s", v.record.name,
		 status_name(v.status));
	if (j->numbers)
		offer_word(j->offer, number, about);
	if (j->names)
		offer_name(j, &v);
}

static void
offer_owed(struct jobs_offer *j)
{
	uint32_t last = 0;

	for (size_t i = j->waits.count; i > 0; i--) {
		uint32_t id = j->waits.list[i - 1].job;

		if (id != last)
			offer_job(j, id);
		last = id;
	}
}

/* The newest, ended or not. */
static void
offer_newest(struct jobs_offer *j)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	uint32_t id;

	jobs_list(j->offer->home, &all, NULL);
	for (size_t i = all.count; i > 0; i--)
		if (!queue_parse_id(all.names[i - 1], &id))
			offer_job(j, id);
}

static void
offer_jobs(const struct offer *o, bool numbers, bool names)
{
	struct jobs_offer j = {.offer = o,
			       .numbers = numbers,
			       .names = names,
			       .about = about_of(o->command),
			       .waits = WAITS_INIT,
			       .said = FILE_NAMES_INIT};

	if (!o->home || waits_read(o->home, &j.waits, NULL) < 0)
		return;
	if (j.about == ABOUT_ALL || j.about == ABOUT_ENDED)
		offer_newest(&j);
	else
		offer_owed(&j);
	file_names_release(&j.said);
	waits_release(&j.waits);
}

static void
put_jobs(const struct offer *o)
{
	offer_jobs(o, true, true);
}

static void
put_job_names(const struct offer *o)
{
	offer_jobs(o, false, true);
}

/* 12, and after `12:` what may be wanted of it. */
static void
put_afters(const struct offer *o)
{
	static const char *const wants[][2] = {
		{"ok", "it succeeded"},
		{"any", "it ended, however"},
		{"fail", "it did not succeed"},
	};
	const char *colon = strchr(o->typed, ':');
	autofree char *before = NULL;
	struct offer wanted;

	if (!colon) {
		put_jobs(o);
		return;
	}
	wanted = behind(o, (size_t)(colon + 1 - o->typed), &before);
	for (size_t i = 0; i < sizeof(wants) / sizeof(wants[0]); i++)
		offer_word(&wanted, wants[i][0], wants[i][1]);
}

/* Those of the first job that was given. */
static void
put_tasks(const struct offer *o)
{
	autoview struct view v = VIEW_INIT;
	uint32_t job;

	if (!o->home || o->word_count == 0 ||
	    cli_job(o->home, o->words[0], &job, NULL) < 0 ||
	    view_read(o->home, job, true, &v, NULL) < 0)
		return;
	for (size_t i = 0; i < v.task_count; i++)
		offer_word(o, v.tasks[i].name, status_name(v.tasks[i].status));
}

static void
put_pools(const struct offer *o)
{
	if (!o->home)
		offer_word(o, DEFAULT_POOL, "this machine");
	for (size_t i = 0; o->home && i < o->home->config.pool_count; i++)
		offer_word(o, o->home->config.pools[i].name,
			   o->home->config.pools[i].type);
}

/* What is typed of the last of a list with commas. */
static struct offer
last_of(const struct offer *o, char **before)
{
	const char *comma = strrchr(o->typed, ',');

	return behind(o, comma ? (size_t)(comma + 1 - o->typed) : 0, before);
}

static void
put_statuses(const struct offer *o)
{
	autofree char *before = NULL;
	struct offer last = last_of(o, &before);

	for (int s = 0; s < STATUS_COUNT; s++)
		offer_word(&last, status_name((enum status)s),
			   status_final((enum status)s) ? "final" : "active");
}

/* What mj queue can sort by. */
static void
put_columns(const struct offer *o)
{
	static const char *const columns[] = {
		"id",	 "name", "status",     "pool",	   "submitted",
		"total", "run",	 "recoveries", "progress",
	};
	autofree char *before = NULL, *sign = NULL;
	struct offer last = last_of(o, &before);

	last = behind(&last, last.typed[0] == '-', &sign);
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		offer_word(&last, columns[i], "");
}

static void
put_variables(const struct offer *o)
{
	if (strchr(o->typed, '='))
		return;
	for (char **v = environ; *v; v++) {
		autofree char *name = mem_copy_n(*v, strcspn(*v, "="));

		offer_word(o, name, "as it is here");
	}
}

static void
put_keys(const struct offer *o)
{
	autonames struct file_names all = FILE_NAMES_INIT;

	if (o->home)
		file_list(o->home->fd, "unique", &all, NULL);
	for (size_t i = 0; i < all.count; i++)
		offer_word(o, all.names[i], "used before");
}

/* What mj set can change. */
static void
put_settings(const struct offer *o)
{
	static const char *const keys[][2] = {
		{"priority=", "-1000 to 1000"},
		{"pool=", "of all its tasks"},
		{"timeout=", "of each attempt, or none"},
		{"begin=", "a time, +2h, or now"},
		{"after=", "jobs, or none"},
	};
	autofree char *before = NULL;
	struct offer pool;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		offer_word(o, keys[i][0], keys[i][1]);
	if (strncmp(o->typed, "pool=", 5) != 0)
		return;
	pool = behind(o, 5, &before);
	put_pools(&pool);
}

static void
put_specs(const struct offer *o)
{
	(void)o;
	puts(":specs");
}

static void
put_files(const struct offer *o)
{
	(void)o;
	puts(":files");
}

static void
put_directories(const struct offer *o)
{
	(void)o;
	puts(":directories");
}

static const struct {
	const char *placeholder;
	void (*put)(const struct offer *o);
} kinds[] = {
	{"JOB", put_jobs},	     {"JOB[:WANT]", put_afters},
	{"GLOB", put_job_names},     {"TASK", put_tasks},
	{"POOL", put_pools},	     {"LIST", put_statuses},
	{"K[=V]", put_variables},    {"KEY", put_keys},
	{"KEY=VALUE", put_settings}, {"SPEC.yaml", put_specs},
	{"COLUMNS", put_columns},    {"FILE", put_files},
	{"DIR", put_directories},
};

/* `auto|always|never`: the words themselves. */
static void
put_words(const struct offer *o, const char *list, size_t len)
{
	autofree char *copy = mem_copy_n(list, len);
	char *rest = copy, *word;

	while ((word = strsep(&rest, "|")))
		offer_word(o, word, "");
}

void
offer_value(const struct offer *o, const char *placeholder, size_t len)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strlen(kinds[i].placeholder) == len &&
		    !memcmp(kinds[i].placeholder, placeholder, len)) {
			kinds[i].put(o);
			return;
		}
	if (memchr(placeholder, '|', len))
		put_words(o, placeholder, len);
}
