/* SPDX-License-Identifier: Apache-2.0 */
/* JSON that we print: a parser reads it, and the texts in it are those that were put. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "cli/json.h"
#include "fuzz.h"

static char *
printed(const char *text, int64_t number)
{
	struct json *object = json_make_object(), *array = json_make_array();
	FILE *out = stdout;
	char *line = NULL;
	size_t size = 0;

	json_put_text(object, "text", text);
	json_put_signed(object, "number", number);
	json_put_time(object, "time", number);
	json_put_seconds(object, "seconds", number);
	json_put_true(object, "true", number % 2 != 0);
	json_append(array, json_make_text(text));
	json_append(array, json_make_int(number));
	json_put(object, "array", array);
	stdout = open_memstream(&line, &size);
	must(stdout != NULL);
	json_print(object);
	fclose(stdout);
	stdout = out;
	return line;
}

/* text with U+FFFD for what is no UTF-8. */
static void
repair(const char *text, struct buf *out)
{
	for (size_t n; *text; text += n ? n : 1) {
		n = utf8_length(text);
		buf_add(out, n ? text : UTF8_REPLACEMENT, n ? n : 3);
	}
}

void
fuzz_json(const char *bytes, size_t len)
{
	int64_t number = 0;
	size_t head = len < sizeof(number) ? len : sizeof(number);
	autofree char *text = fuzz_text_of(bytes + head, len - head);
	autofree char *line = NULL;
	autobuf struct buf wanted = BUF_INIT;
	json_error_t why;
	json_t *root;

	memcpy(&number, bytes, head);
	line = printed(text, number);
	must(strlen(line) > 0 && strchr(line, '\n') == line + strlen(line) - 1);
	root = json_loads(line, 0, &why);
	must(root != NULL);
	repair(text, &wanted);
	if (*text)
		must(!strcmp(json_string_value(json_object_get(root, "text")),
			     buf_text(&wanted)));
	must(json_integer_value(json_object_get(root, "number")) == number);
	must(json_array_size(json_object_get(root, "array")) == 2);
	json_decref(root);
}
