/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of mj top share. */
#ifndef MJ_TOP_PARTS_H
#define MJ_TOP_PARTS_H

#include "base/buf.h"
#include "cli/screen.h"
#include "cli/top.h"

enum top_mode {
	TOP_LIST,    /* keys are commands */
	TOP_CONFIRM, /* a command waits for y */
	TOP_FILTER,  /* what is typed is the filter */
	TOP_HELP,    /* the keys, until one is struck */
	TOP_TEXT,    /* what a command printed is read */
};

struct top_key;

/* A command that runs behind the screen. */
struct top_action {
	pid_t pid;   /* 0: none */
	int end;     /* of the pipe that it prints into */
	struct buf output;
	char title[32]; /* "mj cancel 7" */
};

struct top {
	struct home *home;
	struct top_order order;
	struct roster roster;
	struct screen screen;
	enum top_mode mode;
	const struct top_key *asked; /* with TOP_CONFIRM */
	uint32_t selected;	     /* the job under the bar; 0 none */
	size_t at;		     /* where it is in the roster */
	size_t first;		     /* row of the table on top of the screen */
	size_t page;		     /* rows that there is room for */
	size_t sort;		     /* which of the orders */
	struct buf text;   /* with TOP_TEXT */
	size_t text_first; /* row of it on top of the screen */
	char filter[64];
	char message[160]; /* what came of the last command; "" none */
	struct top_action action;
	int signals;
	int ended_by; /* a signal; 0 none */
	bool over;
};

/* A key and what it is for. */
struct top_key {
	int key;
	const char *name, *what;
	const char *command; /* of mj, given the job; NULL: none */
	bool confirm, whole; /* whole: it has the terminal while it runs */
	void (*act)(struct top *t); /* without a command */
};
extern const struct top_key top_keys[];
extern const size_t top_key_count;

/* The job under the bar, or NULL. */
const struct roster_job *top_job(const struct top *t);

/* Draw all of it. */
void top_draw(struct top *t);

/* A line of text at a row, its last newline left out, cut at the edge. */
void top_put_line(const struct top *t, int row, const char *text, enum ink ink);

/* Colours, as far as the terminal has them. */
void top_open_inks(const struct top *t);

/*
 * Run `mj COMMAND JOB`, one at a time; the first line that it prints becomes the message when
 * it has ended.  whole: it has the terminal, and a key is waited for after it.
 */
void top_command(struct top *t, const char *command, uint32_t job, bool whole);

/* Take what the command at work has printed; to be called when action.end is readable. */
void top_command_read(struct top *t);

/* Leave the command at work to itself. */
void top_command_leave(struct top *t);

/* Run it behind the screen to its end; all that it prints is *output. */
void top_ask(const struct top *t, const char *command, uint32_t job,
	     struct buf *output);

/* Show what `mj COMMAND JOB` prints until a key goes back; draw it; take a key. */
void top_text_open(struct top *t, const char *command, uint32_t job);
void top_text_draw(struct top *t);
void top_text_key(struct top *t, int key);

#endif
