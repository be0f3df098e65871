/* SPDX-License-Identifier: Apache-2.0 */
#include "store/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

int
value_refuse(const struct tree *t, const struct tree_node *key,
	     const char *rule, struct err *e)
{
	return tree_refuse(t, key[1].at, e, "'%s' must be %s, not '%.60s'",
			   key->text, rule, key[1].text);
}

int
value_text(const struct tree *t, const struct tree_node *key, char **out,
	   struct err *e)
{
	const char *text = tree_text(t, key, e);

	if (!text)
		return -1;
	free(*out);
	*out = mem_copy(text);
	return 0;
}

int
value_name(const struct tree *t, const struct tree_node *key, size_t max,
	   char **out, struct err *e)
{
	const char *text = tree_text(t, key, e);

	if (!text)
		return -1;
	if (!text_name_ok(text, max))
		return tree_refuse(t, key[1].at, e,
				   "'%.70s' cannot be the %s: use 1 to %zu of "
				   "letters, digits, '.', '_' and '-', "
				   "the first neither '.' nor '-'",
				   text, key->text, max);
	free(*out);
	*out = mem_copy(text);
	return 0;
}

int
value_bool(const struct tree *t, const struct tree_node *key, bool *out,
	   struct err *e)
{
	const char *text = tree_text(t, key, e);

	if (!text)
		return -1;
	if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
		return value_refuse(t, key, "true or false", e);
	*out = !strcmp(text, "true");
	return 0;
}

const char *
value_digits(const struct tree *t, const struct tree_node *key, struct err *e)
{
	const char *text = tree_text(t, key, e);
	const char *digits = text;

	if (!text)
		return NULL;
	digits += *digits == '-';
	if (digits[0] != '0' || digits[1] < '0' || digits[1] > '9')
		return text;
	tree_refuse(t, key[1].at, e,
		    "'%s' is '%.60s', which some readers of YAML take for an "
		    "octal number: write it without the 0 at its start",
		    key->text, text);
	return NULL;
}

int
value_duration(const struct tree *t, const struct tree_node *key,
	       int64_t *out_ms, struct err *e)
{
	const char *text = value_digits(t, key, e);

	if (!text)
		return -1;
	if (text_duration(text, out_ms) < 0)
		return value_refuse(
			t, key, "a duration such as 90, 1.5s, 12h or 2d", e);
	return 0;
}

int
value_number(const struct tree *t, const struct tree_node *key,
	     struct value_range range, int64_t *out, struct err *e)
{
	const char *text = value_digits(t, key, e);

	if (!text)
		return -1;
	if (text_i64(text, range.min, range.max, out) < 0)
		return tree_refuse(t, key[1].at, e,
				   "'%s' must be a number from %" PRId64
				   " to %" PRId64 ", not '%.60s'",
				   key->text, range.min, range.max, text);
	return 0;
}

int
value_decimal(const struct tree *t, const struct tree_node *key,
	      struct value_range range, int64_t *out, struct err *e)
{
	const char *text = value_digits(t, key, e);
	int64_t milli;

	if (!text)
		return -1;
	if (text_decimal(text, &milli) < 0 || milli < range.min ||
	    milli > range.max)
		return tree_refuse(t, key[1].at, e,
				   "'%s' must be a number from %g to %g, not "
				   "'%.60s'",
				   key->text, (double)range.min / 1000,
				   (double)range.max / 1000, text);
	*out = milli;
	return 0;
}

static int
read_var(const struct tree *t, const struct tree_node *name,
	 struct env_var *var, struct err *e)
{
	const struct tree_node *value = name + 1;
	bool null = tree_null(value);

	if (!text_env_name_ok(name->text))
		return tree_refuse(t, name->at, e,
				   "'%.60s' cannot name a variable: use "
				   "letters, digits and '_', no digit first",
				   name->text);
	if (!null && tree_want(t, name, TREE_TEXT, e) < 0)
		return -1;
	var->name = mem_copy(name->text);
	var->value = null ? NULL : mem_copy(value->text);
	return 0;
}

int
value_vars(const struct tree *t, const struct tree_node *key,
	   struct value_vars *out, struct err *e)
{
	const struct tree_node *map = key + 1;

	if (tree_want(t, key, TREE_MAP, e) < 0)
		return -1;
	out->list = mem_new(map->count / 2, sizeof(*out->list));
	for (size_t i = 0; i < map->count; i += 2) {
		if (read_var(t, &map->items[i], &out->list[out->count], e) < 0)
			return -1;
		out->count++;
	}
	return 0;
}
