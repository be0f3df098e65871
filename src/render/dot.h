/* SPDX-License-Identifier: Apache-2.0 */
/* A graph in the language of Graphviz. */
#ifndef MJ_DOT_H
#define MJ_DOT_H

#include "base/buf.h"
#include "render/graph.h"

/* Append g; each node has the colour of its status.  Bytes that are no text become U+FFFD. */
void dot_render(const struct graph *g, struct buf *out);

#endif
