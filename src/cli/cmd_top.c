/* SPDX-License-Identifier: Apache-2.0 */
/* mj top: become mj-top, which alone needs ncurses. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/roster.h"
#include "cli/screen.h"
#include "os/file.h"
#include "os/spawn.h"
#include "os/sys.h"

#ifndef PROGRAMS_DIR
#define PROGRAMS_DIR "/usr/libexec/mj"
#endif

#define INTERVAL_MIN_MS 100
#define WORDS_OWN 4 /* mj-top, mj, the home, colours */

enum { INTERVAL_OPTION = CLI_LONG, COLOR_OPTION, UTC_OPTION };

static const struct cli_option options[] = {
	{'a', "all", NULL, "also jobs that have ended"},
	{'s', "status", "LIST", "only these, such as RUNNING,FAILED*"},
	{'n', "name", "GLOB", "only jobs called so"},
	{'v', "verbose", NULL, "a row for each task as well"},
	{INTERVAL_OPTION, "interval", "D", "how often it looks, each second without"},
	{COLOR_OPTION, "color", "auto|always|never", "colours; auto is unless NO_COLOR is set"},
	{UTC_OPTION, "utc", NULL, "times in UTC, not in the local zone"},
};

/* The words for mj-top. */
struct words {
	char **list; /* owned; NULL-terminated */
	size_t count;
};

static void
add(struct words *w, const char *key, const char *value)
{
	w->list[w->count++] = mem_printf("%s%s", key, value);
}

static int
add_option(struct cli *c, struct words *w, int id, enum colour *colour)
{
	struct roster_query q = {0};
	struct err e = {0};
	int64_t ms;

	switch (id) {
	case 'a':
		add(w, "all", "");
		return 0;
	case 's':
		add(w, "status=", c->value);
		if (roster_parse_statuses(&q, c->value, &e) == 0)
			return 0;
		return cli_usage(c, "%s", e.text);
	case 'n':
		add(w, "name=", c->value);
		return 0;
	case 'v':
		add(w, "tasks", "");
		return 0;
	case INTERVAL_OPTION:
		add(w, "interval=", c->value);
		if (text_duration(c->value, &ms) == 0 && ms >= INTERVAL_MIN_MS)
			return 0;
		return cli_usage(c, "--interval %s: give 0.1s or more",
				 c->value);
	case COLOR_OPTION:
		if (screen_parse_colour(c->value, colour) == 0)
			return 0;
		return cli_usage(c, "--color %s: give auto, always or never",
				 c->value);
	case UTC_OPTION:
		add(w, "utc", "");
		return 0;
	default:
		return 0;
	}
}

static int
read_options(struct cli *c, struct words *w)
{
	enum colour colour = COLOUR_AUTO;
	struct screen screen;
	int id, status = 0;

	while (!status && (id = cli_next(c)))
		status = add_option(c, w, id, &colour);
	if (status)
		return status;
	screen_open(&screen, 1, colour);
	if (!sys_is_terminal(0) || !sys_is_terminal(1))
		return cli_usage(c, "it needs a terminal; mj queue prints the "
				    "same");
	if (!screen.terminal)
		return cli_usage(c, "TERM does not say what this terminal can "
				    "do: set it, as TERM=xterm mj top");
	if (screen.colour)
		add(w, "colour", "");
	return 0;
}

/* Beside mj, as it is built; else where it was installed. */
static int
become(struct words *w)
{
	char self[PATH_MAX];
	char *slash;

	file_link_target(AT_FDCWD, "/proc/self/exe", self, sizeof(self));
	slash = strrchr(self, '/');
	free(w->list[1]);
	w->list[1] = mem_copy(*self ? self : "mj");
	if (slash)
		*slash = '\0';
	for (int i = 0; i < 2; i++) {
		free(w->list[0]);
		w->list[0] = mem_printf("%s/mj-top", i ? PROGRAMS_DIR : self);
		if (i || file_executable(AT_FDCWD, w->list[0]) == 0)
			spawn_become(w->list);
	}
	cli_say("top: %s: %s: this mj was built or installed without it; mj "
		"queue --watch shows the same",
		w->list[0], err_words(errno));
	return CLI_ERROR;
}

static int
run_top(struct cli *c)
{
	struct words w = {mem_new(c->given_count + WORDS_OWN + 1,
				  sizeof(char *)),
			  WORDS_OWN - 1};
	struct home home = HOME_INIT;
	struct err e;
	int status = read_options(c, &w);

	if (!status && cli_home_or_none(c, &home, &e) < 0) {
		status = cli_fail(&e);
	} else if (!status) {
		w.list[2] = mem_copy(home.path);
		status = become(&w);
	}
	home_close(&home);
	for (size_t i = 0; i < w.count; i++)
		free(w.list[i]);
	free(w.list);
	return status;
}

const struct command cmd_top = {
	.name = "top",
	.operands = "",
	.summary = "watch the jobs on a whole screen, with keys to act on them",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_top,
};
