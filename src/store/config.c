/* SPDX-License-Identifier: Apache-2.0 */
#include "store/config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/job.h"
#include "store/config_parts.h"

static int
set_max_alive(struct reading *r, const char *value)
{
	return config_number(&r->config->max_alive, value);
}

static int
set_max_launching(struct reading *r, const char *value)
{
	return config_number(&r->config->max_launching, value);
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
	return config_path(&r->config->logs, value);
}

static int
set_shell(struct reading *r, const char *value)
{
	return config_path(&r->config->shell, value);
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

static const struct setting scheduler_list[] = {
	{"max_alive", set_max_alive, NUMBER_RULE, NULL},
	{"max_launching", set_max_launching, NUMBER_RULE, NULL},
	{"stuck_after", set_stuck_after, DURATION_RULE " and not 0", NULL},
	{"stuck_kill", set_stuck_kill, DURATION_RULE " (0: never)", NULL},
	{"grace", set_grace, DURATION_RULE, NULL},
	{"leftovers", set_leftovers, "kill or keep", NULL},
	{"log", set_log, "joined or split", NULL},
	{"log_max", set_log_max, LOG_MAX_RULE " (0: no limit)", NULL},
	{"keep", set_keep, DURATION_RULE, NULL},
	{"keep_bytes", set_keep_bytes, SIZE_RULE, NULL},
	{"logs", set_logs, PATH_RULE, NULL},
	{"shell", set_shell, PATH_RULE, NULL},
	{"on_event", set_on_event, "a command for the shell", NULL},
	{"event_timeout", set_event_timeout, DURATION_RULE " and not 0", NULL},
};

static const struct setting recovery_list[] = {
	{"initial", set_initial, DURATION_RULE, NULL},
	{"factor", set_factor, "a number from 1 to 100, as 1.6", NULL},
	{"max", set_max, DURATION_RULE, NULL},
	{"jitter", set_jitter, "a number from 0 to 1, as 0.4", NULL},
};

static const struct settings settings[SECTION_COUNT] = {
	[SECTION_SCHEDULER] = {"[scheduler]", scheduler_list,
			       COUNT(scheduler_list)},
	[SECTION_RECOVERY] = {"[recovery]", recovery_list,
			      COUNT(recovery_list)},
};

static const struct settings *
settings_of(enum section section)
{
	return section == SECTION_POOL ? &config_pool_settings
				       : &settings[section];
}

static int
refuse_key(struct reading *r, const struct settings *known, const char *name)
{
	const char *names[KEYS_MAX];
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
	const struct settings *known = settings_of(r->section);
	size_t i = 0;

	if (r->section == SECTION_POOL && !strncmp(name, "env.", 4))
		return config_pool_env(r, name + 4, value);
	while (i < known->count && strcmp(known->list[i].name, name) != 0)
		i++;
	if (i == known->count)
		return refuse_key(r, known, name);
	if (r->seen_keys & UINT64_C(1) << i)
		return lines_refuse(&r->lines, "'%s' is here twice: remove one",
				    name);
	r->seen_keys |= UINT64_C(1) << i;
	if (known->list[i].set(r, value) < 0)
		return lines_refuse(&r->lines, "'%s' must be %s, not '%s'",
				    name, known->list[i].rule, value);
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

	if (r->section == SECTION_POOL && config_pool_check(r) < 0)
		return -1;
	r->seen_keys = 0;
	if (!strncmp(name, "pool ", 5))
		return config_pool_enter(r, name + 5);
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
	config_pool_add(config, DEFAULT_POOL, cpus);
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
	if (lines_read(&r.lines, text, len, e) == 0 &&
	    (r.section != SECTION_POOL || config_pool_check(&r) == 0))
		return 0;
	config_release(config);
	return -1;
}

void
config_release(struct config *config)
{
	config_pools_release(config);
	free(config->logs);
	free(config->shell);
	free(config->on_event);
	*config = (struct config)CONFIG_INIT;
}
