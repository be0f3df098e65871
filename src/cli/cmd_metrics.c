/* SPDX-License-Identifier: Apache-2.0 */
/* mj metrics: counts of what there is, for Prometheus. */
#include <stdlib.h>
#include <string.h>

#include "cli/census.h"
#include "cli/cmd.h"
#include "cli/deliver.h"
#include "engine/note.h"
#include "os/sys.h"
#include "render/samples.h"
#include "store/facts.h"
#include "store/pause.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static const struct cli_option options[] = {
	{'o', "output", "FILE", "replace FILE as a whole; else stdout"},
};

struct metrics {
	struct home home;
	struct waits waits;
	struct facts facts;
	struct census census;
	struct buf out;
	int64_t judged_ms; /* how long it took to judge all that waits */
};

/* Of enum admit_answer, as labels. */
static const char *const reasons[ADMIT_ANSWER_COUNT] = {
	[ADMIT_START] = "next",
	[ADMIT_PAUSED] = "paused",
	[ADMIT_NO_POOL] = "no_pool",
	[ADMIT_POOL_PAUSED] = "pool_paused",
	[ADMIT_POOL_FULL] = "pool_full",
	[ADMIT_ARRAY_FULL] = "array_full",
	[ADMIT_ALIVE_FULL] = "max_alive",
	[ADMIT_NEVER] = "never_fits",
	[ADMIT_LACKING] = "lacking",
	[ADMIT_KEPT] = "kept",
	[ADMIT_BEHIND] = "behind",
	[ADMIT_LAUNCHING_FULL] = "max_launching",
};

static void
one(struct metrics *m, const char *name, const char *type, int64_t value,
    const char *help)
{
	struct family f = {name, type, help};

	samples_one(&m->out, &f, value);
}

static void
one_milli(struct metrics *m, const char *name, int64_t ms, const char *help)
{
	struct family f = {name, "gauge", help};

	samples_begin(&m->out, &f);
	samples_put_milli(&m->out, &f, NULL, 0, ms);
}

static void
put_jobs(struct metrics *m)
{
	static const struct family jobs = {
		"mj_jobs", "gauge",
		"Jobs by status, those that have ended and are kept included."};
	static const struct family states = {
		"mj_jobs_scheduled", "gauge",
		"Jobs that have not ended, by schedule state."};
	static const struct family ends = {
		"mj_attempts_ended", "gauge",
		"Attempts of the jobs that are kept that ended, by cause."};
	struct census *c = &m->census;

	samples_begin(&m->out, &jobs);
	for (int s = 0; s < STATUS_COUNT; s++)
		samples_put(&m->out, &jobs,
			    &(struct label){"status",
					    status_name((enum status)s)},
			    1, (int64_t)c->jobs[s]);
	samples_begin(&m->out, &states);
	for (int s = 0; s < SCHEDULE_DONE; s++)
		samples_put(&m->out, &states,
			    &(struct label){"state",
					    schedule_name((enum schedule)s)},
			    1, (int64_t)c->schedule[s]);
	one(m, "mj_jobs_bad", "gauge", (int64_t)c->bad,
	    "Jobs whose record cannot be read, those set aside included.");
	one(m, "mj_jobs_submitted_total", "counter", (int64_t)c->submitted,
	    "Numbers given to jobs so far.");
	one(m, "mj_launches", "gauge", (int64_t)c->launches,
	    "Attempts begun, of the jobs that are kept.");
	one(m, "mj_recoveries", "gauge", (int64_t)c->recoveries,
	    "Attempts that followed lost or failed ones, of the jobs that are "
	    "kept.");
	samples_begin(&m->out, &ends);
	for (size_t i = 0; i < CENSUS_CAUSES; i++)
		samples_put(&m->out, &ends,
			    &(struct label){"cause", census_causes[i]}, 1,
			    (int64_t)c->ends[i]);
}

/* What waits in a pool, by reason; only reasons that there are. */
static void
put_waiting_in(struct metrics *m, const struct family *f, const char *pool)
{
	uint64_t counts[ADMIT_ANSWER_COUNT] = {0};

	for (size_t i = 0; i < m->waits.count; i++) {
		const struct owed *o = &m->waits.list[i];

		if (o->kind == OWED_REQUEST && !strcmp(o->pool, pool))
			counts[o->answer]++;
	}
	for (int a = 0; a < ADMIT_ANSWER_COUNT; a++) {
		struct label labels[] = {{"pool", pool},
					 {"reason", reasons[a]}};

		if (counts[a] || a == ADMIT_POOL_FULL)
			samples_put(&m->out, f, labels, 2, (int64_t)counts[a]);
	}
}

/* The pools that the settings name, then those that only requests do. */
static void
put_waiting(struct metrics *m)
{
	static const struct family f = {
		"mj_tasks_waiting", "gauge",
		"Tasks that wait for a place, by pool and reason."};
	const struct admission *a = &m->facts.admission;

	samples_begin(&m->out, &f);
	for (size_t i = 0; i < a->pool_count; i++)
		put_waiting_in(m, &f, a->pools[i].name);
	for (size_t i = 0; i < m->waits.pools.count; i++)
		if (admit_find(a, m->waits.pools.names[i]) == a->pool_count)
			put_waiting_in(m, &f, m->waits.pools.names[i]);
}

static int64_t
pool_slots(const struct admit_pool *p)
{
	return p->slots;
}

static int64_t
pool_running(const struct admit_pool *p)
{
	return p->running;
}

static int64_t
pool_paused(const struct admit_pool *p)
{
	return p->paused;
}

static void
put_each(struct metrics *m, const struct family *f,
	 int64_t (*value)(const struct admit_pool *p))
{
	samples_begin(&m->out, f);
	for (size_t i = 0; i < m->facts.admission.pool_count; i++) {
		const struct admit_pool *p = &m->facts.admission.pools[i];

		samples_put(&m->out, f, &(struct label){"pool", p->name}, 1,
			    value(p));
	}
}

/* What pools count of a kind; none of it where no pool does. */
static void
put_stock(struct metrics *m, enum need_kind kind, const struct family *f,
	  bool used)
{
	bool begun = false;

	for (size_t i = 0; i < m->facts.admission.pool_count; i++) {
		const struct admit_pool *p = &m->facts.admission.pools[i];
		struct label label = {"pool", p->name};
		uint64_t n = used ? p->stock.used[kind] : p->stock.total[kind];

		if (!p->stock.counted[kind])
			continue;
		if (!begun)
			samples_begin(&m->out, f);
		begun = true;
		if (kind == NEED_CPUS)
			samples_put_milli(&m->out, f, &label, 1, (int64_t)n);
		else
			samples_put(&m->out, f, &label, 1, (int64_t)n);
	}
}

static void
put_stocks(struct metrics *m)
{
	static const struct family families[NEED_KIND_COUNT][2] = {
		[NEED_CPUS] = {{"mj_pool_cpus", "gauge", "CPUs of a pool."},
			       {"mj_pool_cpus_used", "gauge",
				"CPUs that its tasks have."}},
		[NEED_MEMORY] = {{"mj_pool_memory_bytes", "gauge",
				  "Memory of a pool."},
				 {"mj_pool_memory_used_bytes", "gauge",
				  "Memory that its tasks have."}},
		[NEED_GPUS] = {{"mj_pool_gpus", "gauge", "GPUs of a pool."},
			       {"mj_pool_gpus_used", "gauge",
				"GPUs that its tasks have."}},
	};

	for (int k = 0; k < NEED_KIND_COUNT; k++)
		for (int used = 0; used < 2; used++)
			put_stock(m, (enum need_kind)k, &families[k][used],
				  used);
}

static void
put_limits(struct metrics *m)
{
	static const struct family slots = {"mj_pool_slots", "gauge",
					    "Slots of a pool."};
	static const struct family used = {"mj_pool_slots_used", "gauge",
					   "Tasks that occupy a pool."};
	static const struct family paused = {
		"mj_pool_paused", "gauge",
		"1 where nothing new starts in a pool."};
	const struct admission *a = &m->facts.admission;

	put_each(m, &slots, pool_slots);
	put_each(m, &used, pool_running);
	put_each(m, &paused, pool_paused);
	put_stocks(m);
	one(m, "mj_paused", "gauge", a->paused,
	    "1 while nothing new starts anywhere.");
	one(m, "mj_controllers", "gauge", a->alive,
	    "Jobs that have a controller.");
	one(m, "mj_controllers_limit", "gauge", a->max_alive, "max_alive.");
	one(m, "mj_launching", "gauge", a->launching, "Launches in progress.");
	one(m, "mj_launching_limit", "gauge", a->max_launching,
	    "max_launching.");
}

/* Real counters: what is removed takes nothing from them. */
static void
put_tally(struct metrics *m)
{
	static const struct family seconds = {
		"mj_passes_seconds_total", "counter",
		"How long the passes so far took together."};
	struct tally t;

	tally_read(&m->home, &t);
	one(m, "mj_passes_total", "counter", (int64_t)t.passes,
	    "Passes that came to their end so far.");
	samples_begin(&m->out, &seconds);
	samples_put_milli(&m->out, &seconds, NULL, 0, (int64_t)t.ms);
	one_milli(m, "mj_pass_last_seconds", (int64_t)t.last_ms,
		  "How long the last one took.");
	one(m, "mj_grants_total", "counter", (int64_t)t.grants,
	    "Places that passes gave to attempts so far.");
}

static void
put_passes(struct metrics *m)
{
	int64_t timer = home_timer_age(&m->home), age = 0;
	struct file_info info;
	struct pass_note pass;

	note_read(&m->home, &pass);
	if (pass.there && pass.boot_ms)
		age = sys_boot_ms() - pass.boot_ms;
	one_milli(m, "mj_pass_duration_seconds", age > 0 ? age : 0,
		  "How long the pass at work has been at it; 0 when none is.");
	if (!pass.there &&
	    file_info(m->home.fd, "scheduler.pid", &info) == 0)
		one_milli(m, "mj_pass_end_timestamp_seconds", info.changed_ms,
			  "When the last pass was over.");
	one_milli(m, "mj_pass_judge_seconds", m->judged_ms,
		  "How long it took just now to judge all that waits, as each "
		  "pass does.");
	if (timer >= 0)
		one_milli(m, "mj_timer_age_seconds", timer,
			  "How long ago a timer ran a pass.");
	one(m, "mj_settings_ok", "gauge", !m->home.config_error.code,
	    "0 while config.ini is wrong, and so nothing new starts.");
}

static int
gather(struct metrics *m, struct err *e)
{
	int64_t start = sys_boot_ms();

	if (m->home.fd < 0)
		return 0;
	if (waits_read(&m->home, &m->waits, e) < 0)
		return -1;
	m->judged_ms = sys_boot_ms() - start;
	if (facts_count(&m->home, &m->facts, e) < 0)
		return -1;
	return census_take(&m->home, &m->waits, &m->census, e);
}

static void
put_all(struct metrics *m)
{
	static const struct family info = {"mj_info", "gauge",
					   "1; the version of mj."};

	samples_begin(&m->out, &info);
	samples_put(&m->out, &info,
		    &(struct label){"version", PACKAGE_VERSION}, 1, 1);
	put_jobs(m);
	if (m->home.fd < 0)
		return;
	put_waiting(m);
	put_limits(m);
	put_passes(m);
	put_tally(m);
}

static int
run_metrics(struct cli *c)
{
	struct metrics m = {.home = HOME_INIT};
	const char *path = cli_next(c) ? c->value : NULL;
	struct err e;
	int status = CLI_OK;

	if (cli_home_or_none(c, &m.home, &e) < 0 || gather(&m, &e) < 0) {
		status = cli_fail(&e);
	} else {
		put_all(&m);
		if (deliver(path, &m.out, &e) < 0)
			status = cli_fail(&e);
	}
	buf_release(&m.out);
	waits_release(&m.waits);
	facts_release(&m.facts);
	home_close(&m.home);
	return status;
}

const struct command cmd_metrics = {
	.name = "metrics",
	.operands = "",
	.summary = "print counts for Prometheus",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_metrics,
};
