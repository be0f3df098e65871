/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/announce.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/explain.h"
#include "cli/json.h"
#include "os/sys.h"
#include "store/view.h"

static void
print_object(uint32_t job, const char *name)
{
	struct json *object = json_make_object();

	json_put_int(object, "id", job);
	json_put_text(object, "name", name);
	json_print(object);
}

void
announce_numbers(const struct submission *s, uint32_t first, bool json)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (json)
			print_object(first + i, s->name);
		else
			printf("%" PRIu32 "\n", first + i);
	/* the job is submitted: that is exit 0 even if nobody can be told its number */
	if (cli_flush() < 0)
		cli_say("job %" PRIu32 " is submitted, but its number could "
			"not be written: %s",
			first, errno ? err_words(errno) : "no reason is known");
}

/* A command about the jobs, and what for. */
static void
hint(const char *command, const char *jobs, const char *what)
{
	char line[80];

	snprintf(line, sizeof(line), "%s%s%s", command, *jobs ? " " : "", jobs);
	fprintf(stderr, "  %-18s  %s\n", line, what);
}

static void
put_wait(const struct submission *s, struct buf *out)
{
	int64_t left_ms = s->begin_ms - sys_wall_ms();
	char moment[TEXT_TIME_SIZE], span[32];

	if (s->held)
		buf_puts(out, ", on hold");
	if (s->after_count)
		buf_printf(out, ", to start after job %" PRIu32 " (%s)",
			   s->afters[0].job, want_name(s->afters[0].want));
	if (s->after_count > 1)
		buf_printf(out, " and %zu more", s->after_count - 1);
	if (s->begin_ms)
		buf_printf(out, ", not before %s (in %s)",
			   text_minute(s->begin_ms, moment),
			   text_span(left_ms > 0 ? left_ms : 0, span,
				     sizeof(span)));
}

/* Return whether it ended without a start; then there is nothing to follow or to end. */
static bool
tell_unstarted(const struct home *home, uint32_t first, const char *jobs)
{
	autoview struct view v = VIEW_INIT;
	autobuf struct buf why = BUF_INIT;
	struct waits none = WAITS_INIT;

	if (view_read(home, first, false, &v, NULL) < 0 || !v.final ||
	    v.started_ms)
		return false;
	explain_job(&v, &none, &why);
	cli_say("job %s will not run: it is %s%s%s", jobs,
		status_name(v.status), why.len ? ": " : "", buf_text(&why));
	return true;
}

void
announce_hints(const struct home *home, const struct submission *s,
	       uint32_t first)
{
	autobuf struct buf wait = BUF_INIT;
	char one[16], all[32], more[80];
	bool many = s->count > 1;

	snprintf(one, sizeof(one), "%" PRIu32, first);
	snprintf(all, sizeof(all), many ? "%" PRIu32 "-%" PRIu32 : "%" PRIu32,
		 first, first + s->count - 1);
	if (tell_unstarted(home, first, all)) {
		hint("mj show", one, "see everything about it");
		hint("mj launch --from", one, "submit it again");
		return;
	}
	put_wait(s, &wait);
	fprintf(stderr, "job%s %s (%s) %s submitted%s\n", many ? "s" : "", all,
		s->name, many ? "are" : "is", buf_text(&wait));
	if (s->held)
		hint("mj release", all,
		     s->after_count || s->begin_ms ? "end the hold"
		     : many			   ? "start them"
						   : "start it");
	hint("mj logs", one,
	     "follow its output; with --controller what was decided");
	snprintf(more, sizeof(more),
		 "see all jobs and why they wait; mj show %s tells all of one",
		 one);
	hint("mj queue", "", more);
	hint("mj cancel", all, many ? "end them" : "end it");
}

int
announce_taken(const struct submission *s, uint32_t live, bool json)
{
	if (json)
		print_object(live, s->name);
	else
		printf("%" PRIu32 "\n", live);
	cli_say("key %s: job %" PRIu32 " has not ended, so nothing is "
		"submitted",
		s->unique, live);
	return CLI_TAKEN;
}
