/* SPDX-License-Identifier: Apache-2.0 */
#include "render/dot.h"

#include "base/utf8.h"

static void
put_quoted(struct buf *out, const char *text)
{
	buf_putc(out, '"');
	utf8_escape(out, text);
	buf_putc(out, '"');
}

static void
put_node(struct buf *out, const struct graph_node *n)
{
	buf_putc(out, '\t');
	put_quoted(out, n->name);
	buf_puts(out, " [label=\"");
	utf8_escape(out, n->name);
	buf_printf(out, "\\n%s", status_name(n->status));
	if (*n->note) {
		buf_puts(out, "\\n");
		utf8_escape(out, n->note);
	}
	buf_printf(out, "\", fillcolor=\"%s\"", graph_look(n->status)->fill);
	if (n->status == STATUS_SKIPPED)
		buf_puts(out, ", style=\"rounded,filled,dashed\"");
	buf_puts(out, "];\n");
}

void
dot_render(const struct graph *g, struct buf *out)
{
	buf_puts(out, "digraph ");
	put_quoted(out, g->title);
	buf_puts(out, " {\n\trankdir=LR;\n\tlabel=");
	put_quoted(out, g->title);
	buf_puts(out, ";\n\tfontname=\"sans-serif\";\n"
		      "\tnode [shape=box, style=\"rounded,filled\", "
		      "fontname=\"sans-serif\", fontcolor=\"#111827\", "
		      "color=\"#4b5563\"];\n\tedge [color=\"#4b5563\"];\n");
	for (size_t i = 0; i < g->count; i++)
		put_node(out, &g->nodes[i]);
	for (size_t i = 0; i < g->count; i++)
		for (size_t k = 0; k < g->nodes[i].dep_count; k++) {
			buf_putc(out, '\t');
			put_quoted(out, g->nodes[g->nodes[i].deps[k]].name);
			buf_puts(out, " -> ");
			put_quoted(out, g->nodes[i].name);
			buf_puts(out, ";\n");
		}
	buf_puts(out, "}\n");
}
