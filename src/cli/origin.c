/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/origin.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "store/jobs.h"

int
origin_read(const struct home *home, const char *word, struct origin *o,
	    struct buf *text, struct job *spec, struct err *e)
{
	struct record bare = RECORD_INIT; /* options are taken over one by one */
	uint32_t job;

	if (cli_job(home, word, &job, e) < 0 ||
	    jobs_record(home, job, &o->record, e) < 0 ||
	    jobs_spec_text(home, job, text, &o->is_argv, e) < 0 ||
	    jobs_spec(home, job, &bare, spec, e) < 0 ||
	    capture_read(home, job, &o->capture, e) < 0)
		return err_wrap(e, "--from %s", word);
	return 0;
}

static void
lend(const struct env_list *from, struct env_list *to, const struct capture *c)
{
	for (size_t i = 0; i < from->count; i++) {
		size_t len = strcspn(from->list[i], "=");
		autofree char *name = mem_copy_n(from->list[i], len);

		if (!env_get(&c->given, name) && !env_get(&c->secrets, name))
			env_put(to, name, from->list[i] + len + 1);
	}
}

void
origin_lend(const struct origin *o, struct submission *s, struct capture *to)
{
	const struct record *r = &o->record;

	if (!s->only_pool && r->only_pool[0])
		s->only_pool = r->only_pool;
	if (!s->timeout_ms)
		s->timeout_ms = r->timeout_ms;
	if (s->max_restarts < 0)
		s->max_restarts = r->max_restarts;
	for (int k = 0; k < NEED_KIND_COUNT; k++)
		if (!s->need.amount[k])
			s->need.amount[k] = r->need.amount[k];
	if (!s->recover_on && r->recover_on[0])
		s->recover_on = r->recover_on;
	/* where both set one, the secret counted */
	lend(&o->capture.secrets, &to->secrets, to);
	lend(&o->capture.given, &to->given, to);
}

void
origin_move(const struct origin *o, struct capture *to)
{
	free(to->cwd);
	to->cwd = mem_copy(o->capture.cwd);
}

void
origin_release(struct origin *o)
{
	record_release(&o->record);
	capture_release(&o->capture);
}
