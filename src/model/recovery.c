/* SPDX-License-Identifier: Apache-2.0 */
#include "model/recovery.h"

#include <string.h>

static const char *const strategy_names[STRATEGY_COUNT] = {
	[STRATEGY_EAGER_NEXT_REGION] = "EAGER_NEXT_REGION",
	[STRATEGY_FAILOVER] = "FAILOVER",
};

const char *
strategy_name(enum strategy strategy)
{
	return strategy_names[strategy];
}

int
strategy_parse(const char *name, enum strategy *out)
{
	for (unsigned i = 0; i < STRATEGY_COUNT; i++) {
		if (strcmp(name, strategy_names[i]) != 0)
			continue;
		*out = (enum strategy)i;
		return 0;
	}
	return -1;
}

void
recovery_add_code(struct recovery *r, unsigned code)
{
	code &= 255;
	r->exit_codes[code / 8] |= (uint8_t)(1u << code % 8);
}

int
recovery_add_codes(struct recovery *r, const char *list)
{
	while (*list) {
		unsigned code = 0;
		int digits = 0;

		for (; *list >= '0' && *list <= '9' && digits < 4; digits++)
			code = code * 10 + (unsigned)(*list++ - '0');
		if (!digits || code < 1 || code > 255)
			return -1;
		recovery_add_code(r, code);
		if (*list == ',' && list[1])
			list++;
		else if (*list)
			return -1;
	}
	return 0;
}

bool
recovery_has_code(const struct recovery *r, int code)
{
	return code >= 0 && code < 256 &&
	       r->exit_codes[code / 8] & 1u << code % 8;
}

static int64_t
either(int64_t value, int64_t fallback)
{
	return value == BACKOFF_UNSET ? fallback : value;
}

struct backoff
backoff_over(const struct backoff *b, const struct backoff *defaults)
{
	int64_t initial = either(b->initial_ms, defaults->initial_ms);
	int64_t max = defaults->max_ms > initial ? defaults->max_ms : initial;

	return (struct backoff){
		.initial_ms = initial,
		.factor_milli = either(b->factor_milli, defaults->factor_milli),
		.max_ms = either(b->max_ms, max),
		.jitter_milli = either(b->jitter_milli, defaults->jitter_milli),
	};
}

/* From 0 to 2^20 - 1, evenly: the finaliser of splitmix64. */
static int64_t
scatter(uint64_t seed)
{
	seed += 0x9e3779b97f4a7c15u;
	seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
	seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
	return (int64_t)((seed ^ seed >> 31) >> 44);
}

int64_t
backoff_ms(const struct backoff *b, uint32_t n, uint64_t seed)
{
	int64_t wait = b->initial_ms, spread;

	while (n-- > 1 && wait < b->max_ms && b->factor_milli > 1000) {
		int64_t next = wait / 1000 * b->factor_milli +
			       wait % 1000 * b->factor_milli / 1000;

		if (next == wait)
			break; /* too short to grow: it never will */
		wait = next;
	}
	if (wait > b->max_ms)
		wait = b->max_ms;
	spread = wait / 1000 * b->jitter_milli +
		 wait % 1000 * b->jitter_milli / 1000;
	return wait - spread + spread * 2 * scatter(seed) / (1 << 20);
}

/* Whether a limit lets one more through; then it is counted. */
static bool
count_one(uint32_t *used, uint32_t limit)
{
	if (limit != RECOVERY_ALWAYS && *used >= limit)
		return false;
	*used += *used < UINT32_MAX;
	return true;
}

struct retry
recovery_decide(const struct recovery *r, const struct backoff *b,
		enum trouble trouble, int exit_code, int64_t ran_ms,
		uint64_t seed, struct tries *t)
{
	bool listed = trouble == TROUBLE_ERROR &&
		      recovery_has_code(r, exit_code);
	bool at_once = trouble == TROUBLE_LOST || listed;
	bool again = true;

	if (ran_ms > b->max_ms)
		t->row = 0;
	if (trouble != TROUBLE_LAUNCH)
		t->launches = 0;
	if (trouble == TROUBLE_LAUNCH)
		again = count_one(&t->launches, r->max_launch_retries);
	else if (trouble == TROUBLE_LOST)
		again = count_one(&t->losses, r->max_recoveries);
	else if (!listed)
		again = count_one(&t->restarts, r->max_restarts);
	if (!again)
		return (struct retry){false, 0};
	t->row += t->row < UINT32_MAX;
	if (at_once && t->row == 1)
		return (struct retry){true, 0};
	return (struct retry){true, backoff_ms(b, t->row - at_once, seed)};
}

size_t
recovery_place(const struct recovery *r, enum trouble trouble, size_t at,
	       size_t count)
{
	bool stays = trouble == TROUBLE_ERROR ||
		     (trouble == TROUBLE_LOST &&
		      r->strategy == STRATEGY_FAILOVER);

	return stays || count == 0 ? at : (at + 1) % count;
}
