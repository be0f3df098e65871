/* SPDX-License-Identifier: Apache-2.0 */
#include "render/diagram.h"

#include <string.h>

#include "render/html.h"
#include "render/layout.h"

/* px */
enum {
	WIDTH_MIN = 84,
	WIDTH_MAX = 200,
	LETTER = 8,
	SMALL = 6, /* a letter of the second line */
	HEIGHT = 40,
	GAP = 40, /* between layers */
	STEP = 54, /* between nodes of a layer */
	MARGIN = 2,
	NAME_MAX_SHOWN = 22, /* characters */
	NOTE_MAX_SHOWN = 17,
};

/* Of all nodes: as wide as the longest text asks for. */
static size_t
node_width(const struct graph *g)
{
	size_t width = WIDTH_MIN;

	for (size_t i = 0; i < g->count; i++) {
		const struct graph_node *n = &g->nodes[i];
		size_t name = strlen(n->name) * LETTER + 24;
		size_t words = strlen(status_name(n->status)) +
			       (*n->note ? strlen(n->note) + 2 : 0);

		words = words * SMALL + 24;
		width = name > width ? name : width;
		width = words > width ? words : width;
	}
	return width < WIDTH_MAX ? width : WIDTH_MAX;
}

static double
x_of(const struct layout_point *p, size_t width)
{
	return MARGIN + (double)p->layer * (double)(width + GAP);
}

static double
y_of(const struct layout_point *p)
{
	return MARGIN + HEIGHT / 2.0 + p->y * STEP;
}

/* A curve to x, y that leaves and arrives level. */
static void
put_curve(struct buf *out, double from_x, double from_y, double x, double y)
{
	double middle = (from_x + x) / 2;

	buf_printf(out, " C%.1f %.1f %.1f %.1f %.1f %.1f", middle, from_y,
		   middle, y, x, y);
}

static void
put_edge(struct buf *out, const struct layout *l, const struct layout_edge *e,
	 size_t width)
{
	double x = x_of(&l->points[e->from], width) + (double)width;
	double y = y_of(&l->points[e->from]);
	double end_x = x_of(&l->points[e->to], width) - 7;
	double end_y = y_of(&l->points[e->to]);

	buf_printf(out, "<path class=\"edge\" d=\"M%.1f %.1f", x, y);
	for (size_t i = 0; i < e->count; i++) {
		const struct layout_point *p = &l->points[e->first + i];
		double to_x = x_of(p, width), to_y = y_of(p);

		put_curve(out, x, y, to_x, to_y);
		x = to_x + (double)width;
		y = to_y;
		buf_printf(out, " L%.1f %.1f", x, y);
	}
	put_curve(out, x, y, end_x, end_y);
	buf_printf(out, "\"/><path class=\"tip\" d=\"M%.1f %.1fl-7 -4v8z\"/>\n",
		   end_x + 7, end_y);
}

static void
put_node(struct buf *out, const struct graph *g, const struct layout *l,
	 size_t i, size_t width)
{
	const struct graph_node *n = &g->nodes[i];
	double x = x_of(&l->points[i], width), y = y_of(&l->points[i]);

	buf_printf(out, "<a href=\"#task-%zu\"><g class=\"node %s\"><title>", i,
		   graph_look(n->status)->group);
	html_text(out, n->name);
	buf_printf(out, ": %s%s", status_name(n->status), *n->note ? ", " : "");
	html_text(out, n->note);
	buf_printf(out,
		   "</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%zu\" "
		   "height=\"%d\" rx=\"7\"/><text x=\"%.1f\" y=\"%.1f\">",
		   x, y - HEIGHT / 2.0, width, HEIGHT, x + 11, y - 2);
	html_short(out, n->name, NAME_MAX_SHOWN);
	buf_printf(out, "</text><text class=\"small\" x=\"%.1f\" y=\"%.1f\">",
		   x + 11, y + 13);
	buf_printf(out, "%s%s", status_name(n->status), *n->note ? ", " : "");
	html_short(out, n->note, NOTE_MAX_SHOWN);
	buf_puts(out, "</text></g></a>\n");
}

void
diagram_render(const struct graph *g, struct buf *out)
{
	size_t width = node_width(g);
	struct layout l;

	if (g->count > DIAGRAM_MAX) {
		buf_printf(out, "<p class=\"why\">%zu tasks are too many for a "
				"picture.</p>\n",
			   g->count);
		return;
	}
	if (!g->count)
		return;
	layout_make(g, &l);
	buf_printf(out,
		   "<div class=\"scroll\"><svg class=\"diagram\" role=\"img\" "
		   "aria-label=\"graph of the tasks\" width=\"%zu\" "
		   "height=\"%.0f\">\n",
		   l.layers * (width + GAP) - GAP + 2 * MARGIN,
		   l.height * STEP + HEIGHT + 2.0 * MARGIN);
	for (size_t i = 0; i < l.edge_count; i++)
		put_edge(out, &l, &l.edges[i], width);
	for (size_t i = 0; i < g->count; i++)
		put_node(out, g, &l, i, width);
	buf_puts(out, "</svg></div>\n");
	layout_release(&l);
}
