/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/table.h"

#include <locale.h>
#include <string.h>

#include "cli/width.h"
#include "suites.h"

static const struct column columns[] = {
	{"ID", true, 0},     {"NAME", false, 0},    {"POOL", false, 2},
	{"AT", false, 1}, {"#", true, 3}, {"WHY", false, 0},
};

static void
learn(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
}

static void
add_row(struct table *t, const char *id, const char *name, const char *why)
{
	table_cell(t, id);
	table_cell(t, name);
	table_cell(t, "local");
	table_cell(t, "2026-11-30 10:00:00");
	table_brief(t, "10:00");
	table_cell(t, "");
	table_ink(t, why, INK_BAD);
}

static struct table
make(void)
{
	struct table t = {.columns = columns, .column_count = 6};

	add_row(&t, "7", "日本", "exit 1");
	add_row(&t, "12", "abc", "");
	return t;
}

static void
draws(unsigned width, const char *expected)
{
	struct screen s = {.utf8 = true, .columns = width};
	autobuf struct buf out = BUF_INIT;
	struct table t = make();

	table_draw(&t, &s, SIZE_MAX, &out);
	ck_assert_str_eq(buf_text(&out), expected);
	table_release(&t);
}

START_TEST(columns_are_aligned_by_what_is_seen)
{
	draws(0, "ID  NAME  POOL   AT                   #  WHY\n"
		 " 7  日本  local  2026-11-30 10:00:00  -  exit 1\n"
		 "12  abc   local  2026-11-30 10:00:00  -\n");
}
END_TEST

START_TEST(columns_give_way_in_their_order)
{
	/* what tells nothing, then shorter texts, then the first to go */
	draws(46, "ID  NAME  POOL   AT                   WHY\n"
		  " 7  日本  local  2026-11-30 10:00:00  exit 1\n"
		  "12  abc   local  2026-11-30 10:00:00\n");
	draws(40, "ID  NAME  POOL   AT     WHY\n"
		  " 7  日本  local  10:00  exit 1\n"
		  "12  abc   local  10:00\n");
	draws(26, "ID  NAME  POOL   WHY\n"
		  " 7  日本  local  exit 1\n"
		  "12  abc   local\n");
	draws(17, "ID  NAME  WHY\n"
		  " 7  日本  exit 1\n"
		  "12  abc\n");
	draws(14, "ID  NAME  WHY\n"
		  " 7  日本  exi…\n"
		  "12  abc\n");
}
END_TEST

START_TEST(no_line_is_wider_than_the_screen)
{
	for (unsigned width = 1; width < 60; width++) {
		struct screen s = {.utf8 = true, .columns = width};
		autobuf struct buf out = BUF_INIT;
		struct table t = make();
		char *rest, *line;

		add_row(&t, "123456", "a-very-long-name-indeed", "日本語日本語");
		table_draw(&t, &s, SIZE_MAX, &out);
		rest = out.data;
		while ((line = strsep(&rest, "\n")))
			ck_assert_uint_le(width_of(line), width);
		table_release(&t);
	}
}
END_TEST

START_TEST(colours_are_around_the_text_alone)
{
	struct screen s = {.utf8 = true, .colour = true};
	autobuf struct buf out = BUF_INIT;
	struct table t = {.columns = columns + 4, .column_count = 2};

	table_ink(&t, "1", INK_GOOD);
	table_ink(&t, "because", INK_BAD);
	table_draw(&t, &s, SIZE_MAX, &out);
	ck_assert_str_eq(buf_text(&out),
			 "\033[1m#\033[0m  \033[1mWHY\033[0m\n"
			 "\033[32m1\033[0m  \033[31mbecause\033[0m\n");
	table_release(&t);
}
END_TEST

TCase *
table_tests(void)
{
	TCase *tc = tcase_create("table");

	tcase_add_checked_fixture(tc, learn, NULL);
	tcase_add_test(tc, columns_are_aligned_by_what_is_seen);
	tcase_add_test(tc, columns_give_way_in_their_order);
	tcase_add_test(tc, no_line_is_wider_than_the_screen);
	tcase_add_test(tc, colours_are_around_the_text_alone);
	return tc;
}
