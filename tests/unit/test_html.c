/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "graphing.h"
#include "render/diagram.h"
#include "render/html.h"
#include "render/timeline.h"
#include "suites.h"

static size_t
count(const struct buf *b, const char *what)
{
	size_t n = 0;

	for (const char *at = b->data; (at = strstr(at, what)); at++)
		n++;
	return n;
}

START_TEST(text_is_harmless_in_elements_and_attributes)
{
	autobuf struct buf out = BUF_INIT;

	html_text(&out, "<a href=\"x\">&\033\xff\n\xc3\xa4");
	ck_assert_str_eq(buf_text(&out),
			 "&lt;a href=&quot;x&quot;&gt;&amp;" UTF8_REPLACEMENT
				 UTF8_REPLACEMENT UTF8_REPLACEMENT "\xc3\xa4");
}
END_TEST

static void
check_short(const char *text, size_t max, const char *expected)
{
	autobuf struct buf out = BUF_INIT;

	html_short(&out, text, max);
	ck_assert_str_eq(buf_text(&out), expected);
}

START_TEST(long_text_is_cut_between_characters)
{
	check_short("abc", 3, "abc");
	check_short("abcd", 3, "ab…");
	check_short("ääää", 3, "ää…");
	check_short("ää", 3, "ää");
	check_short("\xff\xff\xff\xff", 2, UTF8_REPLACEMENT "…");
	check_short("", 3, "");
}
END_TEST

static void
check_log(const char *bytes, const char *expected)
{
	autobuf struct buf out = BUF_INIT;

	html_log(&out, bytes, strlen(bytes));
	ck_assert_str_eq(buf_text(&out), expected);
}

START_TEST(log_is_as_a_terminal_leaves_it)
{
	check_log("a\n\033[1;31mred\033[0m\n", "a\nred\n");
	check_log("x\n10%\r50%\r100%\ny", "x\n100%\ny");
	check_log("dos\r\nlines\r\n", "dos\nlines\n");
	check_log("</pre><script>", "&lt;/pre&gt;&lt;script&gt;");
	check_log("cut \033[3", "cut ");
	check_log("\033", UTF8_REPLACEMENT);
}
END_TEST

START_TEST(timeline_has_a_bar_an_attempt)
{
	struct timeline t = {.from_ms = 1000, .until_ms = 11000};
	struct timeline_row *row =
		timeline_row(&t, mem_copy("<b>"), mem_copy("n"));
	struct timeline_bar *b = timeline_bar(row, mem_copy("one"));
	autobuf struct buf out = BUF_INIT;

	*b = (struct timeline_bar){.wait_ms = 1000, .from_ms = 2000,
				   .until_ms = 6000, .setup_ms = 3000,
				   .group = "failed", .title = b->title};
	b = timeline_bar(row, mem_copy("two"));
	*b = (struct timeline_bar){.from_ms = 6000, .until_ms = 99000,
				   .group = "running", .title = b->title};
	timeline_render(&t, &out);
	ck_assert_uint_eq(count(&out, "<rect class=\"attempt "), 2);
	ck_assert_uint_eq(count(&out, "<rect class=\"setup\""), 1);
	ck_assert_uint_eq(count(&out, "class=\"wait\""), 1);
	ck_assert(strstr(out.data, "failed\" rx=\"2\" y=\"40\" height=\"13\" "
				   "x=\"10.000%\" width=\"40.000%\""));
	/* what goes on longer than the picture ends with it */
	ck_assert(strstr(out.data, "x=\"50.000%\" width=\"50.000%\""));
	ck_assert(strstr(out.data, ">&lt;b&gt;<"));
	timeline_release(&t);
}
END_TEST

START_TEST(axis_has_few_and_round_marks)
{
	ck_assert_int_eq(timeline_step(0), 10);
	ck_assert_int_eq(timeline_step(10000), 5000);
	ck_assert_int_eq(timeline_step(127000), 30000);
	ck_assert_int_eq(timeline_step(3600000), 900000);
	for (int64_t ms = 1; ms < (int64_t)1 << 50; ms *= 3)
		ck_assert_int_lt(ms / timeline_step(ms), 5);
}
END_TEST

START_TEST(diagram_has_a_node_a_task_and_a_line_an_edge)
{
	struct graphing g;
	autobuf struct buf out = BUF_INIT;

	graphing(&g, "a b:a c:a d:b,c e:a,d");
	g.nodes[4].name = "<e>";
	diagram_render(&g.graph, &out);
	ck_assert_uint_eq(count(&out, "<g class=\"node pending\">"), 5);
	ck_assert_uint_eq(count(&out, "<path class=\"edge\""), 6);
	ck_assert_uint_eq(count(&out, "&lt;e&gt;"), 2);
	ck_assert_uint_eq(count(&out, "<e>"), 0);
	ck_assert_uint_eq(count(&out, "href=\"#task-4\""), 1);
}
END_TEST

START_TEST(page_loads_nothing)
{
	autobuf struct buf out = BUF_INIT;

	html_begin(&out, "a & b");
	html_end(&out);
	ck_assert_uint_eq(count(&out, "http:"), 0);
	ck_assert_uint_eq(count(&out, "https:"), 0);
	ck_assert_uint_eq(count(&out, "<script"), 0);
	ck_assert_uint_eq(count(&out, "url("), 0);
	ck_assert_uint_eq(count(&out, "default-src 'none'"), 1);
	ck_assert_uint_eq(count(&out, "prefers-color-scheme:dark"), 1);
	ck_assert_uint_eq(count(&out, "<title>a &amp; b</title>"), 1);
}
END_TEST

TCase *
html_tests(void)
{
	TCase *t = tcase_create("html");

	tcase_add_test(t, text_is_harmless_in_elements_and_attributes);
	tcase_add_test(t, long_text_is_cut_between_characters);
	tcase_add_test(t, log_is_as_a_terminal_leaves_it);
	tcase_add_test(t, timeline_has_a_bar_an_attempt);
	tcase_add_test(t, axis_has_few_and_round_marks);
	tcase_add_test(t, diagram_has_a_node_a_task_and_a_line_an_edge);
	tcase_add_test(t, page_loads_nothing);
	return t;
}
