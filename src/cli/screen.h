/* SPDX-License-Identifier: Apache-2.0 */
/* What people look at: whether stdout is a terminal, its colours, its width. */
#ifndef MJ_SCREEN_H
#define MJ_SCREEN_H

#include <stdbool.h>

#include "base/buf.h"
#include "model/state.h"

/* When there are colours. */
enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* What a piece of text is, and so how it looks. */
enum ink {
	INK_PLAIN,
	INK_TITLE,
	INK_FAINT,
	INK_GOOD,
	INK_BUSY,
	INK_WAIT,
	INK_ODD, /* not as it was meant to go, and no failure */
	INK_BAD,
	INK_COUNT
};

struct screen {
	bool terminal; /* that obeys control sequences */
	bool colour;
	bool utf8;	  /* else only ASCII is to be printed */
	unsigned columns; /* 0: lines may be as long as they are */
	unsigned rows;	  /* 0: as many as there are */
};

/* The value of --color: auto, always or never.  Return 0, or -1. */
int screen_parse_colour(const char *word, enum colour *out);

/*
 * Look at the descriptor (1 or 2) and the environment: NO_COLOR, TERM, COLUMNS, the
 * locale.  A file or a pipe gets UTF-8.  Characters have their width from then on.
 */
void screen_open(struct screen *s, int fd, enum colour when);

/* Whether the locale is UTF-8, or nobody said which it is. */
bool screen_speaks_utf8(void);

/* The size may have changed. */
void screen_measure(struct screen *s, int fd);

/* The control sequence that begins an ink, or ends it (INK_PLAIN); "" without colours. */
const char *screen_ink(const struct screen *s, enum ink ink);

/* Append text in its ink. */
void screen_put(const struct screen *s, const char *text, enum ink ink,
		struct buf *out);

enum ink ink_of_status(enum status s);

/* done and busy of all, as cells of a bar that is width wide. */
void screen_bar(const struct screen *s, unsigned width, const size_t parts[3],
		struct buf *out);

#endif
