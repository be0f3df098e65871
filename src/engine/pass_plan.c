/* SPDX-License-Identifier: Apache-2.0 */
/* What a pass would do now. */
#include "engine/pass.h"

#include <stdio.h>

#include "model/admit.h"
#include "store/facts.h"
#include "store/walk.h"

static void
plan_pool(struct home *home, struct facts *facts, size_t pool,
	  struct buf *report)
{
	const char *name = facts->admission.pools[pool].name;
	struct walk walk;
	struct request r, lacking = {.job = 0};
	char why[160];

	admit_walk(&facts->admission, pool);
	walk_start(&walk, home, name);
	while (walk_next(&walk, false, &r)) {
		enum admit_answer answer;

		if (r.rank)
			continue;
		if (!facts_same(&lacking, &r)) {
			facts_ask(home, facts, &r);
			answer = admit_decide(&facts->admission, pool,
					      !r.task[0]);
			if (answer == ADMIT_START)
				snprintf(why, sizeof(why), "would start");
			else
				admit_reason(&facts->admission, pool, name,
					     answer, why, sizeof(why));
			if (answer == ADMIT_LACKING || answer == ADMIT_KEPT)
				lacking = r;
		}
		buf_printf(report, "job %u%s%s: %s\n", r.job,
			   r.task[0] ? " task " : "", r.task, why);
	}
	walk_end(&walk);
}

int
pass_plan(struct home *home, struct buf *report, struct err *e)
{
	struct facts facts = {0};

	if (home_reload(home, e) < 0)
		return -1;
	if (facts_count(home, &facts, e) < 0)
		return -1;
	for (size_t i = 0; i < facts.admission.pool_count; i++)
		plan_pool(home, &facts, i, report);
	facts_release(&facts);
	return 0;
}
