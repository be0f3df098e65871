/* SPDX-License-Identifier: Apache-2.0 */
#include "render/html.h"

#include <string.h>

#include "base/utf8.h"
#include "render/graph.h"
#include "render/html_style.h"

void
html_begin(struct buf *out, const char *title)
{
	buf_puts(out,
		 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		 "<meta charset=\"utf-8\">\n"
		 "<meta name=\"viewport\" content=\"width=device-width, "
		 "initial-scale=1\">\n"
		 /* whatever else fails: nothing is run or loaded */
		 "<meta http-equiv=\"Content-Security-Policy\" "
		 "content=\"default-src 'none'; style-src 'unsafe-inline'; "
		 "img-src data:\">\n"
		 "<meta name=\"color-scheme\" content=\"light dark\">\n"
		 /* else a browser asks for one */
		 "<link rel=\"icon\" href=\"data:,\">\n<title>");
	html_text(out, title);
	buf_puts(out, "</title>\n<style>\n");
	for (size_t i = 0; i < HTML_STYLES; i++)
		buf_puts(out, html_styles[i]);
	buf_puts(out, "</style>\n</head>\n<body>\n<main>\n");
}

void
html_end(struct buf *out)
{
	buf_puts(out, "</main>\n</body>\n</html>\n");
}

static void
put_char(struct buf *out, char c)
{
	switch (c) {
	case '&':
		buf_puts(out, "&amp;");
		break;
	case '<':
		buf_puts(out, "&lt;");
		break;
	case '>':
		buf_puts(out, "&gt;");
		break;
	case '"':
		buf_puts(out, "&quot;");
		break;
	default:
		buf_putc(out, c);
	}
}

static void
put_clean(struct buf *out, const char *bytes, size_t len, int lines)
{
	autobuf struct buf clean = BUF_INIT;

	utf8_clean(&clean, bytes, len, lines);
	for (size_t i = 0; i < clean.len; i++)
		put_char(out, clean.data[i]);
}

void
html_text(struct buf *out, const char *text)
{
	put_clean(out, text, strlen(text), 0);
}

void
html_short(struct buf *out, const char *text, size_t max)
{
	const char *end = text;
	size_t count = 0, cut = 0;

	for (; *end && count <= max; count++) {
		size_t n = utf8_length(end);

		if (count < max)
			cut = (size_t)(end - text);
		end += n ? n : 1;
	}
	if (count <= max) {
		html_text(out, text);
		return;
	}
	put_clean(out, text, cut, 0);
	buf_puts(out, "…");
}

/* How long the control sequence at s is, of at most left bytes; 0: there is none. */
static size_t
sequence(const char *s, size_t left)
{
	size_t n = 2;

	if (left < 2 || s[0] != '\033' || s[1] != '[')
		return 0;
	while (n < left && s[n] >= 0x20 && s[n] <= 0x3f)
		n++;
	return n < left ? n + 1 : n;
}

void
html_log(struct buf *out, const char *bytes, size_t len)
{
	autobuf struct buf plain = BUF_INIT;
	size_t line = 0; /* where the last one begins in plain */

	for (size_t i = 0; i < len;) {
		size_t skip = sequence(bytes + i, len - i);

		if (skip) {
			i += skip;
			continue;
		}
		if (bytes[i] == '\r') {
			if (i + 1 < len && bytes[i + 1] != '\n' &&
			    bytes[i + 1] != '\r')
				plain.len = line;
			i++;
			continue;
		}
		buf_putc(&plain, bytes[i]);
		if (bytes[i++] == '\n')
			line = plain.len;
	}
	if (plain.len)
		put_clean(out, plain.data, plain.len, 1);
}

void
html_status(struct buf *out, enum status status)
{
	buf_printf(out, "<span class=\"chip %s\">%s</span>",
		   graph_look(status)->group, status_name(status));
}

void
html_section(struct buf *out, const char *heading)
{
	buf_puts(out, "<section>\n<h2>");
	html_text(out, heading);
	buf_puts(out, "</h2>\n");
}

void
html_section_end(struct buf *out)
{
	buf_puts(out, "</section>\n");
}
