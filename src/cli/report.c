/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report.h"

#include <stdio.h>

#include "base/text.h"
#include "cli/report_parts.h"
#include "os/sys.h"
#include "render/html.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

void
report_time(struct buf *out, int64_t wall_ms)
{
	char iso[TEXT_TIME_SIZE], local[TEXT_TIME_SIZE];

	if (wall_ms > 0)
		buf_printf(out, "<time datetime=\"%s\">%s</time>",
			   text_time(wall_ms, iso),
			   text_time_local(wall_ms, local));
}

void
report_span(struct buf *out, int64_t ms)
{
	char span[32];

	if (ms >= 0)
		buf_puts(out, text_span(ms, span, sizeof(span)));
}

static void
begin_fact(struct buf *out, const char *name, bool wide)
{
	buf_printf(out, "<div%s><dt>%s</dt><dd>", wide ? " class=\"wide\"" : "",
		   name);
}

void
report_fact(struct buf *out, const char *name, const char *text, bool wide)
{
	if (!text || !*text)
		return;
	begin_fact(out, name, wide);
	html_text(out, text);
	buf_puts(out, "</dd></div>\n");
}

void
report_fact_time(struct buf *out, const char *name, int64_t wall_ms)
{
	if (wall_ms <= 0)
		return;
	begin_fact(out, name, false);
	report_time(out, wall_ms);
	buf_puts(out, "</dd></div>\n");
}

void
report_fact_span(struct buf *out, const char *name, int64_t ms)
{
	if (ms < 0)
		return;
	begin_fact(out, name, false);
	report_span(out, ms);
	buf_puts(out, "</dd></div>\n");
}

void
report_cell(struct buf *out, const char *of, bool number)
{
	buf_printf(out, "<td%s data-of=\"%s\">", number ? " class=\"num\"" : "",
		   of);
}

void
report_cell_end(struct buf *out)
{
	buf_puts(out, "</td>");
}

void
report_cell_text(struct buf *out, const char *of, const char *text)
{
	report_cell(out, of, false);
	html_text(out, text);
	report_cell_end(out);
}

void
report_table(struct buf *out, const char *const *titles, size_t count)
{
	buf_puts(out, "<div class=\"scroll\"><table>\n<thead><tr>");
	for (size_t i = 0; i < count; i++) {
		bool number = titles[i][0] == '#';

		buf_printf(out, "<th%s>%s</th>", number ? " class=\"num\"" : "",
			   titles[i] + number);
	}
	buf_puts(out, "</tr></thead>\n<tbody>\n");
}

void
report_table_end(struct buf *out)
{
	buf_puts(out, "</tbody>\n</table></div>\n");
}

void
report_footer(struct buf *out, const char *home, int64_t now_ms)
{
	buf_puts(out, "<footer>");
	report_time(out, now_ms);
	buf_puts(out, " · mj " PACKAGE_VERSION " · ");
	html_text(out, home);
	buf_puts(out, "</footer>\n");
}
