/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents as trees of texts, lists and mappings, each with its place in the
 * source.  Nothing has a type but text: a text is what the source says.
 */
#ifndef MJ_TREE_H
#define MJ_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum tree_kind {
	TREE_TEXT,
	TREE_LIST,
	TREE_MAP,
};

/* A place in the source; both count from 1. */
struct tree_place {
	unsigned line, column;
};

struct tree_node {
	enum tree_kind kind;
	bool plain; /* a text without quotes, not a block */
	struct tree_place at;
	char *text;		 /* owned; NULL unless TREE_TEXT */
	struct tree_node *items; /* owned; a mapping's: key, value, key, value */
	size_t count, cap;	 /* of items: twice the keys of a mapping */
};

struct tree {
	const char *file;	/* borrowed; names the source in messages */
	struct tree_node *docs; /* owned; the root of each document */
	size_t count, cap;
};

/* Free the documents; safe on one that has none and twice. */
void tree_release(struct tree *t);

/* Set *e to ERR_INPUT, `file:line:column: ` and the formatted text.  Return -1. */
int tree_refuse(const struct tree *t, struct tree_place at, struct err *e,
		const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* The key called name of a mapping, or NULL; its value is the node after it. */
const struct tree_node *tree_key(const struct tree_node *map, const char *name);

/* Whether node is an unquoted `~`, `null` or nothing at all. */
bool tree_null(const struct tree_node *node);

/* Refuse the value of key unless it is of kind.  Return 0, or -1 with *e. */
int tree_want(const struct tree *t, const struct tree_node *key,
	      enum tree_kind kind, struct err *e);

/* The value of key, a text that is not empty; NULL with *e if it is none. */
const char *tree_text(const struct tree *t, const struct tree_node *key,
		      struct err *e);

#endif
