/* SPDX-License-Identifier: Apache-2.0 */
/* What mj queue shows at a time. */
#include <stdint.h>
#include <string.h>

#include "cli/board.h"
#include "cli/cmd_queue.h"
#include "cli/width.h"
#include "os/file.h"

#define ROWS_LEAST 3 /* before the lines below the rows give way */

static const char *
nothing(const struct home *home, const struct roster_query *q)
{
	if (q->all)
		return "no such jobs\n";
	if (q->glob || q->by_status)
		return "no active jobs match; -a looks at those that have "
		       "ended, too\n";
	return file_any(home->fd, "jobs")
		       ? "no active jobs; mj queue -a shows those that have "
			 "ended, too\n"
		       : "no active jobs\n";
}

static size_t
count_lines(const struct buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->len; i++)
		n += text->data[i] == '\n';
	return n;
}

/* Keep the first lines; one that is empty is none to end with. */
static void
keep_lines(struct buf *text, size_t count)
{
	size_t len = 0;

	for (; count > 0 && len < text->len; count--)
		len += strcspn(text->data + len, "\n") + 1;
	if (len < text->len)
		text->len = len > 1 ? len : 0;
}

/* What stands above the rows, and below them. */
static void
put_around(const struct queue *q, struct buf *above, struct buf *below)
{
	autobuf struct buf pauses = BUF_INIT, sums = BUF_INIT;

	board_pauses(&q->home, &q->roster, &q->screen, &pauses);
	width_fold(buf_text(&pauses), q->screen.columns, above);
	if (!q->screen.terminal)
		return;
	if (q->roster.count > 0)
		board_counts(&q->roster, &q->screen, &sums);
	board_limits(&q->home, &q->roster, &sums);
	buf_putc(below, '\n');
	width_fold(buf_text(&sums), q->screen.columns, below);
}

/* The rows in at most room lines; below gives way to have a few. */
static void
put_rows(const struct queue *q, size_t room, struct buf *below, struct buf *out)
{
	size_t rows, least, shown, lines = count_lines(below);
	struct board b;

	board_fill(&b, &q->roster, &q->screen, q->utc);
	rows = shown = table_rows(&b.table);
	least = 1 + (rows < ROWS_LEAST ? rows : ROWS_LEAST);
	if (room < least + lines)
		keep_lines(below, room > least ? room - least : 0);
	room -= count_lines(below);
	if (room < rows + 1)
		shown = room > 2 ? room - 2 : 1;
	table_draw(&b.table, &q->screen, shown, out);
	if (shown < rows && room > 2) {
		autobuf struct buf more = BUF_INIT;

		buf_printf(&more, "%s %zu more row%s; mj top scrolls",
			   q->screen.utf8 ? "…" : "...", rows - shown,
			   rows - shown == 1 ? "" : "s");
		screen_put(&q->screen, buf_text(&more), INK_FAINT, out);
		buf_putc(out, '\n');
	}
	board_release(&b);
}

void
queue_frame(const struct queue *q, unsigned height, struct buf *out)
{
	autobuf struct buf below = BUF_INIT;
	size_t above;

	put_around(q, out, &below);
	above = count_lines(out);
	if (q->roster.count == 0)
		buf_puts(out, nothing(&q->home, &q->query));
	else
		put_rows(q, !height ? SIZE_MAX : height > above ? height - above
								: 1,
			 &below, out);
	buf_add(out, below.data, below.len);
}
