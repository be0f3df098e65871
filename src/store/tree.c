/* SPDX-License-Identifier: Apache-2.0 */
#include "store/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Recursive, but no deeper than what made the tree lets it be. */
static void
node_release(struct tree_node *node)
{
	for (size_t i = 0; i < node->count; i++)
		node_release(&node->items[i]);
	free(node->items);
	free(node->text);
}

void
tree_release(struct tree *t)
{
	for (size_t i = 0; i < t->count; i++)
		node_release(&t->docs[i]);
	free(t->docs);
	t->docs = NULL;
	t->count = t->cap = 0;
}

int
tree_refuse(const struct tree *t, struct tree_place at, struct err *e,
	    const char *fmt, ...)
{
	char text[sizeof(e->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	/* What the source says must not reach a terminal as commands. */
	for (char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == '\177')
			*c = '?';
	return err_set(e, ERR_INPUT, "%s:%u:%u: %s", t->file, at.line,
		       at.column, text);
}

const struct tree_node *
tree_key(const struct tree_node *map, const char *name)
{
	for (size_t i = 0; i < map->count; i += 2)
		if (!strcmp(map->items[i].text, name))
			return &map->items[i];
	return NULL;
}

bool
tree_null(const struct tree_node *node)
{
	return node->kind == TREE_TEXT && node->plain &&
	       (!*node->text || !strcmp(node->text, "~") ||
		!strcmp(node->text, "null"));
}

int
tree_want(const struct tree *t, const struct tree_node *key,
	  enum tree_kind kind, struct err *e)
{
	static const char *const names[] = {
		[TREE_TEXT] = "text",
		[TREE_LIST] = "a list",
		[TREE_MAP] = "a mapping",
	};
	static const char *const remedies[] = {
		[TREE_TEXT] = "quote it if it is meant as text",
		[TREE_LIST] = "write [ITEM, ITEM]",
		[TREE_MAP] = "write {KEY: VALUE}",
	};
	const struct tree_node *value = key + 1;

	if (tree_null(value) && *value->text)
		return tree_refuse(t, key->at, e,
				   "'%.60s' is empty, as YAML reads %s so: "
				   "write it in quotes",
				   key->text, value->text);
	if (tree_null(value))
		return tree_refuse(t, key->at, e,
				   "'%.60s' is empty: give it a value or "
				   "remove the key",
				   key->text);
	if (value->kind == kind)
		return 0;
	return tree_refuse(t, value->at, e, "'%.60s' must be %s, not %s: %s",
			   key->text, names[kind], names[value->kind],
			   remedies[kind]);
}

const char *
tree_text(const struct tree *t, const struct tree_node *key, struct err *e)
{
	if (tree_want(t, key, TREE_TEXT, e) < 0)
		return NULL;
	if (*key[1].text)
		return key[1].text;
	tree_refuse(t, key->at, e,
		    "'%.60s' is empty: give it a value or remove the key",
		    key->text);
	return NULL;
}
