/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/plan.h"

#include <stdio.h>

#include "base/text.h"
#include "cli/cli.h"

static void
print_task(const struct submission *s, const struct task *t)
{
	int64_t timeout_ms = t->timeout_ms ? t->timeout_ms : s->timeout_ms;
	unsigned restarts = s->max_restarts < 0 ? t->recovery.max_restarts
						: (unsigned)s->max_restarts;
	char span[32];

	printf("  %s: pool %s", t->name, t->places[0]);
	for (size_t i = 1; i < t->place_count; i++)
		printf(" or %s", t->places[i]);
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		if (t->need.amount[k])
			printf(", %s %s",
			       need_amount((enum need_kind)k, t->need.amount[k],
					   span, sizeof(span)),
			       need_noun((enum need_kind)k,
					 t->need.amount[k]));
	for (size_t i = 0; i < t->dep_count; i++)
		printf("%s%s", i ? ", " : ", after ",
		       s->spec->tasks[t->deps[i]].name);
	if (t->setup)
		printf(", with setup");
	if (timeout_ms)
		printf(", timeout %s",
		       text_span(timeout_ms, span, sizeof(span)));
	if (restarts)
		printf(", %u restart%s", restarts, restarts == 1 ? "" : "s");
	if (t->primary)
		printf(", primary");
	if (t->allow_failure)
		printf(", may fail");
	printf("\n");
}

static void
print_conditions(const struct submission *s)
{
	char moment[TEXT_TIME_SIZE];

	for (size_t i = 0; i < s->after_count; i++)
		printf("  after job %u (%s)\n", s->afters[i].job,
		       want_name(s->afters[i].want));
	if (s->begin_ms)
		printf("  begins %s\n", text_minute(s->begin_ms, moment));
	if (s->unique)
		printf("  key %s\n", s->unique);
}

int
plan_print(const struct home *home, const struct submission *s)
{
	const struct job *job = s->spec;

	printf("job %s: %zu task%s, priority %d, on failure %s", s->name,
	       job->task_count, job->task_count == 1 ? "" : "s", s->priority,
	       on_failure_name(job->on_failure));
	if (job->max_parallel)
		printf(", at most %zu at a time", job->max_parallel);
	if (s->count > 1)
		printf(", %u times", s->count);
	if (s->max_parallel)
		printf(", %u of them at a time", s->max_parallel);
	if (s->recover_on)
		printf(", again after exit %s", s->recover_on);
	printf("%s\n", s->held ? ", on hold" : "");
	print_conditions(s);
	for (size_t i = 0; i < job->task_count; i++)
		print_task(s, &job->tasks[job->order[i]]);
	printf("nothing was submitted to %s\n", home->path);
	return CLI_OK;
}
