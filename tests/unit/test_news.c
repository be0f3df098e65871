/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/mem.h"
#include "model/news.h"
#include "recording.h"
#include "suites.h"

/* A job with the tasks prep and train, and a record of it. */
struct fixture {
	struct job job;
	struct block b;
	struct news n;
	size_t done;
};

static void
set_up(struct fixture *f)
{
	*f = (struct fixture){JOB_INIT, BLOCK_INIT, NEWS_INIT, 0};
	job_add_task(&f->job, "prep");
	job_add_task(&f->job, "train");
	f->n.spec = &f->job;
	add_submit(&f->b);
}

static void
add_claim(struct fixture *f, int claim)
{
	block_begin(&f->b, "job", NULL);
	block_int(&f->b, "claim", claim);
	block_end(&f->b);
}

static void
add_told(struct fixture *f, int seq)
{
	block_begin(&f->b, "event", NULL);
	block_int(&f->b, "seq", seq);
	block_end(&f->b);
}

static void
add_all(struct fixture *f, const char *const *statuses)
{
	for (; *statuses; statuses++)
		add_status(&f->b, "prep", *statuses, 1);
}

/* The events not told, as `SUBMITTED prep, …`, are these. */
static void
expect(struct fixture *f, const char *wanted)
{
	autobuf struct buf text = BUF_INIT;

	f->done += news_read(&f->n, f->b.text.data + f->done,
			     f->b.text.len - f->done);
	ck_assert_uint_eq(f->done, f->b.text.len);
	for (size_t i = 0; i < f->n.count; i++)
		buf_printf(&text, "%s%s %s", i ? ", " : "",
			   news_name(f->n.list[i].kind), f->n.list[i].task);
	ck_assert_str_eq(buf_text(&text), wanted);
}

static void
tear_down(struct fixture *f)
{
	news_release(&f->n);
	block_release(&f->b);
	job_release(&f->job);
}

START_TEST(first_claim_alone_tells_of_the_submit)
{
	struct fixture f;

	set_up(&f);
	expect(&f, "");
	add_claim(&f, 1);
	expect(&f, "SUBMITTED prep, SUBMITTED train");
	add_claim(&f, 2);
	expect(&f, "SUBMITTED prep, SUBMITTED train");
	ck_assert_uint_eq(f.n.list[1].seq, 2);
	tear_down(&f);
}
END_TEST

START_TEST(lost_attempt_recovers_and_does_not_start_again)
{
	static const char *const way[] = {"STARTING",	"RUNNING",
					  "RECOVERING", "STARTING",
					  "RUNNING",	"SUCCEEDED", NULL};
	struct fixture f;

	set_up(&f);
	add_all(&f, way);
	expect(&f, "STARTING prep, STARTED prep, RECOVERING prep, "
		   "RECOVERED prep, SUCCEEDED prep");
	tear_down(&f);
}
END_TEST

START_TEST(every_failure_is_failed_and_a_skip_is_nothing)
{
	static const char *const way[] = {"STARTING", "FAILED_SETUP", NULL};
	struct fixture f;

	set_up(&f);
	add_all(&f, way);
	add_status(&f.b, "train", "SKIPPED", 1);
	expect(&f, "STARTING prep, FAILED prep");
	tear_down(&f);
}
END_TEST

START_TEST(cancel_is_told_twice_if_something_ran)
{
	static const char *const way[] = {"STARTING", "CANCELLING",
					  "CANCELLED", NULL};
	struct fixture f;

	set_up(&f);
	add_all(&f, way);
	add_status(&f.b, "train", "CANCELLED", 1);
	expect(&f, "STARTING prep, CANCELLING prep, CANCELLED prep, "
		   "CANCELLED train");
	tear_down(&f);
}
END_TEST

START_TEST(repeated_or_late_status_is_no_event)
{
	static const char *const way[] = {"STARTING", "STARTING", "RUNNING",
					  "FAILED",   "RUNNING",  "FAILED",
					  NULL};
	struct fixture f;

	set_up(&f);
	add_all(&f, way);
	expect(&f, "STARTING prep, STARTED prep, FAILED prep");
	tear_down(&f);
}
END_TEST

START_TEST(what_was_told_leaves_the_list_whoever_reads)
{
	static const char *const way[] = {"STARTING", "RUNNING", NULL};
	struct fixture f;

	set_up(&f);
	add_all(&f, way);
	add_told(&f, 1);
	expect(&f, "STARTED prep");
	add_told(&f, 2);
	add_status(&f.b, "prep", "SUCCEEDED", 1);
	expect(&f, "SUCCEEDED prep");
	ck_assert_uint_eq(f.n.list[0].seq, 3);
	news_release(&f.n);
	f.n.spec = &f.job;
	f.done = 0;
	expect(&f, "SUCCEEDED prep");
	ck_assert_uint_eq(f.n.list[0].seq, 3);
	tear_down(&f);
}
END_TEST

START_TEST(new_round_is_submitted_again)
{
	static const char *const way[] = {"STARTING", "RUNNING", "RECOVERING",
					  "FAILED", NULL};
	static const char *const again[] = {"STARTING", "RUNNING", NULL};
	struct fixture f;

	set_up(&f);
	add_claim(&f, 1);
	add_all(&f, way);
	add_status(&f.b, NULL, "FAILED", 1);
	add_told(&f, 6);
	expect(&f, "");
	ck_assert_int_eq(news_job_status(&f.n), STATUS_FAILED);
	add_round(&f.b, 2);
	add_claim(&f, 2);
	add_all(&f, again);
	expect(&f, "SUBMITTED prep, SUBMITTED train, STARTING prep, "
		   "STARTED prep");
	ck_assert_int_eq(news_job_status(&f.n), STATUS_RUNNING);
	tear_down(&f);
}
END_TEST

START_TEST(failed_callbacks_are_counted_once)
{
	struct fixture f;

	set_up(&f);
	for (int i = 0; i < 2; i++) {
		block_begin(&f.b, "event", NULL);
		block_int(&f.b, "seq", 1);
		block_text(&f.b, "event", "STARTED");
		block_text(&f.b, "task", "prep");
		block_text(&f.b, "error", "exit 3");
		block_end(&f.b);
	}
	add_told(&f, 2);
	expect(&f, "");
	ck_assert_uint_eq(f.n.record.told_bad_count, 1);
	ck_assert_str_eq(f.n.record.told_bad.error, "exit 3");
	ck_assert_uint_eq(f.n.record.told.seq, 2);
	tear_down(&f);
}
END_TEST

TCase *
news_tests(void)
{
	TCase *tests = tcase_create("news");

	tcase_add_test(tests, first_claim_alone_tells_of_the_submit);
	tcase_add_test(tests, lost_attempt_recovers_and_does_not_start_again);
	tcase_add_test(tests, every_failure_is_failed_and_a_skip_is_nothing);
	tcase_add_test(tests, cancel_is_told_twice_if_something_ran);
	tcase_add_test(tests, repeated_or_late_status_is_no_event);
	tcase_add_test(tests, what_was_told_leaves_the_list_whoever_reads);
	tcase_add_test(tests, new_round_is_submitted_again);
	tcase_add_test(tests, failed_callbacks_are_counted_once);
	return tests;
}
