/* SPDX-License-Identifier: Apache-2.0 */
#include "model/admit.h"

#include <stdio.h>
#include <string.h>

static enum admit_answer
first_obstacle(const struct admission *a, size_t pool, bool is_job)
{
	const struct admit_pool *p;

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
	if (a->launching >= a->max_launching)
		return ADMIT_LAUNCHING_FULL;
	return ADMIT_START;
}

size_t
admit_find(const struct admission *a, const char *name)
{
	size_t i = 0;

	while (i < a->pool_count && strcmp(a->pools[i].name, name))
		i++;
	return i;
}

enum admit_answer
admit_decide(struct admission *a, size_t pool, bool is_job)
{
	enum admit_answer answer = first_obstacle(a, pool, is_job);

	if (answer != ADMIT_START)
		return answer;
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
		snprintf(out, size, "next");
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
