/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds: what a retry opens, and what it keeps. */
#include "model/record.h"

static void
open_task(struct task_record *t, unsigned round, bool planned)
{
	enum status next = t->status == STATUS_SUCCEEDED ? STATUS_SUCCEEDED
							 : STATUS_PENDING;

	if (planned && t->planned)
		next = t->plan;
	t->planned = false;
	if (next != t->status)
		t->reason[0] = '\0';
	t->status = next;
	/* what is kept stays an end of a round that is over */
	if (!status_final(next)) {
		t->round = round;
		t->tries = (struct tries){0};
		t->place = 0;
		t->due_ms = 0;
	} else if (t->round >= round || !t->round) {
		t->round = round - 1;
	}
}

void
record_open(struct record *r, unsigned round)
{
	for (size_t i = 0; i < r->task_count; i++)
		open_task(&r->tasks[i], round, r->next_round == round);
	r->round = round;
	r->next_round = 0;
	r->final = false;
	r->status = STATUS_PENDING;
	r->ended_ms = 0;
	r->reason[0] = '\0';
	r->begin_ms = 0;
	r->after_count = 0;
	r->deaths = 0;
	r->claim = 0;
	r->claim_ms = 0;
	r->since_ms = 0;
	r->outside_stop = false;
}
