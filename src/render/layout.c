/* SPDX-License-Identifier: Apache-2.0 */
#include "render/layout.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

#define SWEEPS 8
#define THROUGH_MAX 5000 /* points that edges go through; with more, they go straight */
#define THROUGH_ROOM 0.4  /* what such a point takes, a node being 1 */

/* Two points in neighbouring layers that an edge joins. */
struct step {
	size_t left, right;
};

struct work {
	const struct graph *g;
	struct layout *l;
	struct step *steps; /* owned */
	size_t step_count, step_cap;
	size_t *lanes; /* owned: the points, layer by layer, in their order */
	size_t *start; /* owned: where each layer begins in it; layers + 1 */
	double *want;  /* owned: a point each */
	size_t *many;  /* owned: how many neighbours say so */
};

/* The layer of a node is one more than that of the last it comes after. */
static void
find_layers(const struct graph *g, struct layout *l)
{
	autofree size_t *missing = mem_new(g->count + 1, sizeof(*missing));
	autofree size_t *ready = mem_new(g->count + 1, sizeof(*ready));
	struct followers f;
	size_t count = 0;

	followers_make(g, &f);
	for (size_t i = 0; i < g->count; i++) {
		missing[i] = g->nodes[i].dep_count;
		if (!missing[i])
			ready[count++] = i;
	}
	for (size_t at = 0; at < count; at++) {
		size_t node = ready[at], next = l->points[node].layer + 1;

		if (next > l->layers)
			l->layers = next;
		for (size_t i = f.start[node]; i < f.start[node + 1]; i++) {
			size_t other = f.list[i];

			if (l->points[other].layer < next)
				l->points[other].layer = next;
			if (--missing[other] == 0)
				ready[count++] = other;
		}
	}
	followers_release(&f);
}

static void
add_step(struct work *w, size_t left, size_t right)
{
	w->steps = mem_grow(w->steps, w->step_count, &w->step_cap,
			    sizeof(*w->steps));
	w->steps[w->step_count++] = (struct step){left, right};
}

/* The points that the edges go through, if they are not too many. */
static size_t
count_through(const struct graph *g, const struct layout *l, size_t *edges)
{
	size_t through = 0;

	*edges = 0;
	for (size_t i = 0; i < g->count; i++)
		for (size_t k = 0; k < g->nodes[i].dep_count; k++) {
			(*edges)++;
			through += l->points[i].layer - 1 -
				   l->points[g->nodes[i].deps[k]].layer;
		}
	return through > THROUGH_MAX ? 0 : through;
}

static void
add_edge(struct work *w, size_t from, size_t to, bool straight)
{
	struct layout *l = w->l;
	struct layout_edge *e = &l->edges[l->edge_count++];
	size_t left = from;

	*e = (struct layout_edge){from, to, l->point_count, 0};
	for (size_t layer = l->points[from].layer + 1;
	     !straight && layer < l->points[to].layer; layer++) {
		l->points[l->point_count] = (struct layout_point){layer, 0};
		add_step(w, left, l->point_count);
		left = l->point_count++;
		e->count++;
	}
	if (!straight || l->points[left].layer + 1 == l->points[to].layer)
		add_step(w, left, to);
}

static void
make_edges(struct work *w)
{
	const struct graph *g = w->g;
	struct layout *l = w->l;
	size_t edges, through = count_through(g, l, &edges);
	bool straight = through == 0;

	l->points = mem_resize(l->points, g->count + through + 1,
			       sizeof(*l->points));
	l->edges = mem_new(edges + 1, sizeof(*l->edges));
	for (size_t i = 0; i < g->count; i++)
		for (size_t k = 0; k < g->nodes[i].dep_count; k++)
			add_edge(w, g->nodes[i].deps[k], i, straight);
}

/* At first each layer has its points in the order they were made. */
static void
fill_lanes(struct work *w)
{
	const struct layout *l = w->l;
	autofree size_t *at = mem_new(l->layers + 1, sizeof(*at));

	for (size_t p = 0; p < l->point_count; p++)
		w->start[l->points[p].layer + 1]++;
	for (size_t i = 0; i < l->layers; i++)
		at[i + 1] = w->start[i + 1] += w->start[i];
	for (size_t p = 0; p < l->point_count; p++)
		w->lanes[at[l->points[p].layer]++] = p;
}

/* The y of the layers left (or right, or on both sides) of each point, on the average. */
static void
ask_neighbours(struct work *w, bool left, bool right)
{
	struct layout_point *points = w->l->points;

	for (size_t p = 0; p < w->l->point_count; p++) {
		w->want[p] = 0;
		w->many[p] = 0;
	}
	for (size_t i = 0; i < w->step_count; i++) {
		const struct step *s = &w->steps[i];

		if (left) {
			w->want[s->right] += points[s->left].y;
			w->many[s->right]++;
		}
		if (right) {
			w->want[s->left] += points[s->right].y;
			w->many[s->left]++;
		}
	}
	for (size_t p = 0; p < w->l->point_count; p++)
		w->want[p] = w->many[p] ? w->want[p] / (double)w->many[p]
					: points[p].y;
}

struct wish {
	double y;
	size_t place, point;
};

static int
by_wish(const void *a, const void *b)
{
	const struct wish *x = a, *y = b;

	if (x->y < y->y || x->y > y->y)
		return x->y < y->y ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* A layer in the order of where its points want to be. */
static void
sort_layer(struct work *w, size_t layer)
{
	size_t *lane = w->lanes + w->start[layer];
	size_t count = w->start[layer + 1] - w->start[layer];
	autofree struct wish *list = mem_new(count + 1, sizeof(*list));

	for (size_t i = 0; i < count; i++)
		list[i] = (struct wish){w->want[lane[i]], i, lane[i]};
	if (count > 1)
		qsort(list, count, sizeof(*list), by_wish);
	for (size_t i = 0; i < count; i++) {
		lane[i] = list[i].point;
		w->l->points[lane[i]].y = (double)i;
	}
}

static double
room(const struct work *w, size_t point)
{
	return point < w->g->count ? 1 : THROUGH_ROOM;
}

/* Points that are placed together: their common shift is the mean of what they want. */
struct block {
	double sum;
	size_t count;
};

/*
 * Each point of a layer where it wants to be, as far as the others leave room: the least
 * squares, by joining neighbours that are in each other's way.
 */
static void
place_layer(struct work *w, size_t layer)
{
	const size_t *lane = w->lanes + w->start[layer];
	size_t count = w->start[layer + 1] - w->start[layer], blocks = 0;
	autofree struct block *list = mem_new(count + 1, sizeof(*list));
	autofree double *offset = mem_new(count + 1, sizeof(*offset));

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			offset[i] = offset[i - 1] + (room(w, lane[i - 1]) +
						     room(w, lane[i])) / 2;
		list[blocks++] =
			(struct block){w->want[lane[i]] - offset[i], 1};
		while (blocks > 1 &&
		       list[blocks - 1].sum * (double)list[blocks - 2].count <
			       list[blocks - 2].sum *
				       (double)list[blocks - 1].count) {
			list[blocks - 2].sum += list[blocks - 1].sum;
			list[blocks - 2].count += list[blocks - 1].count;
			blocks--;
		}
	}
	for (size_t b = 0, i = 0; b < blocks; b++)
		for (size_t k = 0; k < list[b].count; k++, i++)
			w->l->points[lane[i]].y =
				list[b].sum / (double)list[b].count + offset[i];
}

static void
each_layer(struct work *w, void (*visit)(struct work *w, size_t layer))
{
	for (size_t i = 0; i < w->l->layers; i++)
		visit(w, i);
}

/* From the left to the right, then back, layer by layer. */
static void
sweep(struct work *w, bool to_right, void (*visit)(struct work *w, size_t layer))
{
	size_t layers = w->l->layers;

	for (size_t i = 1; i < layers; i++) {
		ask_neighbours(w, to_right, !to_right);
		visit(w, to_right ? i : layers - 1 - i);
	}
}

static void
arrange(struct work *w)
{
	struct layout *l = w->l;
	double least = 0;

	for (size_t i = 0; i < l->layers; i++)
		for (size_t k = w->start[i]; k < w->start[i + 1]; k++)
			l->points[w->lanes[k]].y = (double)(k - w->start[i]);
	for (int i = 0; i < SWEEPS; i++)
		sweep(w, i % 2 == 0, sort_layer);
	for (int i = 0; i < SWEEPS; i++)
		sweep(w, i % 2 == 0, place_layer);
	ask_neighbours(w, true, true);
	each_layer(w, place_layer);
	for (size_t p = 0; p < l->point_count; p++)
		if (p == 0 || l->points[p].y < least)
			least = l->points[p].y;
	for (size_t p = 0; p < l->point_count; p++) {
		l->points[p].y -= least;
		if (l->points[p].y > l->height)
			l->height = l->points[p].y;
	}
}

void
layout_make(const struct graph *g, struct layout *out)
{
	struct work w = {.g = g, .l = out};

	*out = (struct layout){
		.points = mem_new(g->count + 1, sizeof(*out->points)),
		.point_count = g->count,
	};
	find_layers(g, out);
	make_edges(&w);
	w.lanes = mem_new(out->point_count + 1, sizeof(*w.lanes));
	w.start = mem_new(out->layers + 2, sizeof(*w.start));
	w.want = mem_new(out->point_count + 1, sizeof(*w.want));
	w.many = mem_new(out->point_count + 1, sizeof(*w.many));
	fill_lanes(&w);
	arrange(&w);
	free(w.steps);
	free(w.lanes);
	free(w.start);
	free(w.want);
	free(w.many);
}

void
layout_release(struct layout *l)
{
	free(l->points);
	free(l->edges);
	*l = (struct layout){0};
}
