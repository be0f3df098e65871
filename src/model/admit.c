/* SPDX-License-Identifier: Apache-2.0 */
#include "model/admit.h"

#include <stdio.h>
#include <string.h>

/* What stands in the way of what is needed beside a slot. */
static enum admit_answer
needed(const struct admission *a, const struct admit_pool *p)
{
	static const struct need none = {.ids = 0};
	const struct need *need = a->need ? a->need : &none;
	const struct need *kept = p->first ? &p->kept : NULL;

	if (p->refused >= ADMIT_BEHIND_MAX)
		return ADMIT_BEHIND;
	if (stock_exceeded(&p->stock, need) != NEED_KIND_COUNT)
		return ADMIT_NEVER;
	if (stock_lacks(&p->stock, need, NULL) != NEED_KIND_COUNT)
		return ADMIT_LACKING;
	if ((p->first && p->running + 1 >= p->slots) ||
	    stock_lacks(&p->stock, need, kept) != NEED_KIND_COUNT)
		return ADMIT_KEPT;
	return ADMIT_START;
}

static enum admit_answer
first_obstacle(const struct admission *a, size_t pool, bool is_job)
{
	const struct admit_pool *p;
	enum admit_answer answer;

	if (a->paused)
		return ADMIT_PAUSED;
	if (pool >= a->pool_count)
		return ADMIT_NO_POOL;
	p = &a->pools[pool];
	if (p->paused)
		return ADMIT_POOL_PAUSED;
	if (p->running >= p->slots)
		return ADMIT_POOL_FULL;
	if (is_job && a->array && a->array->alive >= a->array->max)
		return ADMIT_ARRAY_FULL;
	if (is_job && a->alive >= a->max_alive)
		return ADMIT_ALIVE_FULL;
	answer = needed(a, p);
	if (answer == ADMIT_START && a->launching >= a->max_launching)
		return ADMIT_LAUNCHING_FULL;
	return answer;
}

void
admit_walk(struct admission *a, size_t pool)
{
	a->pools[pool].first = 0;
	a->pools[pool].refused = 0;
}

void
admit_forget(struct admission *a, size_t pool)
{
	a->pools[pool].refused--;
}

size_t
admit_find(const struct admission *a, const char *name)
{
	size_t i = 0;

	while (i < a->pool_count && strcmp(a->pools[i].name, name))
		i++;
	return i;
}

static void
refuse(const struct admission *a, struct admit_pool *p,
       enum admit_answer answer)
{
	p->refused++;
	if (answer != ADMIT_LACKING || p->first || !a->job)
		return;
	p->first = a->job;
	p->kept = *a->need;
}

/* A gpu is the same one in all pools that have its id. */
static void
share_ids(struct admission *a, uint64_t ids, bool taken)
{
	for (size_t i = 0; i < a->pool_count; i++)
		if (taken)
			a->pools[i].stock.used_ids |= ids;
		else
			a->pools[i].stock.used_ids &= ~ids;
}

enum admit_answer
admit_decide(struct admission *a, size_t pool, bool is_job)
{
	enum admit_answer answer = first_obstacle(a, pool, is_job);

	if (answer == ADMIT_NEVER || answer == ADMIT_LACKING ||
	    answer == ADMIT_KEPT)
		refuse(a, &a->pools[pool], answer);
	if (answer != ADMIT_START)
		return answer;
	if (a->need) {
		stock_take(&a->pools[pool].stock, a->need);
		share_ids(a, a->need->ids, true);
	}
	a->pools[pool].running++;
	a->launching++;
	a->alive += is_job;
	if (is_job && a->array)
		a->array->alive++;
	return ADMIT_START;
}

void
admit_undo(struct admission *a, size_t pool, bool is_job)
{
	if (a->need) {
		stock_give(&a->pools[pool].stock, a->need);
		share_ids(a, a->need->ids, false);
	}
	a->pools[pool].running--;
	a->launching--;
	a->alive -= is_job;
	if (is_job && a->array)
		a->array->alive--;
}

static void
array_reason(const struct admit_array *array, char *out, size_t size)
{
	if (array)
		snprintf(out, size, "array %u-%u runs %u of at most %u",
			 array->first, array->first + array->count - 1,
			 array->alive, array->max);
	else
		snprintf(out, size, "its array is full");
}

/* How much of what it lacks there is, as "pool local has 1 of 4 cpus free". */
static enum need_kind
say_free(const struct admission *a, const struct admit_pool *p, bool kept,
	 char *out, size_t size)
{
	enum need_kind kind = stock_lacks(&p->stock, a->need,
					  kept ? &p->kept : NULL);
	char left[32], all[32];

	if (kind == NEED_KIND_COUNT)
		return kind;
	snprintf(out, size, "pool %s has %s of %s %s free", p->name,
		 need_amount(kind, stock_free(&p->stock, kind), left,
			     sizeof(left)),
		 need_amount(kind, p->stock.total[kind], all, sizeof(all)),
		 need_noun(kind, p->stock.total[kind]));
	return kind;
}

/* Why what it needs beside a slot is not to be had. */
static void
needed_reason(const struct admission *a, const struct admit_pool *p,
	      enum admit_answer answer, char *out, size_t size)
{
	char wanted[32], all[32];
	enum need_kind kind;
	size_t len;

	if (answer == ADMIT_NEVER) {
		kind = stock_exceeded(&p->stock, a->need);
		snprintf(out, size, "pool %s has %s %s in all, it needs %s",
			 p->name,
			 need_amount(kind, p->stock.total[kind], all,
				     sizeof(all)),
			 need_noun(kind, p->stock.total[kind]),
			 need_amount(kind, a->need->amount[kind], wanted,
				     sizeof(wanted)));
		return;
	}
	snprintf(out, size, "pool %s has a slot free", p->name);
	kind = a->need ? say_free(a, p, answer == ADMIT_KEPT, out, size)
		       : NEED_KIND_COUNT;
	len = strlen(out);
	if (answer == ADMIT_KEPT)
		snprintf(out + len, size - len, ", kept for job %u", p->first);
	else
		snprintf(out + len, size - len, ", it needs %s",
			 need_amount(kind, a->need->amount[kind], wanted,
				     sizeof(wanted)));
}

const char *
admit_reason(const struct admission *a, size_t pool, const char *pool_name,
	     enum admit_answer answer, char *out, size_t size)
{
	bool known = pool < a->pool_count;
	const char *name = known ? a->pools[pool].name : pool_name;
	unsigned running = known ? a->pools[pool].running : 0;
	unsigned slots = known ? a->pools[pool].slots : 0;

	switch (answer) {
	case ADMIT_START:
		snprintf(out, size, "about to start");
		break;
	case ADMIT_PAUSED:
		snprintf(out, size, "everything is paused");
		break;
	case ADMIT_NO_POOL:
		snprintf(out, size, "there is no pool %s", name);
		break;
	case ADMIT_POOL_PAUSED:
		snprintf(out, size, "pool %s is paused", name);
		break;
	case ADMIT_POOL_FULL:
		snprintf(out, size, "pool %s is full (%u of %u)", name,
			 running, slots);
		break;
	case ADMIT_ARRAY_FULL:
		array_reason(a->array, out, size);
		break;
	case ADMIT_ALIVE_FULL:
		snprintf(out, size, "max_alive is reached (%u of %u)",
			 a->alive, a->max_alive);
		break;
	case ADMIT_NEVER:
	case ADMIT_LACKING:
	case ADMIT_KEPT:
		if (known && (a->need || answer == ADMIT_KEPT))
			needed_reason(a, &a->pools[pool], answer, out, size);
		else
			snprintf(out, size, "it needs more than is free");
		break;
	case ADMIT_BEHIND:
		snprintf(out, size, "pool %s lacks what many before it need",
			 name);
		break;
	case ADMIT_LAUNCHING_FULL:
		snprintf(out, size, "max_launching is reached (%u of %u)",
			 a->launching, a->max_launching);
		break;
	case ADMIT_ANSWER_COUNT:
		snprintf(out, size, "?");
		break;
	}
	return out;
}
