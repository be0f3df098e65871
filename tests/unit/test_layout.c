/* SPDX-License-Identifier: Apache-2.0 */
#include "graphing.h"
#include "render/layout.h"
#include "suites.h"

START_TEST(each_node_is_right_of_all_it_comes_after)
{
	struct graphing g;
	struct layout l;

	layout_make(graphing(&g, "a b:a c:a d:b,c e:a,d"), &l);
	ck_assert_uint_eq(l.layers, 4);
	for (size_t i = 0; i < 5; i++)
		for (size_t k = 0; k < g.nodes[i].dep_count; k++)
			ck_assert_uint_lt(l.points[g.deps[i][k]].layer,
					  l.points[i].layer);
	layout_release(&l);
}
END_TEST

/* Of each layer, whether points of nodes are 1 apart and none is out of the picture. */
static void
check_room(const struct layout *l, size_t nodes)
{
	for (size_t i = 0; i < nodes; i++) {
		ck_assert(l->points[i].y >= 0 &&
			  l->points[i].y <= l->height + 1e-9);
		for (size_t k = 0; k < i; k++) {
			double apart = l->points[i].y - l->points[k].y;

			if (l->points[i].layer == l->points[k].layer)
				ck_assert(apart > 1 - 1e-9 ||
					  apart < -1 + 1e-9);
		}
	}
}

START_TEST(nodes_of_a_layer_do_not_overlap)
{
	struct graphing g;
	struct layout l;

	layout_make(graphing(&g, "a b c:a,b d:a,b e:b f:c g:c,d h:e i:f,g,h j:a"),
		    &l);
	check_room(&l, 10);
	layout_release(&l);
}
END_TEST

START_TEST(edge_over_several_layers_goes_through_each)
{
	struct graphing g;
	struct layout l;
	const struct layout_edge *far;

	layout_make(graphing(&g, "a b:a c:b d:c,a"), &l);
	ck_assert_uint_eq(l.edge_count, 4);
	far = &l.edges[l.edge_count - 1];
	ck_assert_uint_eq(far->from, 0);
	ck_assert_uint_eq(far->to, 3);
	ck_assert_uint_eq(far->count, 2);
	for (size_t i = 0; i < far->count; i++)
		ck_assert_uint_eq(l.points[far->first + i].layer, i + 1);
	layout_release(&l);
}
END_TEST

START_TEST(chain_is_a_straight_line)
{
	struct graphing g;
	struct layout l;

	layout_make(graphing(&g, "a b:a c:b d:c"), &l);
	ck_assert_uint_eq(l.layers, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert(l.points[i].y < 1e-9);
	layout_release(&l);
}
END_TEST

/* As written they would cross; in the right order none does. */
START_TEST(crossings_are_avoided)
{
	struct graphing g;
	struct layout l;

	layout_make(graphing(&g, "a b c c1:c b1:b a1:a"), &l);
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert_int_eq(l.points[i].y > l.points[k].y,
					 l.points[5 - i].y > l.points[5 - k].y);
	layout_release(&l);
}
END_TEST

START_TEST(empty_graph_is_empty)
{
	struct graph none = {.title = ""};
	struct layout l;

	layout_make(&none, &l);
	ck_assert_uint_eq(l.point_count, 0);
	ck_assert_uint_eq(l.edge_count, 0);
	layout_release(&l);
}
END_TEST

TCase *
layout_tests(void)
{
	TCase *t = tcase_create("layout");

	tcase_add_test(t, each_node_is_right_of_all_it_comes_after);
	tcase_add_test(t, nodes_of_a_layer_do_not_overlap);
	tcase_add_test(t, edge_over_several_layers_goes_through_each);
	tcase_add_test(t, chain_is_a_straight_line);
	tcase_add_test(t, crossings_are_avoided);
	tcase_add_test(t, empty_graph_is_empty);
	return t;
}
