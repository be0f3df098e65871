/* SPDX-License-Identifier: Apache-2.0 */
/* mj queue --watch: the rows again and again, on a screen of their own. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/cmd_queue.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/terminal.h"

/* The other screen, no cursor, long lines cut; and back. */
#define ENTER "\033[?1049h\033[?25l\033[?7l"
#define LEAVE "\033[?7h\033[?25h\033[?1049l"

struct watcher {
	struct queue *queue;
	struct terminal terminal;
	struct buf drawn; /* what the screen shows */
	int signals;
	int ended_by; /* a signal; 0: a key, or an error */
	bool over;
};

static void
put(const char *text)
{
	fputs(text, stdout);
	fflush(stdout);
}

/* Line for line over what is there, so that nothing flickers. */
static void
add_screen(const char *text, unsigned rows, struct buf *out)
{
	unsigned row = 0;

	buf_puts(out, "\033[H");
	for (; *text && (!rows || row < rows); row++) {
		size_t len = strcspn(text, "\n");

		if (row)
			buf_puts(out, "\r\n");
		buf_add(out, text, len);
		buf_puts(out, "\033[K");
		text += len + (text[len] == '\n');
	}
	buf_puts(out, "\033[J");
}

static int
draw(struct watcher *w, struct err *e)
{
	struct queue *q = w->queue;
	autobuf struct buf frame = BUF_INIT, out = BUF_INIT;

	if (home_refresh(&q->home, e) < 0 ||
	    roster_read(&q->home, &q->query, &q->roster, e) < 0)
		return -1;
	screen_measure(&q->screen, 1);
	queue_frame(q, q->screen.rows, &frame);
	add_screen(buf_text(&frame), q->screen.rows, &out);
	if (!strcmp(buf_text(&out), buf_text(&w->drawn)))
		return 0;
	buf_clear(&w->drawn);
	buf_puts(&w->drawn, buf_text(&out));
	put(buf_text(&out));
	return 0;
}

/* ^Z: the terminal is the shell's until we are continued. */
static void
stand_by(struct watcher *w)
{
	put(LEAVE);
	terminal_restore(&w->terminal);
	terminal_stop();
	terminal_open_keys(&w->terminal);
	put(ENTER);
	buf_clear(&w->drawn);
}

static void
take_signals(struct watcher *w)
{
	int signo;

	while ((signo = sig_next(w->signals, NULL)))
		if (signo == SIGTSTP) {
			stand_by(w);
		} else if (signo == SIGWINCH) {
			buf_clear(&w->drawn);
		} else {
			w->ended_by = signo;
			w->over = true;
		}
}

/* Until something happened, or it is time to look again. */
static void
rest(struct watcher *w)
{
	struct pollfd fds[] = {{w->signals, POLLIN, 0}, {0, POLLIN, 0}};
	char key;

	if (sys_poll(fds, w->terminal.changed ? 2 : 1,
		     w->queue->interval_ms) <= 0)
		return;
	if (fds[0].revents)
		take_signals(w);
	if (!fds[1].revents || !w->terminal.changed)
		return;
	w->over |= sys_read(0, &key, 1) != 1 || key == 'q' || key == 'Q';
}

int
queue_watch(struct queue *q)
{
	struct watcher w = {.queue = q};
	struct err e;
	int status = CLI_OK;
	autobuf struct buf last = BUF_INIT;

	if (!q->screen.terminal) {
		cli_say("queue: --watch needs a terminal: without it the list "
			"is printed once");
		return CLI_USAGE;
	}
	w.signals = terminal_signals();
	terminal_open_keys(&w.terminal);
	put(ENTER);
	while (!w.over && (status = draw(&w, &e)) == 0)
		rest(&w);
	put(LEAVE);
	terminal_restore(&w.terminal);
	if (status < 0) {
		status = cli_fail(&e);
	} else if (w.ended_by != SIGHUP) {
		queue_frame(q, 0, &last);
		put(buf_text(&last));
	}
	buf_release(&w.drawn);
	sys_close(&w.signals);
	if (w.ended_by)
		terminal_die(w.ended_by);
	return status;
}
