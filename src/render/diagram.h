/* SPDX-License-Identifier: Apache-2.0 */
/* A graph as a picture for a page. */
#ifndef MJ_DIAGRAM_H
#define MJ_DIAGRAM_H

#include "base/buf.h"
#include "render/graph.h"

#define DIAGRAM_MAX 2000 /* nodes: of more there is no picture, but a line that says so */

/* Append the picture, an <svg> with a <g class="node …"> each, which leads to #task-INDEX. */
void diagram_render(const struct graph *g, struct buf *out);

#endif
