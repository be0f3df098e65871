/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/record.h"
#include "recording.h"
#include "suites.h"

START_TEST(torn_last_block_is_the_rest_until_it_is_whole)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	size_t first, done;

	add_submit(&b);
	first = b.text.len;
	add_status(&b, "prep", "RUNNING", 1);

	done = record_fold(&r, b.text.data, b.text.len - 1);
	ck_assert_uint_ge(done, first);
	ck_assert_uint_eq(r.blocks, 1);
	ck_assert_uint_eq(r.bad_blocks, 0);
	done += record_fold(&r, b.text.data + done, b.text.len - done);
	ck_assert_uint_eq(done, b.text.len);
	ck_assert_uint_eq(r.blocks, 2);
	ck_assert_int_eq(status_in(&r, "prep"), STATUS_RUNNING);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(torn_block_is_skipped_once_another_follows)
{
	struct block whole = BLOCK_INIT;
	size_t first;

	add_submit(&whole);
	first = whole.text.len;
	add_status(&whole, "prep", "RUNNING", 1);
	/* With only its last newline missing the block is not torn. */
	for (size_t cut = first + 2; cut < whole.text.len - 1; cut++) {
		struct record r = RECORD_INIT;
		struct block b = BLOCK_INIT;

		buf_add(&b.text, whole.text.data, cut);
		add_status(&b, "other", "STARTING", 2);
		fold(&r, &b);
		ck_assert_uint_eq(r.blocks, 2);
		ck_assert_uint_eq(r.bad_blocks, 1);
		ck_assert(r.submitted);
		ck_assert_ptr_null(record_task(&r, "prep"));
		ck_assert_int_eq(status_in(&r, "other"), STATUS_STARTING);
		block_release(&b);
		record_release(&r);
	}
	block_release(&whole);
}
END_TEST

START_TEST(zeros_in_the_middle_do_not_stop_the_fold)
{
	static const char zeros[5000];
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;
	size_t at;

	add_submit(&b);
	buf_add(&b.text, zeros, sizeof(zeros));
	add_status(&b, "a", "RUNNING", 1);
	at = b.text.len;
	add_status(&b, "b", "RUNNING", 2);
	memset(b.text.data + at + 12, 0, b.text.len - at - 12);
	add_status(&b, "c", "RUNNING", 3);
	fold(&r, &b);

	ck_assert_uint_eq(r.blocks, 3);
	ck_assert_uint_eq(r.bad_blocks, 2);
	ck_assert_int_eq(status_in(&r, "a"), STATUS_RUNNING);
	ck_assert_ptr_null(record_task(&r, "b"));
	ck_assert_int_eq(status_in(&r, "c"), STATUS_RUNNING);
	block_release(&b);
	record_release(&r);
}
END_TEST

START_TEST(any_flipped_bit_makes_a_block_bad)
{
	struct block b = BLOCK_INIT;
	size_t from;

	add_submit(&b);
	from = b.text.len + 1;
	add_status(&b, "prep", "RUNNING", 1);
	add_status(&b, "last", "STARTING", 2);
	for (size_t i = from; strncmp(b.text.data + i, "\n\n", 2); i++) {
		struct record r = RECORD_INIT;

		b.text.data[i] ^= 4;
		fold(&r, &b);
		b.text.data[i] ^= 4;
		ck_assert_uint_eq(r.blocks, 2);
		ck_assert_uint_ge(r.bad_blocks, 1);
		ck_assert_ptr_null(record_task(&r, "prep"));
		ck_assert_int_eq(status_in(&r, "last"), STATUS_STARTING);
		record_release(&r);
	}
	block_release(&b);
}
END_TEST

START_TEST(bad_first_block_is_no_submit)
{
	struct record r = RECORD_INIT;
	struct block b = BLOCK_INIT;

	add_submit(&b);
	b.text.data[10] ^= 1;
	add_submit(&b);
	fold(&r, &b);
	ck_assert(!r.submitted);
	ck_assert_uint_eq(r.blocks, 1);
	ck_assert_uint_eq(r.bad_blocks, 1);
	record_release(&r);

	buf_clear(&b.text);
	add_status(&b, "prep", "RUNNING", 1);
	add_submit(&b);
	fold(&r, &b);
	ck_assert(!r.submitted);
	record_release(&r);

	buf_clear(&b.text);
	buf_puts(&b.text, "stray text\n");
	add_submit(&b);
	fold(&r, &b);
	ck_assert(!r.submitted);
	ck_assert_uint_eq(r.bad_blocks, 1);
	block_release(&b);
	record_release(&r);
}
END_TEST

/* A record with something of everything, torn and zeroed parts included. */
static void
add_medley(struct block *b)
{
	add_submit(b);
	add_status(b, "prep", "RUNNING", 1);
	add_whole_run(b);
	buf_puts(&b->text, "\n[task prep]\nstatus = FAI");
	add_status(b, "prep", "SUCCEEDED", 2);
	buf_add(&b->text, "\0\0\n\0[x\n", 7);
	add_status(b, "train", "RUNNING", 3);
	buf_puts(&b->text, "\n[task prep]\nstatus = FAILED\nend = 1234\n");
	add_status(b, NULL, "FAILED", 4);
	add_round(b, 2);
	add_status(b, "train", "FAILED", 5);
	buf_puts(&b->text, "\n[task train]\nsta");
}

static void
assert_medley(const struct record *r)
{
	ck_assert(r->submitted);
	ck_assert_uint_eq(r->blocks, 9);
	ck_assert_uint_eq(r->bad_blocks, 3);
	ck_assert_uint_eq(r->round, 2);
	ck_assert(!r->final);
	ck_assert_uint_eq(r->task_count, 2);
	ck_assert_int_eq(status_in(r, "prep"), STATUS_SUCCEEDED);
	ck_assert_int_eq(status_in(r, "train"), STATUS_FAILED);
	ck_assert_int_eq(record_run(record_task(r, "train"), 2)->signal, 11);
}

START_TEST(folding_in_pieces_is_folding_at_once)
{
	struct block b = BLOCK_INIT;
	size_t rest = 0;

	add_medley(&b);
	for (size_t step = 1; step < b.text.len * 2; step += step / 3 + 1) {
		struct record r = RECORD_INIT;
		size_t done = 0, end = 0;

		while (end < b.text.len) {
			end += step;
			if (end > b.text.len)
				end = b.text.len;
			done += record_fold(&r, b.text.data + done,
					    end - done);
		}
		assert_medley(&r);
		ck_assert(!rest || done == rest);
		rest = done;
		record_release(&r);
	}
	ck_assert_str_eq(b.text.data + rest, "[task train]\nsta");
	block_release(&b);
}
END_TEST

TCase *
record_torn_tests(void)
{
	TCase *t = tcase_create("record: torn");

	tcase_add_test(t, torn_last_block_is_the_rest_until_it_is_whole);
	tcase_add_test(t, torn_block_is_skipped_once_another_follows);
	tcase_add_test(t, zeros_in_the_middle_do_not_stop_the_fold);
	tcase_add_test(t, any_flipped_bit_makes_a_block_bad);
	tcase_add_test(t, bad_first_block_is_no_submit);
	tcase_add_test(t, folding_in_pieces_is_folding_at_once);
	return t;
}
