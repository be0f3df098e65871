/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <string.h>

#include "os/file.h"
#include "os/sys.h"
#include "store/cache.h"
#include "storing.h"
#include "suites.h"

static void
write_answer(struct storing *s, int64_t begun_ms, const char *text)
{
	autocache struct cache c = CACHE_INIT;

	c.begun_ms = begun_ms;
	buf_puts(&c.text, text);
	cache_write(&s->home, "squeue.a", &c);
}

START_TEST(what_was_written_is_read)
{
	struct storing s;
	autocache struct cache c = CACHE_INIT, other = CACHE_INIT;

	storing_open(&s, NULL);
	write_answer(&s, 12345, "a|b\n\nc\n");
	write_answer(&s, 23456, "d|e\n\nf\n");
	cache_read(&s.home, "squeue.a", &c);
	ck_assert_int_eq(c.begun_ms, 23456);
	ck_assert(!c.failed);
	ck_assert_str_eq(buf_text(&c.text), "d|e\n\nf\n");
	cache_read(&s.home, "squeue.b", &other);
	ck_assert_int_eq(other.begun_ms, 0);
	storing_close(&s);
}
END_TEST

START_TEST(one_at_a_time_asks)
{
	struct storing s;
	struct err e;
	int lock;

	storing_open(&s, NULL);
	lock = cache_lock(&s.home, "squeue.a", &e);
	ck_assert_int_ge(lock, 0);
	ck_assert_int_eq(cache_begun(lock), 0);
	cache_begin(lock, 5000000000);
	cache_begin(lock, 77);
	ck_assert_int_eq(cache_begun(lock), 77);
	ck_assert_int_eq(cache_lock(&s.home, "squeue.a", &e), -1);
	ck_assert_int_eq(e.code, ERR_BUSY);
	sys_close(&lock);
	lock = cache_lock(&s.home, "squeue.a", &e);
	ck_assert_int_ge(lock, 0);
	sys_close(&lock);
	storing_close(&s);
}
END_TEST

START_TEST(another_boots_answer_or_rubbish_is_none)
{
	static const char *const texts[] = {
		"begun = 5\nboot = another\nfailed = 0\n\nx", "\n\n", "", "x",
		"begun = 5\n\n"};
	struct storing s;

	storing_open(&s, NULL);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		autocache struct cache c = CACHE_INIT;

		file_unlink(s.home.fd, "cache/squeue.a", NULL);
		ck_assert_int_eq(file_create(s.home.fd, "cache/squeue.a",
					     texts[i], strlen(texts[i]), false,
					     NULL),
				 0);
		cache_read(&s.home, "squeue.a", &c);
		ck_assert_int_eq(c.begun_ms, 0);
	}
	storing_close(&s);
}
END_TEST

TCase *
cache_tests(void)
{
	TCase *tests = tcase_create("cache");

	tcase_add_test(tests, what_was_written_is_read);
	tcase_add_test(tests, one_at_a_time_asks);
	tcase_add_test(tests, another_boots_answer_or_rubbish_is_none);
	return tests;
}
