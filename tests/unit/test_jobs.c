/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "scratch.h"
#include "store/jobs.h"
#include "storing.h"
#include "suites.h"

static void
append_status(struct storing *s, const char *task, const char *status)
{
	struct block b = BLOCK_INIT;
	struct err e = {.text = ""};

	block_begin(&b, task ? "task" : "job", task);
	block_text(&b, "status", status);
	block_end(&b);
	ck_assert_msg(jobs_append(&s->home, 1, &b, true, &e) == 0, "%s",
		      e.text);
	block_release(&b);
}

START_TEST(a_record_is_read_again_from_where_it_was_left)
{
	struct record r = RECORD_INIT;
	struct storing s;
	size_t offset = 0;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	ck_assert_int_eq(jobs_refresh(&s.home, 1, &r, &offset, NULL), 0);
	ck_assert_str_eq(r.name, "train");
	append_status(&s, "t", "RUNNING");
	ck_assert_int_eq(jobs_refresh(&s.home, 1, &r, &offset, NULL), 0);
	ck_assert_int_eq(record_task(&r, "t")->status, STATUS_RUNNING);
	ck_assert_uint_eq(r.blocks, 2);
	record_release(&r);
	storing_close(&s);
}
END_TEST

START_TEST(a_record_without_a_good_first_block_is_corrupt)
{
	autofree char *path = jobs_path(1, "record");
	struct record r = RECORD_INIT;
	struct storing s;
	struct err e;

	storing_open(&s, NULL);
	ck_assert_int_eq(jobs_record(&s.home, 1, &r, &e), -1);
	ck_assert_int_eq(e.code, ERR_MISSING);
	storing_job(&s, 1);
	scratch_put(s.home.fd, path, "");
	ck_assert_int_eq(jobs_record(&s.home, 1, &r, &e), -1);
	ck_assert_int_eq(e.code, ERR_CORRUPT);
	append_status(&s, "t", "RUNNING");
	ck_assert_int_eq(jobs_record(&s.home, 1, &r, &e), -1);
	ck_assert_int_eq(e.code, ERR_CORRUPT);
	record_release(&r);
	storing_close(&s);
}
END_TEST

START_TEST(final_is_a_final_record_and_no_entry)
{
	struct record r = RECORD_INIT;
	struct request request;
	struct storing s;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	append_status(&s, NULL, "SUCCEEDED");
	ck_assert_int_eq(jobs_record(&s.home, 1, &r, NULL), 0);
	jobs_request(1, &r, &request);
	ck_assert_str_eq(request.shard, "1000.1/0000000");
	ck_assert(jobs_final(&s.home, 1, &r));
	scratch_put(s.home.fd, "queue/alive/0000000001", "");
	ck_assert(!jobs_final(&s.home, 1, &r));
	record_release(&r);
	storing_close(&s);
}
END_TEST

START_TEST(a_cancel_note_is_read_back_and_a_touch_counts)
{
	struct cancel_note note = {.asked = true, .grace_ms = 1500,
				   .by = "cancelled by ada"};
	struct cancel_note back;
	autofree char *path = jobs_cancel_path(1, "t");
	struct storing s;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	jobs_cancel_read(&s.home, 1, NULL, &back);
	ck_assert(!back.asked);
	ck_assert_int_eq(jobs_cancel_write(&s.home, 1, NULL, &note, NULL), 0);
	jobs_cancel_read(&s.home, 1, NULL, &back);
	ck_assert(back.asked);
	ck_assert_int_eq(back.grace_ms, 1500);
	ck_assert_str_eq(back.by, "cancelled by ada");
	file_touch(s.home.fd, path, NULL);
	jobs_cancel_read(&s.home, 1, "t", &back);
	ck_assert(back.asked);
	ck_assert_int_eq(back.grace_ms, -1);
	storing_close(&s);
}
END_TEST

START_TEST(a_pid_file_replaces_a_longer_one)
{
	autofree char *path = jobs_path(1, "controller.pid");
	autobuf struct buf rest = BUF_INIT;
	struct proc self, back;
	struct storing s;
	int fd;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	scratch_put(s.home.fd, path,
		    "123456789\nstart = 12345678901234567890\n"
		    "boot = something that is quite a bit longer than ours is\n"
		    "claim = 1234567\nmore = more\n");
	proc_self(&self, s.home.boot);
	fd = lock_try(s.home.fd, path, 0, NULL);
	ck_assert_int_eq(jobs_pid_write(fd, &self, "claim = 2\n", NULL), 0);
	sys_close(&fd);
	ck_assert_int_eq(jobs_pid_read(&s.home, path, &back, &rest), 0);
	ck_assert_int_eq(back.pid, self.pid);
	ck_assert_ptr_nonnull(strstr(buf_text(&rest), "claim = 2"));
	ck_assert_ptr_null(strstr(buf_text(&rest), "more"));
	scratch_put(s.home.fd, path, "rubbish");
	ck_assert_int_lt(jobs_pid_read(&s.home, path, &back, NULL), 0);
	storing_close(&s);
}
END_TEST

START_TEST(a_poke_tells_whether_a_controller_listens)
{
	autofree char *path = jobs_path(1, "ctl");
	struct storing s;
	int fd;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	ck_assert(!jobs_poke(&s.home, 1, POKE_LOOK));
	file_mkfifo(s.home.fd, path, NULL);
	ck_assert(!jobs_poke(&s.home, 1, POKE_LOOK));
	fd = sys_open(s.home.fd, path, O_RDWR, 0);
	ck_assert(jobs_poke(&s.home, 1, POKE_LOOK));
	sys_close(&fd);
	storing_close(&s);
}
END_TEST

START_TEST(quarantine_keeps_the_job_and_says_why)
{
	autonames struct file_names names = FILE_NAMES_INIT;
	struct storing s;

	storing_open(&s, NULL);
	storing_job(&s, 1);
	storing_job(&s, 2);
	scratch_put(s.home.fd, "queue/alive/0000000001", "");
	ck_assert_int_eq(jobs_quarantine(&s.home, 1, "it is torn", NULL), 0);
	ck_assert(!file_exists(s.home.fd, "jobs/0000000001"));
	ck_assert(file_exists(s.home.fd, "bad/0000000001/record"));
	ck_assert(!queue_alive(&s.home, 1));
	ck_assert_int_eq(jobs_list(&s.home, &names, NULL), 0);
	ck_assert_uint_eq(names.count, 1);
	ck_assert_str_eq(names.names[0], "0000000002");
	storing_close(&s);
}
END_TEST

TCase *
jobs_tests(void)
{
	TCase *t = tcase_create("jobs");

	tcase_add_test(t, a_record_is_read_again_from_where_it_was_left);
	tcase_add_test(t, a_record_without_a_good_first_block_is_corrupt);
	tcase_add_test(t, final_is_a_final_record_and_no_entry);
	tcase_add_test(t, a_cancel_note_is_read_back_and_a_touch_counts);
	tcase_add_test(t, a_pid_file_replaces_a_longer_one);
	tcase_add_test(t, a_poke_tells_whether_a_controller_listens);
	tcase_add_test(t, quarantine_keeps_the_job_and_says_why);
	return t;
}
