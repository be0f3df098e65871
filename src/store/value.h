/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a key of a spec is worth: its text as a name, a number, a duration, ….
 * Each function reads the value of key and returns 0, or -1 with *e (ERR_INPUT)
 * and *out untouched.  Texts it hands out are copies, the caller frees them.
 */
#ifndef MJ_VALUE_H
#define MJ_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/job.h"
#include "store/tree.h"

/* Say that the value of key must be what rule says.  Return -1. */
int value_refuse(const struct tree *t, const struct tree_node *key,
		 const char *rule, struct err *e);

/* Any text but an empty one; what *out was is freed. */
int value_text(const struct tree *t, const struct tree_node *key, char **out,
	       struct err *e);

/* A name of at most max bytes (text_name_ok); what *out was is freed. */
int value_name(const struct tree *t, const struct tree_node *key, size_t max,
	       char **out, struct err *e);

/* true or false, no other words. */
int value_bool(const struct tree *t, const struct tree_node *key, bool *out,
	       struct err *e);

/*
 * The text of a number, also with a unit.  Refused is one that begins with a 0 before
 * another digit: readers of YAML take 010 for 8, or for 10.  Return it, or NULL with *e.
 */
const char *value_digits(const struct tree *t, const struct tree_node *key,
			 struct err *e);

/* A duration (text_duration) in milliseconds. */
int value_duration(const struct tree *t, const struct tree_node *key,
		   int64_t *out_ms, struct err *e);

struct value_range {
	int64_t min, max;
};

int value_number(const struct tree *t, const struct tree_node *key,
		 struct value_range range, int64_t *out, struct err *e);

/* A number with or without decimals, in thousandths; range is of thousandths, too. */
int value_decimal(const struct tree *t, const struct tree_node *key,
		  struct value_range range, int64_t *out, struct err *e);

struct value_vars {
	struct env_var *list; /* owned, also after a failure half-way */
	size_t count;
};

/* A mapping of variables; one whose value is null gets NULL. */
int value_vars(const struct tree *t, const struct tree_node *key,
	       struct value_vars *out, struct err *e);

#endif
