/* SPDX-License-Identifier: Apache-2.0 */
/* Settings: refused with the line, or all of them in their bounds. */
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "store/config.h"

static void
check_pool(const struct config *c, const struct config_pool *p)
{
	bool local = !strcmp(p->type, "local");

	must(text_name_ok(p->name, JOB_NAME_MAX));
	must(config_pool(c, p->name) == p);
	must(p->slots >= 1 && p->slots <= CONFIG_SLOTS_MAX);
	must(strcmp(p->type, "command") != 0 ||
	     (p->submit && p->poll && p->cancel));
	for (int i = 0; i < LIMIT_COUNT; i++)
		must(local || p->limit_ms[i] > 0);
	must(local || p->poll_ms > 0);
	for (size_t i = 0; i < p->env_count; i++)
		must(text_env_name_ok(p->env[i].name));
}

void
fuzz_config(const char *bytes, size_t len)
{
	const struct machine machine = {
		.cpus = 4, .memory_mib = 8192, .processes = 30000};
	struct config c = CONFIG_INIT;
	struct err e = {0};

	if (config_parse(bytes, len, "config.ini", &machine, &c, &e) < 0) {
		fuzz_must_refuse(&e, "config.ini:");
		must(!c.pools && !c.logs && !c.shell && !c.on_event);
		return;
	}
	must(config_pool(&c, DEFAULT_POOL) != NULL);
	must(c.max_alive >= 1 && c.max_launching >= 1);
	must(c.stuck_after_ms >= 0 && c.stuck_kill_ms >= 0);
	must(c.grace_ms >= 0 && c.event_timeout_ms >= 0);
	must(c.keep_ms >= -1 && c.keep_bytes >= -1);
	must(c.log_max == 0 || c.log_max >= LOG_MAX_MIN);
	must(backoff_ms(&c.backoff, 1, 7) >= 0);
	must(backoff_ms(&c.backoff, 1000000, 7) >= 0);
	for (size_t i = 0; i < c.pool_count; i++)
		check_pool(&c, &c.pools[i]);
	config_release(&c);
}
