/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "base/utf8.h"

static json_t *
inner(struct json *value)
{
	return (json_t *)value;
}

static struct json *
outer(json_t *value)
{
	return (struct json *)value;
}

struct json *
json_make_object(void)
{
	return outer(json_object());
}

struct json *
json_make_array(void)
{
	return outer(json_array());
}

struct json *
json_make_int(int64_t value)
{
	return outer(json_integer(value));
}

struct json *
json_make_text(const char *text)
{
	autobuf struct buf clean = BUF_INIT;

	while (*text) {
		size_t len = utf8_length(text);

		if (len)
			buf_add(&clean, text, len);
		else
			buf_puts(&clean, UTF8_REPLACEMENT);
		text += len ? len : 1;
	}
	return outer(json_string(buf_text(&clean)));
}

void
json_put_text(struct json *object, const char *key, const char *text)
{
	if (text && *text)
		json_put(object, key, json_make_text(text));
}

void
json_put_signed(struct json *object, const char *key, int64_t value)
{
	json_object_set_new(inner(object), key, json_integer(value));
}

void
json_put_int(struct json *object, const char *key, int64_t value)
{
	if (value >= 0)
		json_put_signed(object, key, value);
}

void
json_put_true(struct json *object, const char *key, bool value)
{
	if (value)
		json_object_set_new(inner(object), key, json_true());
}

void
json_put_time(struct json *object, const char *key, int64_t wall_ms)
{
	char text[TEXT_TIME_SIZE];

	if (wall_ms > 0)
		json_put_text(object, key, text_time(wall_ms, text));
}

void
json_put_seconds(struct json *object, const char *key, int64_t ms)
{
	if (ms >= 0)
		json_object_set_new(inner(object), key,
				    json_real((double)ms / 1000));
}

void
json_put(struct json *object, const char *key, struct json *child)
{
	json_object_set_new(inner(object), key, inner(child));
}

void
json_append(struct json *array, struct json *child)
{
	json_array_append_new(inner(array), inner(child));
}

void
json_print(struct json *value)
{
	json_dumpf(inner(value), stdout, JSON_REAL_PRECISION(15));
	putchar('\n');
	json_decref(inner(value));
}
