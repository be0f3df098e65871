/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/announce.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"

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
			first, errno ? strerror(errno) : "no reason is known");
}

/* A command about the jobs, and what for. */
static void
hint(const char *command, const char *jobs, const char *what)
{
	char line[80];

	snprintf(line, sizeof(line), "%s%s%s", command, *jobs ? " " : "", jobs);
	fprintf(stderr, "  %-24s  %s\n", line, what);
}

void
announce_hints(const struct submission *s, uint32_t first)
{
	char one[16], all[32];
	bool many = s->count > 1;

	snprintf(one, sizeof(one), "%" PRIu32, first);
	snprintf(all, sizeof(all), many ? "%" PRIu32 "-%" PRIu32 : "%" PRIu32,
		 first, first + s->count - 1);
	fprintf(stderr, "job%s %s (%s) %s submitted%s\n", many ? "s" : "", all,
		s->name, many ? "are" : "is",
		s->held			? ", on hold"
		: s->after_count || s->begin_ms ? ", to start later"
						: "");
	if (s->held)
		hint("mj release", all,
		     s->after_count || s->begin_ms ? "end the hold"
		     : many			   ? "start them"
						   : "start it");
	hint("mj logs", one, "follow its output");
	hint("mj logs --controller", one, "see what was decided about it");
	hint("mj show", one, "see everything about it");
	hint("mj queue", "", "see all jobs, and why they wait");
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
