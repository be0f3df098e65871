/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "os/file.h"
#include "scratch.h"
#include "store/facts.h"
#include "store/queue.h"
#include "storing.h"
#include "suites.h"

START_TEST(facts_are_counted_from_the_entries)
{
	struct facts f = {.launch_wanted = false};
	const struct admission *a = &f.admission;
	struct storing s;
	size_t local;

	storing_open(&s, "[scheduler]\nmax_alive = 5\nmax_launching = 6\n"
			 "[pool local]\ntype = local\nslots = 3\n"
			 "[pool other]\ntype = local\nslots = 4\n");
	queue_pool(&s.home, "local", NULL);
	scratch_put(s.home.fd, "queue/pool/local/running/0000000001.a", "");
	scratch_put(s.home.fd, "queue/pool/local/running/0000000001.b", "");
	scratch_put(s.home.fd, "queue/launching/0000000001.b", "");
	scratch_put(s.home.fd, "queue/alive/0000000001", "");
	facts_count(&s.home, &f, NULL);

	ck_assert_uint_eq(a->max_alive, 5);
	ck_assert_uint_eq(a->max_launching, 6);
	ck_assert_uint_eq(a->alive, 1);
	ck_assert_uint_eq(a->launching, 1);
	ck_assert_uint_eq(a->pool_count, 2);
	local = admit_find(a, "local");
	ck_assert_uint_eq(a->pools[local].running, 2);
	ck_assert_uint_eq(a->pools[local].slots, 3);
	ck_assert_uint_eq(a->pools[!local].running, 0);
	ck_assert(!a->paused);
	facts_release(&f);
	facts_release(&f);
	storing_close(&s);
}
END_TEST

START_TEST(marks_pause_all_or_a_pool)
{
	struct facts f = {.launch_wanted = false};
	struct storing s;

	storing_open(&s, NULL);
	queue_pool(&s.home, "local", NULL);
	file_touch(s.home.fd, "queue/pool/local/paused", NULL);
	facts_count(&s.home, &f, NULL);
	ck_assert(f.admission.pools[0].paused);
	ck_assert(!f.admission.paused);
	facts_release(&f);
	file_touch(s.home.fd, "queue/paused", NULL);
	facts_count(&s.home, &f, NULL);
	ck_assert(f.admission.paused);
	facts_release(&f);
	storing_close(&s);
}
END_TEST

/* The mark for a wanted launch slot lies in launching/ and is no launch. */
START_TEST(marks_are_not_counted)
{
	struct facts f = {.launch_wanted = false};
	struct storing s;

	storing_open(&s, NULL);
	queue_want_launch(&s.home, true);
	facts_count(&s.home, &f, NULL);
	ck_assert_uint_eq(f.admission.launching, 0);
	facts_release(&f);
	storing_close(&s);
}
END_TEST

/* Also of jobs that wait elsewhere, because their priority is another one. */
START_TEST(array_is_counted_once_by_its_numbers)
{
	struct facts f = {.launch_wanted = false};
	struct request r = {.job = 7, .round = 1, .pool = "local"}, task;
	struct storing s;

	storing_open(&s, NULL);
	scratch_put(s.home.fd, "queue/alive/0000000004", "");
	scratch_put(s.home.fd, "queue/alive/0000000005", "");
	scratch_put(s.home.fd, "queue/alive/0000000009", "");
	scratch_put(s.home.fd, "queue/alive/0000000010", "");
	facts_count(&s.home, &f, NULL);
	request_shard_bulk(&r, 0, 5, 5, 3);
	facts_ask(&s.home, &f, &r);
	ck_assert_ptr_nonnull(f.admission.array);
	ck_assert_uint_eq(f.admission.array->alive, 2);
	f.admission.array->alive++;
	request_shard_bulk(&r, 100, 5, 5, 3);
	facts_ask(&s.home, &f, &r);
	ck_assert_uint_eq(f.admission.array->alive, 3);

	task = r;
	snprintf(task.task, sizeof(task.task), "t");
	facts_ask(&s.home, &f, &task);
	ck_assert_ptr_null(f.admission.array);
	request_shard_bulk(&r, 0, 5, 5, 0);
	facts_ask(&s.home, &f, &r);
	ck_assert_ptr_null(f.admission.array);
	request_shard(&r, 0, false);
	facts_ask(&s.home, &f, &r);
	ck_assert_ptr_null(f.admission.array);
	facts_release(&f);
	storing_close(&s);
}
END_TEST

/* A pass counts once more after a claim that failed: what it had before is gone. */
START_TEST(array_is_counted_anew_by_the_next_round)
{
	struct facts f = {.launch_wanted = false};
	struct request r = {.job = 7, .round = 1, .pool = "local"};
	struct storing s;

	storing_open(&s, NULL);
	scratch_put(s.home.fd, "queue/alive/0000000005", "");
	request_shard_bulk(&r, 0, 5, 5, 3);
	for (int round = 0; round < 2; round++) {
		ck_assert_ptr_null(f.arrays);
		facts_count(&s.home, &f, NULL);
		facts_ask(&s.home, &f, &r);
		ck_assert_uint_eq(f.admission.array->alive, 1);
		f.admission.array->alive++;
		facts_release(&f);
	}
	storing_close(&s);
}
END_TEST

TCase *
facts_tests(void)
{
	TCase *t = tcase_create("facts");

	tcase_add_test(t, facts_are_counted_from_the_entries);
	tcase_add_test(t, marks_pause_all_or_a_pool);
	tcase_add_test(t, array_is_counted_once_by_its_numbers);
	tcase_add_test(t, array_is_counted_anew_by_the_next_round);
	tcase_add_test(t, marks_are_not_counted);
	return t;
}
