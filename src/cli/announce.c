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

void
announce_hints(const struct submission *s, uint32_t first)
{
	char last[24] = "", held[80] = "";
	bool many = s->count > 1;

	if (many)
		snprintf(last, sizeof(last), "-%" PRIu32,
			 first + s->count - 1);
	if (s->held)
		snprintf(held, sizeof(held),
			 " on hold: mj release %" PRIu32 "%s %s", first,
			 last,
			 s->after_count || s->begin_ms ? "ends that"
						       : "starts it");
	fprintf(stderr,
		"job%s %" PRIu32 "%s (%s) %s submitted%s\n"
		"  mj logs %" PRIu32 "    follow its output\n"
		"  mj queue     see what runs and waits\n"
		"  mj cancel %" PRIu32 "%s  end it\n",
		many ? "s" : "", first, last, s->name, many ? "are" : "is",
		s->held			? held
		: s->after_count || s->begin_ms ? ", to start later"
						: "",
		first, first, last);
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
