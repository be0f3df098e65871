/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "graphing.h"
#include "render/lanes.h"
#include "suites.h"

/* The drawing, a line a row, each task's name after its lanes. */
static void
check(const char *text, bool ascii, const char *expected)
{
	struct graphing g;
	struct lanes l = {0};
	autobuf struct buf out = BUF_INIT;

	lanes_draw(graphing(&g, text), ascii, &l);
	for (size_t i = 0; i < l.count; i++) {
		buf_puts(&out, l.rows[i].text);
		if (l.rows[i].node != LANES_NO_NODE)
			buf_printf(&out, " %s", g.names[l.rows[i].node]);
		buf_putc(&out, '\n');
		ck_assert_uint_le(l.rows[i].width, l.width);
	}
	ck_assert_str_eq(buf_text(&out), expected);
	lanes_release(&l);
}

START_TEST(single_task_is_a_line)
{
	check("a", false, "○ a\n");
}
END_TEST

START_TEST(chain_is_connected_by_lines)
{
	check("a b:a", false,
	      "○ a\n"
	      "│\n"
	      "○ b\n");
}
END_TEST

START_TEST(tasks_without_order_have_no_lines)
{
	check("a b", false, "○ a\n○ b\n");
}
END_TEST

START_TEST(fan_out_keeps_its_lane_until_the_last)
{
	check("a b:a c:a", false,
	      "○ a\n"
	      "├─○ b\n"
	      "○ c\n");
}
END_TEST

START_TEST(diamond_is_gathered)
{
	check("a b:a c:a d:b,c", false,
	      "○ a\n"
	      "├─○ b\n"
	      "○ │ c\n"
	      "│ │\n"
	      "○─╯ d\n");
}
END_TEST

START_TEST(line_that_crosses_a_lane_does_not_touch_it)
{
	check("a b:a c:a d:a e:d,b f:c", true,
	      "o a\n"
	      "+-o b\n"
	      "+-|-o c\n"
	      "| | |\n"
	      "| | o f\n"
	      "o | d\n"
	      "| |\n"
	      "o-' e\n");
}
END_TEST

START_TEST(branch_is_finished_before_the_next_begins)
{
	check("r1 r2 x1:r1 x2:r2", true,
	      "o r1\n"
	      "|\n"
	      "o x1\n"
	      "o r2\n"
	      "|\n"
	      "o x2\n");
}
END_TEST

/* All tasks, each after its dependencies, and never wider than with few lanes. */
START_TEST(many_that_lead_to_one_share_lanes)
{
	struct graphing g;
	struct lanes l = {0};
	size_t seen = 0;

	lanes_draw(graphing(&g, "a b c d e f g h i j k l m n o p "
				"z:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p"),
		   true, &l);
	for (size_t i = 0; i < l.count; i++)
		seen += l.rows[i].node != LANES_NO_NODE;
	ck_assert_uint_eq(seen, 17);
	ck_assert_uint_eq(l.rows[l.count - 1].node, 16);
	ck_assert_uint_le(l.width, 17);
	lanes_release(&l);
}
END_TEST

START_TEST(statuses_have_marks)
{
	struct graphing g;
	struct lanes l = {0};

	graphing(&g, "a b");
	g.nodes[0].status = STATUS_SUCCEEDED;
	g.nodes[1].status = STATUS_FAILED_SETUP;
	lanes_draw(&g.graph, true, &l);
	ck_assert_str_eq(l.rows[0].text, "*");
	ck_assert_str_eq(l.rows[1].text, "x");
	lanes_release(&l);
}
END_TEST

TCase *
lanes_tests(void)
{
	TCase *t = tcase_create("lanes");

	tcase_add_test(t, single_task_is_a_line);
	tcase_add_test(t, chain_is_connected_by_lines);
	tcase_add_test(t, tasks_without_order_have_no_lines);
	tcase_add_test(t, fan_out_keeps_its_lane_until_the_last);
	tcase_add_test(t, diamond_is_gathered);
	tcase_add_test(t, line_that_crosses_a_lane_does_not_touch_it);
	tcase_add_test(t, branch_is_finished_before_the_next_begins);
	tcase_add_test(t, many_that_lead_to_one_share_lanes);
	tcase_add_test(t, statuses_have_marks);
	return t;
}
