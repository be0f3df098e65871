/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "graphing.h"
#include "render/dot.h"
#include "suites.h"

START_TEST(nodes_and_edges_are_named)
{
	struct graphing g;
	autobuf struct buf out = BUF_INIT;

	dot_render(graphing(&g, "a b:a"), &out);
	ck_assert(!strncmp(out.data, "digraph \"job\" {\n", 16));
	ck_assert(strstr(out.data, "\t\"b\" [label=\"b\\nPENDING\", fillcolor"));
	ck_assert(strstr(out.data, "\t\"a\" -> \"b\";\n}\n"));
}
END_TEST

START_TEST(quotes_backslashes_and_bytes_are_harmless)
{
	struct graphing g;
	autobuf struct buf out = BUF_INIT;

	graphing(&g, "a");
	g.nodes[0].name = "x\"\\";
	g.nodes[0].note = "\xff\n\xc3\xa4";
	dot_render(&g.graph, &out);
	ck_assert(strstr(out.data, "\"x\\\"\\\\\" [label=\"x\\\"\\\\\\nPENDING"
				   "\\n" UTF8_REPLACEMENT UTF8_REPLACEMENT
				   "\xc3\xa4\""));
}
END_TEST

START_TEST(statuses_have_colours)
{
	struct graphing g;

	for (int s = 0; s < STATUS_COUNT; s++) {
		autobuf struct buf out = BUF_INIT;

		graphing(&g, "a");
		g.nodes[0].status = (enum status)s;
		dot_render(&g.graph, &out);
		ck_assert(strstr(out.data, graph_look((enum status)s)->fill));
	}
}
END_TEST

static void
check_clean(const char *bytes, size_t len, int lines, const char *expected)
{
	autobuf struct buf out = BUF_INIT;

	utf8_clean(&out, bytes, len, lines);
	ck_assert_str_eq(buf_text(&out), expected);
}

#define R UTF8_REPLACEMENT

START_TEST(only_text_is_left_of_bytes)
{
	check_clean("a\0b", 3, 0, "a" R "b");
	check_clean("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9, 0,
		    "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
	check_clean("\xe2\x82\xac", 2, 0, R R); /* cut within a character */
	check_clean("\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80", 9, 0,
		    R R R R R R R R R); /* overlong, a surrogate, too high */
	check_clean("\033[31m\xc2\x9b", 7, 0, R "[31m" R);
	check_clean("a\tb\r\n", 5, 1, "a\tb" R "\n");
	check_clean("a\tb\n", 4, 0, "a" R "b" R);
}
END_TEST

TCase *
dot_tests(void)
{
	TCase *t = tcase_create("dot");

	tcase_add_test(t, nodes_and_edges_are_named);
	tcase_add_test(t, quotes_backslashes_and_bytes_are_harmless);
	tcase_add_test(t, statuses_have_colours);
	tcase_add_test(t, only_text_is_left_of_bytes);
	return t;
}
