/* SPDX-License-Identifier: Apache-2.0 */
#include "store/config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/job.h"
#include "store/lines.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NUMBER_MAX 1000000
#define NUMBER_RULE "a number from 1 to 1000000"
#define DURATION_RULE "a duration such as 90, 1.5s, 10m or 12h"
#define SIZE_RULE "a size such as 4096, 100M or 10G"
#define PATH_RULE "a path that starts with '/' or '~/'"

enum section {
	SECTION_NONE,
	SECTION_SCHEDULER,
	SECTION_RECOVERY,
	SECTION_POOL,
	SECTION_COUNT
};

/* Settings being read. */
struct reading {
	struct config *config;
	struct lines lines;
	enum section section;	  /* the lines are in */
	struct config_pool *pool; /* of SECTION_POOL, until the next section */
	unsigned seen_keys;	  /* of this section, by bit */
	bool seen_scheduler, seen_recovery, seen_local;
	unsigned slots; /* of a pool that does not say */
};

struct setting {
	const char *name;
	int (*set)(struct reading *r, const char *value);
	const char *rule; /* what the value must be */
};

struct settings {
	const char *where;
	const struct setting *list;
	size_t count;
};

static int
set_number(unsigned *out, const char *value)
{
	uint64_t n;

	if (text_u64(value, NUMBER_MAX, &n) < 0 || !n)
		return -1;
	*out = (unsigned)n;
	return 0;
}

static int
set_path(char **out, const char *value)
{
	if (value[0] != '/' && (value[0] != '~' || value[1] != '/'))
		return -1;
	*out = mem_copy(value);
	return 0;
}

static int
set_max_alive(struct reading *r, const char *value)
{
	return set_number(&r->config->max_alive, value);
}

static int
set_max_launching(struct reading *r, const char *value)
{
	return set_number(&r->config->max_launching, value);
}

static int
set_stuck_after(struct reading *r, const char *value)
{
	int64_t ms;

	if (text_duration(value, &ms) < 0 || !ms)
		return -1;
	r->config->stuck_after_ms = ms;
	return 0;
}

static int
set_stuck_kill(struct reading *r, const char *value)
{
	return text_duration(value, &r->config->stuck_kill_ms);
}

static int
set_grace(struct reading *r, const char *value)
{
	return text_duration(value, &r->config->grace_ms);
}

static int
set_leftovers(struct reading *r, const char *value)
{
	bool keep = !strcmp(value, "keep");

	if (!keep && strcmp(value, "kill") != 0)
		return -1;
	r->config->leftovers = keep ? LEFTOVERS_KEEP : LEFTOVERS_KILL;
	return 0;
}

static int
set_log(struct reading *r, const char *value)
{
	bool split = !strcmp(value, "split");

	if (!split && strcmp(value, "joined") != 0)
		return -1;
	r->config->log = split ? LOG_SPLIT : LOG_JOINED;
	return 0;
}

static int
set_log_max(struct reading *r, const char *value)
{
	uint64_t n;

	if (text_size(value, &n) < 0 || (n && n < LOG_MAX_MIN))
		return -1;
	r->config->log_max = n;
	return 0;
}

static int
set_keep(struct reading *r, const char *value)
{
	return text_duration(value, &r->config->keep_ms);
}

static int
set_keep_bytes(struct reading *r, const char *value)
{
	uint64_t n;

	if (text_size(value, &n) < 0)
		return -1;
	r->config->keep_bytes = (int64_t)n;
	return 0;
}

static int
set_logs(struct reading *r, const char *value)
{
	return set_path(&r->config->logs, value);
}

static int
set_shell(struct reading *r, const char *value)
{
	return set_path(&r->config->shell, value);
}

static int
set_initial(struct reading *r, const char *value)
{
	return text_duration(value, &r->config->backoff.initial_ms);
}

static int
set_max(struct reading *r, const char *value)
{
	return text_duration(value, &r->config->backoff.max_ms);
}

static int
set_milli(int64_t *out, int64_t min, int64_t max, const char *value)
{
	int64_t milli;

	if (text_decimal(value, &milli) < 0 || milli < min || milli > max)
		return -1;
	*out = milli;
	return 0;
}

static int
set_factor(struct reading *r, const char *value)
{
	return set_milli(&r->config->backoff.factor_milli, 1000, 100000, value);
}

static int
set_jitter(struct reading *r, const char *value)
{
	return set_milli(&r->config->backoff.jitter_milli, 0, 1000, value);
}

static int
set_on_event(struct reading *r, const char *value)
{
	if (!*value)
		return -1;
	r->config->on_event = mem_copy(value);
	return 0;
}

static int
set_event_timeout(struct reading *r, const char *value)
{
	int64_t ms;

	if (text_duration(value, &ms) < 0 || !ms)
		return -1;
	r->config->event_timeout_ms = ms;
	return 0;
}

static int
set_type(struct reading *r, const char *value)
{
	if (strcmp(value, "local") != 0)
		return -1;
	free(r->pool->type);
	r->pool->type = mem_copy(value);
	return 0;
}

static int
set_slots(struct reading *r, const char *value)
{
	return set_number(&r->pool->slots, value);
}

static int
set_amount(struct reading *r, enum need_kind kind, const char *value)
{
	struct stock *s = &r->pool->stock;

	if (need_parse(kind, value, &s->total[kind]) < 0 || !s->total[kind])
		return -1;
	s->counted[kind] = true;
	return 0;
}

static int
set_cpus(struct reading *r, const char *value)
{
	return set_amount(r, NEED_CPUS, value);
}

static int
set_memory(struct reading *r, const char *value)
{
	return set_amount(r, NEED_MEMORY, value);
}

static int
set_gpus(struct reading *r, const char *value)
{
	struct stock *s = &r->pool->stock;

	if (need_ids_parse(value, &s->ids) < 0)
		return -1;
	s->counted[NEED_GPUS] = true;
	s->total[NEED_GPUS] = need_count(s->ids);
	return 0;
}

static const struct setting scheduler_list[] = {
	{"max_alive", set_max_alive, NUMBER_RULE},
	{"max_launching", set_max_launching, NUMBER_RULE},
	{"stuck_after", set_stuck_after, DURATION_RULE " and not 0"},
	{"stuck_kill", set_stuck_kill, DURATION_RULE " (0: never)"},
	{"grace", set_grace, DURATION_RULE},
	{"leftovers", set_leftovers, "kill or keep"},
	{"log", set_log, "joined or split"},
	{"log_max", set_log_max, LOG_MAX_RULE " (0: no limit)"},
	{"keep", set_keep, DURATION_RULE},
	{"keep_bytes", set_keep_bytes, SIZE_RULE},
	{"logs", set_logs, PATH_RULE},
	{"shell", set_shell, PATH_RULE},
	{"on_event", set_on_event, "a command for the shell"},
	{"event_timeout", set_event_timeout, DURATION_RULE " and not 0"},
};

static const struct setting recovery_list[] = {
	{"initial", set_initial, DURATION_RULE},
	{"factor", set_factor, "a number from 1 to 100, as 1.6"},
	{"max", set_max, DURATION_RULE},
	{"jitter", set_jitter, "a number from 0 to 1, as 0.4"},
};

static const struct setting pool_list[] = {
	{"type", set_type, "local, the only type in this version"},
	{"slots", set_slots, NUMBER_RULE},
	{"cpus", set_cpus, "a number of cpus such as 8 or 7.5"},
	{"memory", set_memory, "a size such as 64G or 64GB"},
	{"gpus", set_gpus, NEED_IDS_RULE},
};

static const struct settings settings[SECTION_COUNT] = {
	[SECTION_SCHEDULER] = {"[scheduler]", scheduler_list,
			       COUNT(scheduler_list)},
	[SECTION_RECOVERY] = {"[recovery]", recovery_list,
			      COUNT(recovery_list)},
	[SECTION_POOL] = {"a pool", pool_list, COUNT(pool_list)},
};

static int
refuse_key(struct reading *r, const struct settings *known, const char *name)
{
	const char *names[COUNT(scheduler_list) + COUNT(pool_list)];
	const char *nearest;

	for (size_t i = 0; i < known->count; i++)
		names[i] = known->list[i].name;
	nearest = text_nearest(name, names, known->count);
	if (nearest)
		return lines_refuse(
			&r->lines,
			"unknown key '%s' in %s (did you mean '%s'?)", name,
			known->where, nearest);
	return lines_refuse(&r->lines,
			    "unknown key '%s' in %s: remove it, "
			    "mj.conf(5) lists the keys",
			    name, known->where);
}

static int
read_setting(void *user, const char *name, const char *value)
{
	struct reading *r = user;
	const struct settings *known = &settings[r->section];
	size_t i = 0;

	while (i < known->count && strcmp(known->list[i].name, name) != 0)
		i++;
	if (i == known->count)
		return refuse_key(r, known, name);
	if (r->seen_keys & 1u << i)
		return lines_refuse(&r->lines, "'%s' is here twice: remove one",
				    name);
	r->seen_keys |= 1u << i;
	if (known->list[i].set(r, value) < 0)
		return lines_refuse(&r->lines, "'%s' must be %s, not '%s'",
				    name, known->list[i].rule, value);
	return 0;
}

static struct config_pool *
add_pool(struct config *config, const char *name, unsigned slots)
{
	size_t count = config->pool_count + 1;

	config->pools =
		mem_resize(config->pools, count, sizeof(*config->pools));
	config->pool_count = count;
	config->pools[count - 1] = (struct config_pool){
		.name = mem_copy(name),
		.type = mem_copy("local"),
		.slots = slots,
	};
	return &config->pools[count - 1];
}

static int
enter_pool(struct reading *r, const char *name)
{
	bool local = !strcmp(name, DEFAULT_POOL);

	if (!text_name_ok(name, JOB_NAME_MAX))
		return lines_refuse(
			&r->lines,
			"'%s' cannot name a pool: use 1 to %d of letters, "
			"digits, '.', '_' and '-', the first neither '.' "
			"nor '-'",
			name, JOB_NAME_MAX);
	if (local ? r->seen_local : !!config_pool(r->config, name))
		return lines_refuse(&r->lines,
				    "a second [pool %s]: make one of the two",
				    name);
	r->section = SECTION_POOL;
	r->seen_local |= local;
	r->pool = local ? &r->config->pools[0]
			: add_pool(r->config, name, r->slots);
	return 0;
}

/* Enter a section that may be there once. */
static int
enter(struct reading *r, enum section section, bool *seen)
{
	if (*seen)
		return lines_refuse(&r->lines,
				    "a second %s: make one of the two",
				    settings[section].where);
	*seen = true;
	r->section = section;
	return 0;
}

static int
read_section(void *user, const char *name)
{
	struct reading *r = user;

	r->seen_keys = 0;
	if (!strncmp(name, "pool ", 5))
		return enter_pool(r, name + 5);
	if (!strcmp(name, "scheduler"))
		return enter(r, SECTION_SCHEDULER, &r->seen_scheduler);
	if (!strcmp(name, "recovery"))
		return enter(r, SECTION_RECOVERY, &r->seen_recovery);
	return lines_refuse(&r->lines,
			    "unknown section [%s]: there are [scheduler], "
			    "[recovery] and [pool NAME]",
			    name);
}

static unsigned
at_most(uint64_t n, uint64_t max)
{
	if (!n)
		n = 1;
	return (unsigned)(n < max ? n : max);
}

static void
set_defaults(struct config *config, const struct machine *machine)
{
	unsigned cpus = at_most(machine->cpus, NUMBER_MAX);
	unsigned alive = at_most(machine->processes / 3, NUMBER_MAX);

	*config = (struct config){
		.max_alive = at_most(machine->memory_mib, alive),
		.max_launching = at_most((uint64_t)cpus * 4, NUMBER_MAX),
		.stuck_after_ms = 60 * 1000,
		.stuck_kill_ms = 10 * 60 * 1000,
		.grace_ms = 10 * 1000,
		.leftovers = LEFTOVERS_KILL,
		.backoff = {.initial_ms = 60 * 1000,
			    .factor_milli = 1600,
			    .max_ms = 300 * 1000,
			    .jitter_milli = 400},
		.event_timeout_ms = 60 * 1000,
		.log = LOG_JOINED,
		.keep_ms = -1,
		.keep_bytes = -1,
	};
	add_pool(config, DEFAULT_POOL, cpus);
}

int
config_parse(const char *text, size_t len, const char *file,
	     const struct machine *machine, struct config *config,
	     struct err *e)
{
	struct reading r = {.config = config};

	set_defaults(config, machine);
	r.slots = config->pools[0].slots;
	r.lines = (struct lines){.file = file,
				 .on_section = read_section,
				 .on_setting = read_setting,
				 .user = &r};
	if (lines_read(&r.lines, text, len, e) == 0)
		return 0;
	config_release(config);
	return -1;
}

const struct config_pool *
config_pool(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->pool_count; i++)
		if (!strcmp(config->pools[i].name, name))
			return &config->pools[i];
	return NULL;
}

void
config_release(struct config *config)
{
	for (size_t i = 0; i < config->pool_count; i++) {
		free(config->pools[i].name);
		free(config->pools[i].type);
	}
	free(config->pools);
	free(config->logs);
	free(config->shell);
	free(config->on_event);
	*config = (struct config)CONFIG_INIT;
}
