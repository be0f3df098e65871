/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strict YAML to a tree.  The only user of libyaml.
 *
 * Everything that makes YAML surprising is refused: anchors, aliases, tags,
 * merge keys, duplicate keys, keys that are no text, empty documents.
 */
#ifndef MJ_YAML_H
#define MJ_YAML_H

#include <stddef.h>

#include "base/err.h"
#include "store/tree.h"

#define YAML_DEPTH_MAX 16     /* levels of nesting */
#define YAML_NODES_MAX 1000000 /* keys and values of all documents */

/*
 * Read len bytes of text into t, of which only `file` is set.  What is too deep
 * is refused where it starts to be, so memory stays in proportion to the text.
 * Return 0, or -1 with *e (ERR_INPUT); the caller releases t either way.
 */
int yaml_read(struct tree *t, const char *text, size_t len, struct err *e);

#endif
