/* SPDX-License-Identifier: Apache-2.0 */
/* mj pools: what each pool has, what of it is used, and how many wait. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/json.h"
#include "cli/moment.h"
#include "cli/screen.h"
#include "cli/table.h"
#include "engine/fence.h"
#include "model/slurm.h"
#include "os/sys.h"
#include "store/cache.h"
#include "store/facts.h"
#include "store/pause.h"
#include "store/waits.h"

enum { JSON_OPTION = CLI_LONG, UTC_OPTION };

static const struct cli_option options[] = {
	{UTC_OPTION, "utc", NULL, "times in UTC, not in the local zone"},
	{JSON_OPTION, "json", NULL, "one JSON object a line"},
};

static const struct column columns[] = {
	{"POOL", false, 0},   {"TYPE", false, 1},  {"SLOTS", true, 0},
	{"CPUS", true, 2},    {"MEMORY", true, 3}, {"GPUS", true, 4},
	{"WAITING", true, 5}, {"DETAILS", false, 0},
};

struct pools {
	const struct home *home;
	struct facts facts;
	struct waits waits;
	struct table table;
};

static int64_t
count_waiting(const struct waits *w, const char *pool)
{
	int64_t n = 0;

	for (size_t i = 0; i < w->count; i++)
		n += w->list[i].kind == OWED_REQUEST &&
		     !strcmp(w->list[i].pool, pool);
	return n;
}

/* USED/ALL, or nothing where it is not counted. */
static void
cell_stock(struct table *t, const struct stock *s, enum need_kind kind)
{
	char used[32], all[32], text[70];

	if (!s->counted[kind]) {
		table_cell(t, "");
		return;
	}
	snprintf(text, sizeof(text), "%s/%s",
		 need_amount(kind,
			     kind == NEED_GPUS ? need_count(s->used_ids & s->ids)
					       : s->used[kind],
			     used, sizeof(used)),
		 need_amount(kind, s->total[kind], all, sizeof(all)));
	table_cell(t, text);
}

/* What Slurm said when it was asked last, for a pool of that type. */
static bool
asked(const struct pools *p, const struct config_pool *c, struct cache *cache,
      struct slurm_load *load)
{
	autofree char *name = mem_printf(CACHE_SQUEUE "%s", c->name);
	autofree char *prefix = mem_printf("mj-%.12s-", p->home->id);

	if (strcmp(c->type, "slurm") != 0)
		return false;
	cache_read(p->home, name, cache);
	if (!cache->failed)
		*load = slurm_count(buf_text(&cache->text), prefix);
	return cache->begun_ms;
}

static void
between(struct buf *to)
{
	if (to->len)
		buf_printf(to, "; ");
}

static void
tell_enforced(const struct config_pool *c, struct buf *to)
{
	char lacks[160];

	if (!c->enforce)
		return;
	between(to);
	if (*fence_lacks(NULL, lacks, sizeof(lacks)))
		buf_printf(to, "not enforced: %s", lacks);
	else
		buf_printf(to, "enforced");
}

static void
tell_slurm(const struct pools *p, const struct config_pool *c, struct buf *to)
{
	autocache struct cache cache = CACHE_INIT;
	struct slurm_load load;
	char age[32];

	if (!asked(p, c, &cache, &load))
		return;
	text_span(sys_boot_ms() - cache.begun_ms, age, sizeof(age));
	between(to);
	if (cache.failed)
		buf_printf(to, "no answer %s ago: %s", age,
			   buf_text(&cache.text));
	else
		buf_printf(to, "in Slurm %s ago: %zu run, %zu wait", age,
			   load.runs, load.waits);
}

static void
put_slurm(const struct pools *p, const struct config_pool *c, struct json *o)
{
	autocache struct cache cache = CACHE_INIT;
	struct slurm_load load;

	if (!asked(p, c, &cache, &load))
		return;
	json_put_seconds(o, "slurm_age", sys_boot_ms() - cache.begun_ms);
	if (cache.failed) {
		json_put_text(o, "slurm_error", buf_text(&cache.text));
		return;
	}
	json_put_int(o, "slurm_running", (int64_t)load.runs);
	json_put_int(o, "slurm_pending", (int64_t)load.waits);
}

static void
row(struct pools *p, size_t i)
{
	autobuf struct buf details = BUF_INIT;
	const struct admit_pool *a = &p->facts.admission.pools[i];
	const struct config_pool *c = &p->home->config.pools[i];
	int64_t since = pause_since(p->home, a->name);
	char when[TEXT_TIME_SIZE], text[80];

	table_cell(&p->table, a->name);
	table_cell(&p->table, c->type);
	if (a->slots == CONFIG_SLOTS_MAX)
		snprintf(text, sizeof(text), "%u/-", a->running);
	else
		snprintf(text, sizeof(text), "%u/%u", a->running, a->slots);
	table_cell(&p->table, text);
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		cell_stock(&p->table, &a->stock, (enum need_kind)k);
	snprintf(text, sizeof(text), "%lld",
		 (long long)count_waiting(&p->waits, a->name));
	table_cell(&p->table, text);
	if (since)
		buf_printf(&details, "paused since %s",
			   text_time_local(since, when));
	tell_enforced(c, &details);
	tell_slurm(p, c, &details);
	table_cell(&p->table, buf_text(&details));
}

static struct json *
ids_json(uint64_t ids)
{
	struct json *list = json_make_array();

	for (unsigned i = 0; i < NEED_IDS; i++)
		if (ids & (uint64_t)1 << i)
			json_append(list, json_make_int(i));
	return list;
}

static void
put_stock(struct json *o, const struct stock *s)
{
	if (s->counted[NEED_CPUS]) {
		json_put_seconds(o, "cpus", (int64_t)s->total[NEED_CPUS]);
		json_put_seconds(o, "cpus_used", (int64_t)s->used[NEED_CPUS]);
	}
	if (s->counted[NEED_MEMORY]) {
		json_put_int(o, "memory", (int64_t)s->total[NEED_MEMORY]);
		json_put_int(o, "memory_used", (int64_t)s->used[NEED_MEMORY]);
	}
	if (s->counted[NEED_GPUS]) {
		json_put(o, "gpus", ids_json(s->ids));
		json_put(o, "gpus_used", ids_json(s->used_ids & s->ids));
	}
}

static void
object(struct pools *p, size_t i)
{
	const struct admit_pool *a = &p->facts.admission.pools[i];
	const struct config_pool *c = &p->home->config.pools[i];
	struct json *o = json_make_object();
	char lacks[160];

	json_put_text(o, "pool", a->name);
	json_put_text(o, "type", c->type);
	json_put_int(o, "slots",
		     a->slots == CONFIG_SLOTS_MAX ? -1 : (int64_t)a->slots);
	json_put_int(o, "slots_used", a->running);
	put_stock(o, &a->stock);
	json_put_true(o, "enforce", c->enforce);
	if (c->enforce)
		json_put_text(o, "not_enforced",
			      fence_lacks(NULL, lacks, sizeof(lacks)));
	json_put_int(o, "waiting", count_waiting(&p->waits, a->name));
	json_put_time(o, "paused_at", pause_since(p->home, a->name));
	put_slurm(p, c, o);
	json_print(o);
}

static int
show(struct pools *p, bool json, struct err *e)
{
	autobuf struct buf out = BUF_INIT;
	struct screen screen;

	if (facts_count(p->home, &p->facts, e) < 0 ||
	    waits_read(p->home, &p->waits, e) < 0)
		return -1;
	for (size_t i = 0; i < p->facts.admission.pool_count; i++)
		if (json)
			object(p, i);
		else
			row(p, i);
	screen_open(&screen, 1, COLOUR_AUTO);
	if (!json)
		table_draw(&p->table, &screen, SIZE_MAX, &out);
	if (out.len)
		fwrite(out.data, 1, out.len, stdout);
	return 0;
}

static int
run_pools(struct cli *c)
{
	struct home home = HOME_INIT;
	struct pools p = {
		.home = &home,
		.table = {.columns = columns,
			  .column_count = sizeof(columns) / sizeof(columns[0])},
	};
	struct err e;
	bool json = false;
	int id, status = CLI_OK;

	while ((id = cli_next(c)))
		if (id == JSON_OPTION)
			json = true;
		else
			moment_use_utc();
	if (cli_home(c, &home, HOME_READ, &e) < 0) {
		if (e.code != ERR_MISSING)
			status = cli_fail(&e);
		else if (!json)
			puts("no pools yet: mj launch makes the home");
	} else if (show(&p, json, &e) < 0) {
		status = cli_fail(&e);
	}
	facts_release(&p.facts);
	waits_release(&p.waits);
	table_release(&p.table);
	home_close(&home);
	return status;
}

const struct command cmd_pools = {
	.name = "pools",
	.operands = "",
	.summary = "show what each pool has and what is used",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_pools,
};
