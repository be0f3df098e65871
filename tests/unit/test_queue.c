/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "os/file.h"
#include "store/queue.h"
#include "store/walk.h"
#include "storing.h"
#include "suites.h"

static struct request
request(uint32_t job, const char *task, int priority)
{
	struct request r = {.job = job, .round = 1, .pool = "local"};

	snprintf(r.task, sizeof(r.task), "%s", task);
	request_shard(&r, priority, *task != '\0');
	return r;
}

static void
file(struct storing *s, uint32_t job, const char *task, int priority)
{
	struct request r = request(job, task, priority);
	struct err e = {.text = ""};

	ck_assert_msg(queue_file(&s->home, &r, false, &e) == 0, "%s", e.text);
}

START_TEST(requests_come_in_the_order_of_service)
{
	static const struct {
		uint32_t job;
		const char *task;
	} expected[] = {{9, ""}, {3, "t"}, {2, ""}, {5, ""}, {2500, ""}, {1, ""}};
	struct walk walk;
	struct request r;
	struct storing s;

	storing_open(&s, NULL);
	file(&s, 2500, "", 0);
	file(&s, 5, "", 0);
	file(&s, 1, "", -1000);
	file(&s, 3, "t", 0);
	file(&s, 2, "", 0);
	file(&s, 9, "", 1000);
	walk_start(&walk, &s.home, "local");
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		ck_assert(walk_next(&walk, false, &r));
		ck_assert_uint_eq(r.job, expected[i].job);
		ck_assert_str_eq(r.task, expected[i].task);
	}
	ck_assert(!walk_next(&walk, false, &r));
	walk_end(&walk);
	storing_close(&s);
}
END_TEST

START_TEST(a_claim_moves_the_request_to_alive)
{
	struct request r = request(1, "", 0);
	struct storing s;

	storing_open(&s, NULL);
	file(&s, 1, "", 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_WAITING);
	ck_assert_int_eq(queue_claim(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_ALIVE);
	ck_assert(queue_alive(&s.home, 1));
	ck_assert(!queue_waits(&s.home, &r));
	ck_assert_int_lt(queue_claim(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_bury(&s.home, 1, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_NONE);
	storing_close(&s);
}
END_TEST

START_TEST(hold_and_release_move_the_request)
{
	struct request r = request(1, "", 7);
	struct storing s;

	storing_open(&s, NULL);
	ck_assert_int_eq(queue_file_held(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_HELD);
	ck_assert_int_eq(queue_release(&s.home, &r, NULL), 0);
	ck_assert(queue_waits(&s.home, &r));
	ck_assert_int_gt(queue_since(&s.home, &r), 0);
	ck_assert_int_eq(queue_hold(&s.home, &r, NULL), 0);
	ck_assert(queue_held(&s.home, &r));
	ck_assert_int_eq(queue_unhold(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_NONE);
	storing_close(&s);
}
END_TEST

START_TEST(a_grant_turns_the_request_into_running)
{
	struct request r = request(4, "train", 0);
	struct storing s;

	storing_open(&s, NULL);
	file(&s, 4, "train", 0);
	ck_assert_int_eq(queue_launch(&s.home, &r, "train", NULL), 0);
	ck_assert(queue_launching(&s.home, 4, "train"));
	ck_assert_int_eq(queue_grant(&s.home, &r, r.pool, NULL), 0);
	ck_assert(queue_running(&s.home, "local", 4, "train"));
	ck_assert(!queue_waits(&s.home, &r));
	ck_assert_int_lt(queue_grant(&s.home, &r, r.pool, NULL), 0);
	queue_launch_end(&s.home, 4, "train");
	queue_run_end(&s.home, "local", 4, "train");
	queue_run_end(&s.home, "local", 4, "train");
	ck_assert(!queue_running(&s.home, "local", 4, "train"));
	storing_close(&s);
}
END_TEST

START_TEST(a_request_carries_what_it_needs_into_its_grant)
{
	struct request r = request(4, "train", 0);
	struct need got;
	struct storing s;

	storing_open(&s, NULL);
	storing_job(&s, 4);
	r.need = (struct need){.amount = {1000, 0, 2}};
	ck_assert_int_eq(queue_file(&s.home, &r, true, NULL), 0);
	queue_need(&s.home, &r, &got, NULL);
	ck_assert_mem_eq(&got, &r.need, sizeof(got));
	/* a pass that was killed had chosen others */
	r.need.ids = UINT64_MAX;
	ck_assert_int_eq(queue_assign(&s.home, &r, NULL), 0);
	queue_need(&s.home, &r, &got, NULL);
	ck_assert_uint_eq(got.ids, 0);
	r.need.ids = 6;
	ck_assert_int_eq(queue_assign(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_grant(&s.home, &r, r.pool, NULL), 0);
	queue_granted(&s.home, "local", 4, "train", &got, NULL);
	ck_assert_mem_eq(&got, &r.need, sizeof(got));
	storing_close(&s);
}
END_TEST

START_TEST(what_was_withdrawn_is_not_assigned)
{
	struct request r = request(4, "train", 0);
	struct err e = {0};
	struct storing s;

	storing_open(&s, NULL);
	file(&s, 4, "train", 0);
	queue_withdraw(&s.home, &r, NULL);
	r.need = (struct need){.amount = {0, 0, 1}, .ids = 1};
	ck_assert_int_lt(queue_assign(&s.home, &r, &e), 0);
	ck_assert_int_eq(e.code, ERR_MISSING);
	ck_assert(!queue_waits(&s.home, &r));
	ck_assert_int_lt(queue_run(&s.home, &r, "train", &e), 0);
	ck_assert_int_eq(e.code, ERR_MISSING);
	storing_close(&s);
}
END_TEST

/* Its members may share a file, of which the grant of one must not be a name. */
START_TEST(an_array_shares_what_it_needs_and_not_what_it_gets)
{
	struct request r = {.job = 5, .round = 1, .pool = "local"}, one;
	struct need got;
	struct storing s;

	storing_open(&s, NULL);
	request_shard_bulk(&r, 0, 5, 3, 0);
	r.need = (struct need){.amount = {0, 0, 1}};
	ck_assert_int_eq(queue_file_bulk(&s.home, &r, 3, false, NULL), 0);
	one = r;
	one.job = 6;
	one.need.ids = 2;
	ck_assert_int_eq(queue_run(&s.home, &one, "t", NULL), 0);
	ck_assert_int_eq(queue_launch(&s.home, &one, "t", NULL), 0);
	queue_granted(&s.home, "local", 6, "t", &got, NULL);
	ck_assert_uint_eq(got.ids, 2);
	for (; r.job < 8; r.job++) {
		queue_need(&s.home, &r, &got, NULL);
		ck_assert_uint_eq(got.amount[NEED_GPUS], 1);
	}
	storing_close(&s);
}
END_TEST

START_TEST(withdrawing_tells_whether_it_was_there)
{
	struct request r = request(1, "", 0);
	struct storing s;

	storing_open(&s, NULL);
	file(&s, 1, "", 0);
	ck_assert_int_eq(queue_withdraw(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_withdraw(&s.home, &r, NULL), 1);
	storing_close(&s);
}
END_TEST

START_TEST(a_bulk_is_there_at_once_and_in_order)
{
	struct request r = {.job = 998, .round = 1, .pool = "local"}, next;
	struct walk walk;
	struct storing s;
	uint32_t job = 998;

	storing_open(&s, NULL);
	request_shard_bulk(&r, 0, 998, 5, 0);
	ck_assert_int_eq(queue_pool(&s.home, "local", NULL), 0);
	ck_assert_int_eq(queue_file_bulk(&s.home, &r, 5, false, NULL), 0);
	file(&s, 1003, "", 0);
	walk_start(&walk, &s.home, "local");
	while (walk_next(&walk, true, &next))
		ck_assert_uint_eq(next.job, job++);
	walk_end(&walk);
	ck_assert_uint_eq(job, 1004);
	storing_close(&s);
}
END_TEST

START_TEST(a_bulk_is_held_at_once_and_released_one_by_one)
{
	struct request r = {.job = 7, .round = 1, .pool = "local"};
	autonames struct file_names held = FILE_NAMES_INIT;
	struct storing s;

	storing_open(&s, NULL);
	request_shard_bulk(&r, 0, 7, 2, 1);
	ck_assert_int_eq(queue_file_bulk(&s.home, &r, 2, true, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_HELD);
	ck_assert_int_eq(queue_list_held(&s.home, false, &held, NULL), 0);
	ck_assert_uint_eq(held.count, 2);
	ck_assert_str_eq(queue_entry_name(held.names[1]), "0000000008.1");

	ck_assert_int_eq(queue_release(&s.home, &r, NULL), 0);
	ck_assert_int_eq(queue_find(&s.home, &r), QUEUE_WAITING);
	r.job = 8;
	ck_assert_int_eq(queue_unhold(&s.home, &r, NULL), 0);
	ck_assert_int_eq(file_count(s.home.fd, "queue/held"), 0);
	r.job = 7;
	ck_assert_int_eq(queue_hold(&s.home, &r, NULL), 0);
	ck_assert(queue_held(&s.home, &r));
	storing_close(&s);
}
END_TEST

START_TEST(shards_tell_of_arrays_with_a_limit)
{
	struct request r = {.job = 4294967295u};
	struct admit_array array;

	request_shard_bulk(&r, -1000, 4294867296u, 100000, 100000);
	ck_assert_str_eq(r.shard, "2000.1/4294867.4294867296.100000.100000");
	ck_assert(request_array(&r, &array));
	ck_assert_uint_eq(array.first, 4294867296u);
	ck_assert_uint_eq(array.count, 100000);
	ck_assert_uint_eq(array.max, 100000);
	request_shard_bulk(&r, 0, 5, 10, 0);
	ck_assert(!request_array(&r, &array));
	ck_assert_str_eq(request_bulk(&r), "0000000.0000000005.10.0");
	request_shard(&r, 0, false);
	ck_assert(!request_array(&r, &array));
	ck_assert_ptr_null(request_bulk(&r));
}
END_TEST

START_TEST(names_of_entries_are_read_strictly)
{
	static const char *const wrong[] = {
		"", "1", "0000000001", "0000000001.", "0000000001.x",
		"0000000001.1.a/b", "9999999999.1", ".new",
		/* such names are never written: two would mean the same */
		"0000000001.01", "0000000001.1.a~02", "0000000001.1~1",
	};
	struct request r = {0};
	char task[TASK_NAME_MAX + 1];
	uint32_t job;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_msg(queue_parse_request(wrong[i], &r) < 0, "%s",
			      wrong[i]);
	ck_assert_int_eq(queue_parse_request("0000000012.3", &r), 0);
	ck_assert_uint_eq(r.job, 12);
	ck_assert_uint_eq(r.round, 3);
	ck_assert_str_eq(r.task, "");
	ck_assert_int_eq(queue_parse_request("0000000012.3.a.b", &r), 0);
	ck_assert_str_eq(r.task, "a.b");
	ck_assert_int_eq(queue_parse_id("4294967295", &job), 0);
	ck_assert_uint_eq(job, 4294967295u);
	ck_assert_int_lt(queue_parse_id("4294967296", &job), 0);
	ck_assert_int_eq(queue_parse_task("0000000012.t", &job, task), 0);
	ck_assert_str_eq(task, "t");
	ck_assert_int_lt(queue_parse_task("0000000012", &job, task), 0);
}
END_TEST

START_TEST(the_wish_for_a_launch_slot_is_marked)
{
	struct storing s;

	storing_open(&s, NULL);
	queue_want_launch(&s.home, true);
	ck_assert(queue_launch_wanted(&s.home));
	queue_want_launch(&s.home, false);
	ck_assert(!queue_launch_wanted(&s.home));
	storing_close(&s);
}
END_TEST

TCase *
queue_tests(void)
{
	TCase *t = tcase_create("queue");

	tcase_add_test(t, requests_come_in_the_order_of_service);
	tcase_add_test(t, a_claim_moves_the_request_to_alive);
	tcase_add_test(t, hold_and_release_move_the_request);
	tcase_add_test(t, a_grant_turns_the_request_into_running);
	tcase_add_test(t, a_request_carries_what_it_needs_into_its_grant);
	tcase_add_test(t, what_was_withdrawn_is_not_assigned);
	tcase_add_test(t, an_array_shares_what_it_needs_and_not_what_it_gets);
	tcase_add_test(t, withdrawing_tells_whether_it_was_there);
	tcase_add_test(t, a_bulk_is_there_at_once_and_in_order);
	tcase_add_test(t, a_bulk_is_held_at_once_and_released_one_by_one);
	tcase_add_test(t, shards_tell_of_arrays_with_a_limit);
	tcase_add_test(t, names_of_entries_are_read_strictly);
	tcase_add_test(t, the_wish_for_a_launch_slot_is_marked);
	return t;
}
