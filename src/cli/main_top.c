/* SPDX-License-Identifier: Apache-2.0 */
/* mj-top, which mj top runs: MJ HOME and what it was asked for, as words KEY=VALUE. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/moment.h"
#include "cli/top.h"

#define ROWS_MAX 1000 /* of jobs that are read each time */

/* Return 0, or -1 for a word that mj top never gives. */
static int
read_word(struct top_order *order, const char *word, struct err *e)
{
	if (!strncmp(word, "status=", 7))
		return roster_parse_statuses(&order->query, word + 7, e);
	if (!strncmp(word, "interval=", 9))
		return text_duration(word + 9, &order->interval_ms);
	if (!strncmp(word, "name=", 5)) {
		order->query.glob = word + 5;
		return 0;
	}
	order->query.all |= !strcmp(word, "all");
	order->query.tasks |= !strcmp(word, "tasks");
	order->colour |= !strcmp(word, "colour");
	if (!strcmp(word, "utc")) {
		order->utc = true;
		moment_use_utc();
	}
	return 0;
}

int
main(int argc, char **argv)
{
	struct top_order order = {.interval_ms = 1000,
				  .query = {.limit = ROWS_MAX}};
	const struct command command = {.name = "top"};
	struct home home = HOME_INIT;
	struct err e;
	int status;

	cli_start(argc, argv);
	if (argc < 3) {
		cli_say("top: run it as mj top");
		return CLI_USAGE;
	}
	order.mj = argv[1];
	for (int i = 3; i < argc; i++)
		if (read_word(&order, argv[i], &e) < 0)
			return CLI_USAGE;
	if (cli_home_or_none(
		    &(struct cli){.command = &command, .home = argv[2]}, &home,
		    &e) < 0)
		status = cli_fail(&e);
	else
		status = top_run(&home, &order);
	home_close(&home);
	return status;
}
