/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/progress_block.h"
#include "cli/width.h"
#include "os/sys.h"
#include "os/terminal.h"

#define PART_MAX 4096 /* of a line that never ends */
#define WAITS_EVERY_MS 1000

const struct progress_tail *
progress_tail_of(const struct progress *l, const char *task)
{
	for (size_t i = 0; i < l->tail_count; i++)
		if (!strcmp(l->tails[i].task, task))
			return &l->tails[i];
	return NULL;
}

static struct progress_tail *
tail_for(struct progress *l, const char *task)
{
	const struct progress_tail *known = progress_tail_of(l, task);
	struct progress_tail *t;

	if (known)
		return &l->tails[known - l->tails];
	l->tails = mem_grow(l->tails, l->tail_count, &l->tail_cap,
			    sizeof(*l->tails));
	t = &l->tails[l->tail_count++];
	*t = (struct progress_tail){.part = BUF_INIT};
	snprintf(t->task, sizeof(t->task), "%s", task);
	return t;
}

static void
end_line(struct progress_tail *t)
{
	while (t->part.len && t->part.data[t->part.len - 1] == '\r')
		t->part.data[--t->part.len] = '\0';
	free(t->lines[0]);
	memmove(t->lines, t->lines + 1, (TAIL_KEPT - 1) * sizeof(char *));
	t->lines[TAIL_KEPT - 1] = mem_copy(buf_text(&t->part));
	buf_clear(&t->part);
}

/* A bar that is drawn over itself counts as it is last; a NUL would end the line. */
static void
add_byte(struct progress_tail *t, char c)
{
	bool back = t->part.len && t->part.data[t->part.len - 1] == '\r';

	if (c == '\n') {
		end_line(t);
	} else if (c == '\r') {
		if (!back)
			buf_putc(&t->part, c);
	} else if (back || t->part.len < PART_MAX) {
		if (back)
			buf_clear(&t->part);
		buf_putc(&t->part, c ? c : ' ');
	}
}

bool
progress_keep(struct progress *l, const char *task, const char *bytes, size_t len)
{
	struct progress_tail *t;

	if (!l || l->logs)
		return false;
	t = tail_for(l, task);
	for (size_t i = 0; i < len; i++)
		add_byte(t, bytes[i]);
	return true;
}

void
progress_print(struct progress *l, const char *bytes, size_t len)
{
	buf_add(&l->output, bytes, len);
}

/* The rows that the lines take, also when the terminal was made narrower since. */
static unsigned
count_rows(const struct progress *l)
{
	const char *text = buf_text(&l->drawn);
	unsigned rows = 0;

	while (*text) {
		size_t len = strcspn(text, "\n"), columns = 0;
		const char *end = text + len;

		while (text < end)
			if (*text == '\033')
				text += strcspn(text, "m") + 1;
			else
				columns += width_next(&text).columns;
		rows += 1 + (columns && l->screen.columns
				     ? (unsigned)((columns - 1) /
						  l->screen.columns)
				     : 0);
		text = end + (*end == '\n');
	}
	return rows;
}

/* Over the lines that are there, so that nothing flickers. */
static void
add_over(struct buf *out, const char *lines)
{
	while (*lines) {
		size_t len = strcspn(lines, "\n");

		buf_add(out, lines, len);
		buf_puts(out, "\033[K\n");
		lines += len + (lines[len] == '\n');
	}
	buf_puts(out, "\033[J");
}

/* Print what is due in the place of the lines, and draw the new ones: at one go. */
static void
replace(struct progress *l, struct buf *block)
{
	autobuf struct buf out = BUF_INIT;
	unsigned rows = count_rows(l);

	if (l->anew)
		buf_putc(&out, '\r'); /* over the ^Z that is shown there */
	l->anew = false;
	if (rows)
		buf_printf(&out, "\r\033[%uA", rows);
	if (l->output.len) {
		buf_puts(&out, "\033[J");
		buf_add(&out, l->output.data, l->output.len);
		l->open_line = out.data[out.len - 1] != '\n';
		buf_clear(&l->output);
	}
	buf_clear(&l->drawn);
	if (!l->open_line)
		buf_puts(&l->drawn, buf_text(block));
	if (!l->open_line || rows)
		add_over(&out, buf_text(&l->drawn));
	fwrite(out.data, 1, out.len, stdout);
	fflush(stdout);
}

static void
look(struct progress *l)
{
	int64_t now_ms = sys_boot_ms();

	view_refresh(l->home, &l->view, NULL);
	if (l->waits_at_ms && now_ms < l->waits_at_ms + WAITS_EVERY_MS)
		return;
	l->waits_at_ms = now_ms;
	waits_release(&l->waits);
	waits_read(l->home, &l->waits, NULL);
}

static void
draw(struct progress *l, bool over)
{
	autobuf struct buf block = BUF_INIT;

	bool ours = terminal_is_ours(1);

	look(l);
	screen_measure(&l->screen, 1);
	/* others have printed since, and may go on to do so */
	if (terminal_was_stopped() || !ours) {
		buf_clear(&l->drawn);
		l->anew = true;
	}
	if (ours || over)
		progress_block(l, over, &block);
	if (over && l->open_line)
		progress_print(l, "\n", 1);
	if (l->output.len || strcmp(buf_text(&block), buf_text(&l->drawn)))
		replace(l, &block);
}

void
progress_draw(struct progress *l)
{
	if (l)
		draw(l, false);
}

static void
release(struct progress *l)
{
	for (size_t i = 0; i < l->tail_count; i++) {
		for (int k = 0; k < TAIL_KEPT; k++)
			free(l->tails[i].lines[k]);
		buf_release(&l->tails[i].part);
	}
	free(l->tails);
	buf_release(&l->output);
	buf_release(&l->drawn);
	waits_release(&l->waits);
	view_release(&l->view);
}

void
progress_end(struct progress *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->tail_count; i++)
		if (l->tails[i].part.len)
			end_line(&l->tails[i]);
	draw(l, true);
	release(l);
}

bool
progress_begin(struct progress *l, const struct home *home, uint32_t job, bool logs)
{
	*l = (struct progress){.home = home,
			   .view = VIEW_INIT,
			   .waits = WAITS_INIT,
			   .logs = logs};
	screen_open(&l->screen, 1, COLOUR_AUTO);
	if (!l->screen.terminal)
		return false;
	terminal_watch_stops();
	if (view_read(home, job, true, &l->view, NULL) == 0 &&
	    l->view.total > 1)
		return true;
	release(l);
	return false;
}
