/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "os/sys.h"
#include "os/terminal.h"

#define SIZE_MAX_SANE 10000

static const char *const sequences[INK_COUNT] = {
	[INK_PLAIN] = "\033[0m",  [INK_TITLE] = "\033[1m",
	[INK_FAINT] = "\033[2m",  [INK_GOOD] = "\033[32m",
	[INK_BUSY] = "\033[36m",  [INK_WAIT] = "\033[34m",
	[INK_ODD] = "\033[33m",	  [INK_BAD] = "\033[31m",
};

static const enum ink inks[STATUS_COUNT] = {
	[STATUS_PENDING] = INK_WAIT,
	[STATUS_STARTING] = INK_BUSY,
	[STATUS_RUNNING] = INK_BUSY,
	[STATUS_RECOVERING] = INK_ODD,
	[STATUS_CANCELLING] = INK_ODD,
	[STATUS_SUCCEEDED] = INK_GOOD,
	[STATUS_FAILED] = INK_BAD,
	[STATUS_FAILED_SETUP] = INK_BAD,
	[STATUS_FAILED_PRECHECKS] = INK_BAD,
	[STATUS_FAILED_NO_RESOURCE] = INK_BAD,
	[STATUS_FAILED_CONTROLLER] = INK_BAD,
	[STATUS_CANCELLED] = INK_ODD,
	[STATUS_SKIPPED] = INK_ODD,
};

int
screen_parse_colour(const char *word, enum colour *out)
{
	static const char *const words[] = {"auto", "always", "never"};

	for (int i = 0; i < 3; i++)
		if (!strcmp(word, words[i])) {
			*out = (enum colour)i;
			return 0;
		}
	return -1;
}

/* A variable, "" if it is not set. */
static const char *
variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

bool
screen_speaks_utf8(void)
{
	const char *name = variable("LC_ALL");

	if (!*name)
		name = variable("LC_CTYPE");
	if (!*name)
		name = variable("LANG");
	/* Where nobody said anything, as after ssh or in a container. */
	if (!*name || strcasestr(name, "utf-8") || strcasestr(name, "utf8"))
		return true;
	return setlocale(LC_CTYPE, "") &&
	       !strcasecmp(nl_langinfo(CODESET), "UTF-8");
}

/* wcwidth(3) knows no characters in the locale that a program starts with. */
static void
learn_characters(void)
{
	if (setlocale(LC_CTYPE, "") &&
	    !strcasecmp(nl_langinfo(CODESET), "UTF-8"))
		return;
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "en_US.UTF-8");
}

void
screen_measure(struct screen *s, int fd)
{
	uint64_t columns;

	terminal_size(fd, &s->columns, &s->rows);
	if (text_u64(variable("COLUMNS"), SIZE_MAX_SANE, &columns) == 0 &&
	    columns > 0)
		s->columns = (unsigned)columns;
}

void
screen_open(struct screen *s, int fd, enum colour when)
{
	const char *term = variable("TERM");
	bool tty = sys_is_terminal(fd);

	*s = (struct screen){.terminal = tty && *term && strcmp(term, "dumb")};
	s->colour = when == COLOUR_ALWAYS ||
		    (when == COLOUR_AUTO && s->terminal &&
		     !*variable("NO_COLOR"));
	s->utf8 = !tty || screen_speaks_utf8();
	learn_characters();
	screen_measure(s, fd);
}

const char *
screen_ink(const struct screen *s, enum ink ink)
{
	return s->colour ? sequences[ink] : "";
}

void
screen_put(const struct screen *s, const char *text, enum ink ink,
	   struct buf *out)
{
	bool coloured = s->colour && ink != INK_PLAIN && *text;

	if (coloured)
		buf_puts(out, sequences[ink]);
	buf_puts(out, text);
	if (coloured)
		buf_puts(out, sequences[INK_PLAIN]);
}

enum ink
ink_of_status(enum status s)
{
	return inks[s];
}

void
screen_bar(const struct screen *s, unsigned width, const size_t parts[3],
	   struct buf *out)
{
	static const char *const marks[2][3] = {{"#", "=", "."},
						{"█", "▒", "░"}};
	size_t all = parts[0] + parts[1] + parts[2];

	for (size_t i = 0; all && i < width; i++) {
		size_t at = i * all; /* of width cells, in tasks × width */
		int kind = at < parts[0] * width ? 0
			   : at < (parts[0] + parts[1]) * width ? 1
								: 2;

		buf_puts(out, marks[s->utf8][kind]);
	}
}
