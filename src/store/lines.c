/* SPDX-License-Identifier: Apache-2.0 */
#include "store/lines.h"

#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static int
refuse_bytes(struct lines *l, const char *line)
{
	for (const char *c = line; *c; c++) {
		if ((unsigned char)*c < ' ' && *c != '\t')
			return lines_refuse(l,
					    "a control character: remove it");
		if (*c == ';' && c > line && is_blank(c[-1]))
			return lines_refuse(l,
					    "a ';' after a space would cut the "
					    "value: put comments on lines of "
					    "their own");
	}
	return 0;
}

/* Look at a line that is neither empty nor a comment before inih gets it. */
static int
check_line(struct lines *l, char *line)
{
	size_t len = strlen(line);

	if (is_blank(line[0]))
		return lines_refuse(
			l, "an indented line: remove the space before it");
	if (refuse_bytes(l, line) < 0)
		return -1;
	if (line[0] == '[') {
		autofree char *name = mem_copy_n(line + 1, len - 1);

		if (line[len - 1] != ']')
			return lines_refuse(
				l, "a section without its end: "
				   "write [NAME] and nothing after it");
		name[len - 2] = '\0';
		l->in_section = true;
		return l->on_section(l->user, name) < 0 ? -1 : 0;
	}
	if (line[strcspn(line, "=:")] != '=')
		return lines_refuse(l, "not a setting: write KEY = VALUE");
	if (!l->in_section)
		return lines_refuse(l,
				    "a setting before the first section: write "
				    "[scheduler] or [pool NAME] above it");
	return 0;
}

static bool
is_comment(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && is_blank(line[i]))
		i++;
	return i == len || line[i] == ';' || line[i] == '#';
}

/* inih's reader, in the manner of fgets: out has room for 200 bytes. */
static char *
next_line(char *out, int size, void *stream)
{
	struct lines *l = stream;
	const char *line = l->rest, *end = memchr(line, '\n', l->len);
	size_t len = end ? (size_t)(end - line) : l->len;

	if (l->failed || !l->len)
		return NULL;
	l->rest += len + !!end;
	l->len -= len + !!end;
	l->line++;
	while (len && (is_blank(line[len - 1]) || line[len - 1] == '\r'))
		len--;
	if (is_comment(line, len))
		len = 0;
	if (len > LINES_BYTES_MAX || len + 1 > (size_t)size) {
		lines_refuse(l, "a line of more than %d bytes: shorten it",
			     LINES_BYTES_MAX);
		return NULL;
	}
	if (memchr(line, '\0', len)) {
		lines_refuse(l, "a NUL byte: remove it");
		return NULL;
	}
	memcpy(out, line, len);
	out[len] = '\0';
	return len && check_line(l, out) < 0 ? NULL : out;
}

/* inih's handler, where 0 is failure.  It cuts the section's name: not used. */
static int
next_setting(void *user, const char *section, const char *key,
	     const char *value)
{
	struct lines *l = user;

	(void)section;
	return l->on_setting(l->user, key, value) == 0;
}

int
lines_read(struct lines *l, const char *text, size_t len, struct err *e)
{
	bool bom = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3);

	l->rest = bom ? text + 3 : text;
	l->len = bom ? len - 3 : len;
	l->line = 0;
	l->in_section = l->failed = false;
	l->e = e;
	if (ini_parse_stream(next_line, l, next_setting, l) && !l->failed)
		lines_refuse(l, "not a setting: write KEY = VALUE");
	return l->failed ? -1 : 0;
}

int
lines_refuse(struct lines *l, const char *fmt, ...)
{
	char text[sizeof(l->e->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	l->failed = true;
	return err_set(l->e, ERR_INPUT, "%s:%u: %s", l->file, l->line, text);
}
