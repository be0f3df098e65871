/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"
#include "base/utf8.h"
#include "render/samples.h"
#include "suites.h"

static const struct family gauge = {"mj_x", "gauge", "An x."};

START_TEST(family_has_its_help_and_type_first)
{
	autobuf struct buf out = BUF_INIT;

	samples_one(&out, &gauge, 3);
	ck_assert_str_eq(buf_text(&out), "# HELP mj_x An x.\n"
					 "# TYPE mj_x gauge\n"
					 "mj_x 3\n");
}
END_TEST

START_TEST(values_of_labels_are_escaped)
{
	autobuf struct buf out = BUF_INIT;
	struct label labels[] = {{"a", "q\"b\\"}, {"b", "\xff\n"}};

	samples_put(&out, &gauge, labels, 2, -1);
	ck_assert_str_eq(buf_text(&out),
			 "mj_x{a=\"q\\\"b\\\\\",b=\"" UTF8_REPLACEMENT
				 UTF8_REPLACEMENT "\"} -1\n");
}
END_TEST

START_TEST(thousandths_are_written_exactly)
{
	autobuf struct buf out = BUF_INIT;

	samples_put_milli(&out, &gauge, NULL, 0, 1005);
	samples_put_milli(&out, &gauge, NULL, 0, -20);
	samples_put_milli(&out, &gauge, NULL, 0, 0);
	ck_assert_str_eq(buf_text(&out),
			 "mj_x 1.005\nmj_x -0.020\nmj_x 0.000\n");
}
END_TEST

TCase *
samples_tests(void)
{
	TCase *t = tcase_create("samples");

	tcase_add_test(t, family_has_its_help_and_type_first);
	tcase_add_test(t, values_of_labels_are_escaped);
	tcase_add_test(t, thousandths_are_written_exactly);
	return t;
}
