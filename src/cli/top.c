/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/top.h"

#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/top_parts.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/terminal.h"

#define ESCAPE 27
#define ESCAPE_DELAY_MS 25 /* after which it is no key's beginning */

static const char *const orders[] = {"-id", "-run", "name", "status"};

const struct roster_job *
top_job(const struct top *t)
{
	return t->at < t->roster.count ? &t->roster.list[t->at] : NULL;
}

static void
select_at(struct top *t, size_t i)
{
	size_t count = t->roster.count;

	t->at = i < count ? i : count ? count - 1 : 0;
	t->selected = count ? t->roster.list[t->at].id : 0;
}

static void
act_up(struct top *t)
{
	select_at(t, t->at ? t->at - 1 : 0);
}

static void
act_down(struct top *t)
{
	select_at(t, t->at + 1);
}

static void
act_page_up(struct top *t)
{
	select_at(t, t->at > t->page ? t->at - t->page : 0);
}

static void
act_page_down(struct top *t)
{
	select_at(t, t->at + t->page);
}

static void
act_first(struct top *t)
{
	select_at(t, 0);
}

static void
act_last(struct top *t)
{
	select_at(t, t->roster.count);
}

static void
act_filter(struct top *t)
{
	t->mode = TOP_FILTER;
}

static void
act_no_filter(struct top *t)
{
	t->filter[0] = '\0';
}

static void
act_all(struct top *t)
{
	t->order.query.all = !t->order.query.all;
}

static void
act_tasks(struct top *t)
{
	t->order.query.tasks = !t->order.query.tasks;
}

static void
act_sort(struct top *t)
{
	t->sort = (t->sort + 1) % (sizeof(orders) / sizeof(orders[0]));
	roster_parse_sort(&t->order.query, orders[t->sort], NULL);
	snprintf(t->message, sizeof(t->message), "sorted by %s",
		 orders[t->sort]);
}

static void
act_help(struct top *t)
{
	t->mode = TOP_HELP;
}

static void
act_quit(struct top *t)
{
	t->over = true;
}

/* What is held is released by the same key. */
static void
act_hold(struct top *t)
{
	const struct roster_job *job = top_job(t);

	if (job)
		top_command(t, job->held ? "release" : "hold", job->id, false);
}

static void
act_info(struct top *t)
{
	const struct roster_job *job = top_job(t);

	if (job)
		top_text_open(t, "show", job->id);
}

const struct top_key top_keys[] = {
	{'f', "f", "follow", "logs", false, true, NULL},
	{'\n', "", "", "logs", false, true, NULL},
	{KEY_ENTER, "", "", "logs", false, true, NULL},
	{'i', "i", "info", NULL, false, false, act_info},
	{'c', "c", "cancel", "cancel", true, false, NULL},
	{'h', "h", "hold", NULL, false, false, act_hold},
	{'r', "r", "retry", "retry", true, false, NULL},
	{'/', "/", "filter", NULL, false, false, act_filter},
	{ESCAPE, "", "", NULL, false, false, act_no_filter},
	{'a', "a", "all", NULL, false, false, act_all},
	{'v', "", "", NULL, false, false, act_tasks},
	{'s', "", "", NULL, false, false, act_sort},
	{'?', "?", "help", NULL, false, false, act_help},
	{'q', "q", "quit", NULL, false, false, act_quit},
	{KEY_UP, "", "", NULL, false, false, act_up},
	{'k', "", "", NULL, false, false, act_up},
	{KEY_DOWN, "", "", NULL, false, false, act_down},
	{'j', "", "", NULL, false, false, act_down},
	{KEY_PPAGE, "", "", NULL, false, false, act_page_up},
	{KEY_NPAGE, "", "", NULL, false, false, act_page_down},
	{KEY_HOME, "", "", NULL, false, false, act_first},
	{'g', "", "", NULL, false, false, act_first},
	{KEY_END, "", "", NULL, false, false, act_last},
	{'G', "", "", NULL, false, false, act_last},
};
const size_t top_key_count = sizeof(top_keys) / sizeof(top_keys[0]);

static void
command_key(struct top *t, const struct top_key *k)
{
	const struct roster_job *job = top_job(t);

	if (!job)
		return;
	if (k->confirm && t->mode != TOP_CONFIRM) {
		t->asked = k;
		t->mode = TOP_CONFIRM;
		return;
	}
	top_command(t, k->command, job->id, k->whole);
}

static void
list_key(struct top *t, int key)
{
	t->message[0] = '\0';
	for (size_t i = 0; i < top_key_count; i++) {
		if (top_keys[i].key != key)
			continue;
		if (top_keys[i].command)
			command_key(t, &top_keys[i]);
		else
			top_keys[i].act(t);
		return;
	}
}

/* ASCII alone: names and statuses have nothing else. */
static void
filter_key(struct top *t, int key)
{
	size_t len = strlen(t->filter);

	if (key == '\n' || key == KEY_ENTER) {
		t->mode = TOP_LIST;
	} else if (key == ESCAPE) {
		t->filter[0] = '\0';
		t->mode = TOP_LIST;
	} else if (key == KEY_BACKSPACE || key == '\b' || key == 127) {
		t->filter[len ? len - 1 : 0] = '\0';
	} else if (key >= ' ' && key < 127 && len + 1 < sizeof(t->filter)) {
		t->filter[len] = (char)key;
		t->filter[len + 1] = '\0';
	}
}

static void
take_key(struct top *t, int key)
{
	switch (t->mode) {
	case TOP_LIST:
		list_key(t, key);
		break;
	case TOP_CONFIRM:
		if (key == 'y' || key == 'Y')
			command_key(t, t->asked);
		t->mode = TOP_LIST;
		break;
	case TOP_FILTER:
		filter_key(t, key);
		break;
	case TOP_HELP:
		t->mode = TOP_LIST;
		break;
	case TOP_TEXT:
		top_text_key(t, key);
		break;
	}
}

/* Read the jobs, and find the one under the bar again. */
static int
look(struct top *t, struct err *e)
{
	size_t at = t->at;

	if (home_refresh(t->home, e) < 0)
		return -1;
	t->order.query.find = *t->filter ? t->filter : NULL;
	if (roster_read(t->home, &t->order.query, &t->roster, e) < 0)
		return -1;
	for (size_t i = 0; i < t->roster.count; i++)
		if (t->roster.list[i].id == t->selected) {
			t->at = i;
			return 0;
		}
	/* A question about a job that is not there any more is none. */
	if (t->mode == TOP_CONFIRM)
		t->mode = TOP_LIST;
	select_at(t, at);
	return 0;
}

static void
measure(struct top *t)
{
	screen_measure(&t->screen, 1);
	if (!t->screen.columns || !t->screen.rows) {
		t->screen.columns = (unsigned)COLS;
		t->screen.rows = (unsigned)LINES;
	}
	resizeterm((int)t->screen.rows, (int)t->screen.columns);
}

static void
take_signals(struct top *t)
{
	int signo;

	while ((signo = sig_next(t->signals, NULL)))
		if (signo == SIGWINCH) {
			measure(t);
			clearok(curscr, TRUE);
		} else if (signo == SIGTSTP) {
			def_prog_mode();
			endwin();
			terminal_stop();
			reset_prog_mode();
			measure(t);
			clearok(curscr, TRUE);
		} else {
			t->ended_by = signo;
			t->over = true;
		}
}

/* Until something happened, or it is time to look again. */
static void
rest(struct top *t)
{
	struct pollfd fds[] = {{t->signals, POLLIN, 0},
			       {0, POLLIN, 0},
			       {t->action.end, POLLIN, 0}};
	int key;

	if (sys_poll(fds, t->action.pid ? 3 : 2, t->order.interval_ms) <= 0)
		return;
	if (fds[0].revents)
		take_signals(t);
	if (fds[2].revents)
		top_command_read(t);
	if (fds[1].revents & (POLLHUP | POLLERR))
		t->over = true;
	while (!t->over && (key = getch()) != ERR)
		take_key(t, key);
}

static SCREEN *
open_screen(struct top *t)
{
	SCREEN *screen = newterm(NULL, stdout, stdin);

	if (!screen)
		return NULL;
	cbreak();
	noecho();
	nodelay(stdscr, TRUE);
	keypad(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY_MS);
	curs_set(0);
	top_open_inks(t);
	measure(t);
	return screen;
}

int
top_run(struct home *home, const struct top_order *order)
{
	struct top t = {.home = home, .order = *order, .roster = ROSTER_INIT,
			.text = BUF_INIT};
	SCREEN *screen;
	struct err e;
	int status = CLI_OK;

	screen_open(&t.screen, 1, COLOUR_NEVER);
	t.signals = terminal_signals();
	screen = open_screen(&t);
	if (!screen) {
		cli_say("top: the terminal '%s' is not known here: set TERM, "
			"as TERM=xterm mj top",
			getenv("TERM") ? getenv("TERM") : "");
		return CLI_ERROR;
	}
	while (!t.over && (status = look(&t, &e)) == 0) {
		top_draw(&t);
		rest(&t);
	}
	endwin();
	delscreen(screen);
	if (status < 0)
		status = cli_fail(&e);
	top_command_leave(&t);
	roster_release(&t.roster);
	buf_release(&t.text);
	if (t.ended_by)
		terminal_die(t.ended_by);
	return status;
}
