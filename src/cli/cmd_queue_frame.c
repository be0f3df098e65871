/* SPDX-License-Identifier: Apache-2.0 */
/* What mj queue shows at a time. */
#include "cli/board.h"
#include "cli/cmd_queue.h"

static const char *
nothing(const struct roster_query *q)
{
	if (q->all)
		return "no such jobs\n";
	if (q->glob || q->by_status)
		return "no active jobs match; -a looks at those that have "
		       "ended, too\n";
	return "no active jobs\n";
}

void
queue_frame(const struct queue *q, struct buf *out)
{
	struct board b;

	board_pauses(&q->home, &q->roster, &q->screen, out);
	if (q->roster.count == 0) {
		buf_puts(out, nothing(&q->query));
	} else {
		board_fill(&b, &q->roster, &q->screen, q->utc);
		table_draw(&b.table, &q->screen, out);
		board_release(&b);
	}
	if (!q->screen.terminal)
		return;
	buf_putc(out, '\n');
	if (q->roster.count > 0)
		board_counts(&q->roster, &q->screen, out);
	board_limits(&q->home, &q->roster, out);
}
