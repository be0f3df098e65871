/* SPDX-License-Identifier: Apache-2.0 */
#include "base/mem.h"
#include "model/need.h"
#include "suites.h"

#define GB ((uint64_t)1 << 30)

START_TEST(amounts_are_read_as_people_write_them)
{
	static const struct {
		enum need_kind kind;
		const char *text;
		uint64_t amount;
	} good[] = {
		{NEED_CPUS, "2", 2000},	      {NEED_CPUS, "2+", 2000},
		{NEED_CPUS, "0.5", 500},      {NEED_MEMORY, "8", 8 * GB},
		{NEED_MEMORY, "8+", 8 * GB},  {NEED_MEMORY, "0.5", GB / 2},
		{NEED_MEMORY, "4GB", 4 * GB}, {NEED_MEMORY, "4gb+", 4 * GB},
		{NEED_MEMORY, "4GiB", 4 * GB}, {NEED_MEMORY, "512M", GB / 2},
		{NEED_MEMORY, "1T", 1024 * GB}, {NEED_GPUS, "64", 64},
	};
	uint64_t n;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		ck_assert_msg(need_parse(good[i].kind, good[i].text, &n) == 0,
			      "%s", good[i].text);
		ck_assert_uint_eq(n, good[i].amount);
	}
}
END_TEST

START_TEST(amounts_that_are_none_are_refused)
{
	static const struct {
		enum need_kind kind;
		const char *text;
	} bad[] = {
		{NEED_CPUS, ""},       {NEED_CPUS, "+"},     {NEED_CPUS, "-1"},
		{NEED_CPUS, "two"},    {NEED_CPUS, "2++"},   {NEED_CPUS, "2h"},
		{NEED_MEMORY, "4Gb1"}, {NEED_MEMORY, "GB"},  {NEED_MEMORY, "4x"},
		{NEED_GPUS, "65"},     {NEED_GPUS, "1+"},    {NEED_GPUS, "0.5"},
		{NEED_MEMORY, "99999999999T"},
	};
	uint64_t n;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(need_parse(bad[i].kind, bad[i].text, &n) < 0,
			      "%s", bad[i].text);
}
END_TEST

START_TEST(accelerators_are_counted)
{
	uint64_t n;

	ck_assert_int_eq(need_accelerator("A100", &n), 0);
	ck_assert_uint_eq(n, 1);
	ck_assert_int_eq(need_accelerator("A100:4", &n), 0);
	ck_assert_uint_eq(n, 4);
	ck_assert_int_eq(need_accelerator("V100:0.5", &n), 0);
	ck_assert_uint_eq(n, 1);
	ck_assert_int_lt(need_accelerator(":1", &n), 0);
	ck_assert_int_lt(need_accelerator("2", &n), 0);
	ck_assert_int_lt(need_accelerator("-1", &n), 0);
	ck_assert_int_lt(need_accelerator("A100:", &n), 0);
	ck_assert_int_lt(need_accelerator("A100:x", &n), 0);
}
END_TEST

START_TEST(ids_are_a_number_or_a_list)
{
	char text[NEED_IDS_SIZE];
	uint64_t ids;

	ck_assert_int_eq(need_ids_parse("3", &ids), 0);
	ck_assert_uint_eq(ids, 7);
	ck_assert_int_eq(need_ids_parse("0", &ids), 0);
	ck_assert_uint_eq(ids, 0);
	ck_assert_int_eq(need_ids_parse("64", &ids), 0);
	ck_assert_uint_eq(ids, UINT64_MAX);
	ck_assert_uint_eq(strlen(need_ids(ids, text)), NEED_IDS_SIZE - 11);
	ck_assert_int_eq(need_ids_parse("0, 1,3", &ids), 0);
	ck_assert_uint_eq(ids, 11);
	ck_assert_str_eq(need_ids(ids, text), "0,1,3");
	ck_assert_int_eq(need_ids_parse("3,", &ids), 0);
	ck_assert_uint_eq(ids, 8);
	ck_assert_int_lt(need_ids_parse(",", &ids), 0);
	ck_assert_int_lt(need_ids_parse("1,1", &ids), 0);
	ck_assert_int_lt(need_ids_parse("1,,2", &ids), 0);
	ck_assert_int_lt(need_ids_parse("1,64", &ids), 0);
	ck_assert_int_lt(need_ids_parse("65", &ids), 0);
}
END_TEST

START_TEST(what_is_written_is_read_again)
{
	const struct need need = {{2500, 3 * GB, 2}, .ids = 5};
	struct need none = {.ids = 0}, read;
	autobuf struct buf text = BUF_INIT;

	need_format(&none, &text);
	ck_assert_str_eq(buf_text(&text), "");
	ck_assert(need_none(&none));
	need_format(&need, &text);
	ck_assert_str_eq(buf_text(&text), "cpus = 2.5\nmemory = 3221225472\n"
					  "gpus = 2\nids = 0,2,\n");
	buf_puts(&text, "\n\n\n");
	need_read(buf_text(&text), &read);
	ck_assert_mem_eq(&read, &need, sizeof(need));
}
END_TEST

START_TEST(only_what_is_counted_is_asked_for)
{
	const struct need need = {{4000, 8 * GB, 2}, .ids = 0};
	struct stock s = {.total = {2000, GB, 1}, .ids = 1};

	ck_assert_int_eq(stock_exceeded(&s, &need), NEED_KIND_COUNT);
	ck_assert_int_eq(stock_lacks(&s, &need, NULL), NEED_KIND_COUNT);
	s.counted[NEED_GPUS] = true;
	ck_assert_int_eq(stock_exceeded(&s, &need), NEED_GPUS);
	s.counted[NEED_CPUS] = true;
	ck_assert_int_eq(stock_exceeded(&s, &need), NEED_CPUS);
	ck_assert_int_eq(stock_lacks(&s, &need, NULL), NEED_CPUS);
}
END_TEST

START_TEST(ids_are_never_given_twice)
{
	struct stock s = {.counted = {true, true, true},
			  .total = {4000, GB, 3},
			  .ids = 0x26};
	struct need a = {{1000, 0, 2}, .ids = 0}, b = {{0, 0, 1}, .ids = 0};

	stock_take(&s, &a);
	ck_assert_uint_eq(a.ids, 0x6);
	stock_take(&s, &b);
	ck_assert_uint_eq(b.ids, 0x20);
	ck_assert_int_eq(stock_lacks(&s, &b, NULL), NEED_GPUS);
	stock_give(&s, &a);
	ck_assert_uint_eq(stock_free(&s, NEED_GPUS), 2);
	ck_assert_uint_eq(stock_free(&s, NEED_CPUS), 4000);
	stock_take(&s, &b);
	ck_assert_uint_eq(b.ids, 0x2);
}
END_TEST

/* The settings changed while it ran: what it has is nobody else's. */
START_TEST(grants_under_other_settings_are_counted)
{
	struct stock s = {.counted = {false, false, true},
			  .total = {0, 0, 2},
			  .ids = 0x3};
	const struct need foreign = {{0, 0, 2}, .ids = 0x6};
	const struct need unnamed = {{0, 0, 1}, .ids = 0};

	stock_count(&s, &foreign);
	ck_assert_uint_eq(stock_free(&s, NEED_GPUS), 1);
	stock_count(&s, &unnamed);
	ck_assert_uint_eq(stock_free(&s, NEED_GPUS), 0);
	stock_count(&s, &unnamed);
	ck_assert_uint_eq(stock_free(&s, NEED_GPUS), 0);
}
END_TEST

TCase *
need_tests(void)
{
	TCase *tests = tcase_create("need");

	tcase_add_test(tests, amounts_are_read_as_people_write_them);
	tcase_add_test(tests, amounts_that_are_none_are_refused);
	tcase_add_test(tests, accelerators_are_counted);
	tcase_add_test(tests, ids_are_a_number_or_a_list);
	tcase_add_test(tests, what_is_written_is_read_again);
	tcase_add_test(tests, only_what_is_counted_is_asked_for);
	tcase_add_test(tests, ids_are_never_given_twice);
	tcase_add_test(tests, grants_under_other_settings_are_counted);
	return tests;
}
