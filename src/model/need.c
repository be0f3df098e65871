/* SPDX-License-Identifier: Apache-2.0 */
#include "model/need.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

#define CPUS_MAX 1000000000 /* thousandths */

static const char *const names[NEED_KIND_COUNT] = {
	[NEED_CPUS] = "cpus",
	[NEED_MEMORY] = "memory",
	[NEED_GPUS] = "gpus",
};

const char *
need_name(enum need_kind kind)
{
	return names[kind];
}

const char *
need_noun(enum need_kind kind, uint64_t amount)
{
	if (kind == NEED_CPUS && amount == 1000)
		return "cpu";
	return kind == NEED_GPUS && amount == 1 ? "gpu" : names[kind];
}

bool
need_none(const struct need *need)
{
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		if (need->amount[k])
			return false;
	return true;
}

void
need_widen(struct need *need, const struct need *by)
{
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		if (by->amount[k] > need->amount[k])
			need->amount[k] = by->amount[k];
}

/* 8, 8.5 in GB; 4GB, 4GiB, 4G, 4g; 512MB …; all by 1024. */
static int
parse_memory(const char *text, uint64_t *out)
{
	static const char units[] = "KMGTkmgt";
	size_t len = strspn(text, "0123456789.");
	autofree char *number = mem_copy_n(text, len);
	const char *rest = text[len] ? text + len : "G";
	const char *unit = strchr(units, *rest);
	unsigned shift = unit ? (unsigned)((unit - units) % 4 + 1) * 10 : 0;
	int64_t milli;

	if (!unit || text_decimal(number, &milli) < 0 ||
	    (uint64_t)milli > UINT64_MAX >> shift)
		return -1;
	if (rest[1] && strcmp(rest + 1, "B") != 0 &&
	    strcmp(rest + 1, "b") != 0 && strcmp(rest + 1, "iB") != 0)
		return -1;
	*out = ((uint64_t)milli << shift) / 1000;
	return 0;
}

int
need_parse(enum need_kind kind, const char *text, uint64_t *out)
{
	size_t len = strlen(text);
	bool more = len > 1 && text[len - 1] == '+';
	autofree char *own = mem_copy_n(text, len - more);
	int64_t milli;

	switch (kind) {
	case NEED_CPUS:
		if (text_decimal(own, &milli) < 0 || milli > CPUS_MAX)
			return -1;
		/* less than a thousandth is not nothing */
		*out = milli ? (uint64_t)milli : own[strspn(own, "0.")] != 0;
		return 0;
	case NEED_MEMORY:
		return parse_memory(own, out);
	case NEED_GPUS:
		return more ? -1 : text_u64(own, NEED_IDS, out);
	case NEED_KIND_COUNT:
		break;
	}
	return -1;
}

int
need_accelerator(const char *text, uint64_t *out)
{
	const char *colon = strchr(text, ':');
	int64_t milli;

	/* a number is no name: its count would be lost */
	if (!text[strspn(text, "0123456789.+-")] || colon == text)
		return -1;
	*out = 1;
	if (!colon)
		return 0;
	if (text_decimal(colon + 1, &milli) < 0 || milli > NEED_IDS * 1000)
		return -1;
	*out = (uint64_t)(milli + 999) / 1000;
	return 0;
}

const char *
need_amount(enum need_kind kind, uint64_t amount, char *out, size_t size)
{
	size_t len;

	if (kind == NEED_MEMORY)
		return text_bytes(amount, out, size);
	if (kind == NEED_GPUS || amount % 1000 == 0) {
		snprintf(out, size, "%llu",
			 (unsigned long long)(kind == NEED_GPUS
						      ? amount
						      : amount / 1000));
		return out;
	}
	snprintf(out, size, "%llu.%03llu", (unsigned long long)(amount / 1000),
		 (unsigned long long)(amount % 1000));
	len = strlen(out);
	while (out[len - 1] == '0')
		out[--len] = '\0';
	return out;
}

unsigned
need_count(uint64_t ids)
{
	unsigned n = 0;

	for (; ids; ids &= ids - 1)
		n++;
	return n;
}

const char *
need_ids(uint64_t ids, char *out)
{
	size_t len = 0;

	out[0] = '\0';
	for (unsigned i = 0; i < NEED_IDS; i++)
		if (ids & (uint64_t)1 << i)
			len += (size_t)snprintf(out + len, NEED_IDS_SIZE - len,
						"%s%u", len ? "," : "", i);
	return out;
}

int
need_ids_parse(const char *text, uint64_t *out)
{
	autofree char *own = mem_copy(text);
	char *rest = own, *word;
	uint64_t n, ids = 0;

	if (!strchr(text, ',')) {
		if (text_u64(text, NEED_IDS, &n) < 0)
			return -1;
		*out = n == NEED_IDS ? UINT64_MAX : ((uint64_t)1 << n) - 1;
		return 0;
	}
	while ((word = strsep(&rest, ","))) {
		word += strspn(word, " ");
		if (!*word && !rest && ids)
			break;
		if (text_u64(word, NEED_IDS - 1, &n) < 0 ||
		    ids & (uint64_t)1 << n)
			return -1;
		ids |= (uint64_t)1 << n;
	}
	*out = ids;
	return 0;
}

void
need_format(const struct need *need, struct buf *out)
{
	char text[32], ids[NEED_IDS_SIZE];

	for (int k = 0; k < NEED_KIND_COUNT; k++) {
		uint64_t n = need->amount[k];

		if (n && k == NEED_MEMORY)
			buf_printf(out, "memory = %llu\n",
				   (unsigned long long)n);
		else if (n)
			buf_printf(out, "%s = %s\n", names[k],
				   need_amount((enum need_kind)k, n, text,
					       sizeof(text)));
	}
	if (need->ids)
		buf_printf(out, "ids = %s,\n", need_ids(need->ids, ids));
}

void
need_read(const char *text, struct need *out)
{
	char value[NEED_IDS_SIZE + 2];

	*out = (struct need){.ids = 0};
	if (text_field(text, "cpus", value, sizeof(value)))
		need_parse(NEED_CPUS, value, &out->amount[NEED_CPUS]);
	out->amount[NEED_MEMORY] = text_field_u64(text, "memory", 0);
	out->amount[NEED_GPUS] = text_field_u64(text, "gpus", 0);
	if (text_field(text, "ids", value, sizeof(value)))
		need_ids_parse(value, &out->ids);
}

uint64_t
stock_free(const struct stock *s, enum need_kind kind)
{
	uint64_t left = s->total[kind] > s->used[kind]
				? s->total[kind] - s->used[kind]
				: 0;
	uint64_t ids = need_count(s->ids & ~s->used_ids);

	return kind == NEED_GPUS && ids < left ? ids : left;
}

enum need_kind
stock_exceeded(const struct stock *s, const struct need *need)
{
	int k = 0;

	while (k < NEED_KIND_COUNT &&
	       (!s->counted[k] || need->amount[k] <= s->total[k]))
		k++;
	return (enum need_kind)k;
}

enum need_kind
stock_lacks(const struct stock *s, const struct need *need,
	    const struct need *keep)
{
	for (int k = 0; k < NEED_KIND_COUNT; k++) {
		uint64_t left = stock_free(s, (enum need_kind)k);
		uint64_t kept = keep ? keep->amount[k] : 0;

		left = left > kept ? left - kept : 0;
		if (s->counted[k] && need->amount[k] > left)
			return (enum need_kind)k;
	}
	return NEED_KIND_COUNT;
}

void
stock_count(struct stock *s, const struct need *granted)
{
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		s->used[k] += granted->amount[k];
	/* those it has that the pool no longer counts take nothing from the others */
	if (granted->ids)
		s->used[NEED_GPUS] -= granted->amount[NEED_GPUS] -
				      need_count(granted->ids & s->ids);
	s->used_ids |= granted->ids;
}

void
stock_take(struct stock *s, struct need *need)
{
	need->ids = 0;
	for (uint64_t n = 0; s->counted[NEED_GPUS] && n < need->amount[NEED_GPUS];
	     n++) {
		uint64_t left = s->ids & ~s->used_ids & ~need->ids;

		need->ids |= left & ~(left - 1);
	}
	stock_count(s, need);
}

void
stock_give(struct stock *s, const struct need *need)
{
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		s->used[k] -= need->amount[k];
	s->used_ids &= ~need->ids;
}
