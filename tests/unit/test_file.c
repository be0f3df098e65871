/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "scratch.h"
#include "suites.h"

START_TEST(created_file_is_read_back_and_ours_alone)
{
	int dir = scratch_open();
	autobuf struct buf b = BUF_INIT;
	struct file_info info;

	ck_assert_int_eq(file_create(dir, "f", "a\0b", 3, true, NULL), 0);
	ck_assert_int_eq(file_read(dir, "f", 0, 3, &b, NULL), 0);
	ck_assert_uint_eq(b.len, 3);
	ck_assert_mem_eq(b.data, "a\0b", 3);
	ck_assert_int_eq(file_info(dir, "f", &info), 0);
	ck_assert_uint_eq(info.mode & 07777, 0600);
	ck_assert_uint_eq(info.size, 3);
	scratch_close(dir);
}
END_TEST

START_TEST(create_refuses_to_replace)
{
	int dir = scratch_open();
	struct err e;

	scratch_put(dir, "f", "old");
	ck_assert_int_eq(file_create(dir, "f", "new", 3, false, &e), -1);
	ck_assert_int_eq(e.errnum, EEXIST);
	ck_assert(scratch_holds(dir, "f", "old"));
	scratch_close(dir);
}
END_TEST

START_TEST(read_goes_on_from_an_offset_and_has_a_limit)
{
	int dir = scratch_open();
	autobuf struct buf b = BUF_INIT;

	scratch_put(dir, "f", "0123456789");
	ck_assert_int_eq(file_read(dir, "f", 4, 6, &b, NULL), 0);
	ck_assert_str_eq(buf_text(&b), "456789");
	buf_clear(&b);
	ck_assert_int_eq(file_read(dir, "f", 4, 5, &b, NULL), -1);
	scratch_close(dir);
}
END_TEST

START_TEST(what_does_not_exist_is_missing)
{
	int dir = scratch_open();
	autobuf struct buf b = BUF_INIT;
	autonames struct file_names names = FILE_NAMES_INIT;
	struct err e;

	ck_assert_int_eq(file_read(dir, "none", 0, 9, &b, &e), -1);
	ck_assert_int_eq(e.code, ERR_MISSING);
	ck_assert_ptr_nonnull(strstr(e.text, "none"));
	ck_assert_int_eq(file_unlink(dir, "none", &e), 1);
	ck_assert(!file_exists(dir, "none"));
	ck_assert_int_eq(file_list(dir, "none", &names, &e), 0);
	ck_assert_uint_eq(names.count, 0);
	scratch_close(dir);
}
END_TEST

START_TEST(rename_without_replacing_fails_on_an_existing_name)
{
	int dir = scratch_open();
	struct err e;

	scratch_put(dir, "a", "a");
	scratch_put(dir, "b", "b");
	ck_assert_int_eq(file_rename(dir, "a", "b", true, &e), -1);
	ck_assert_int_eq(e.errnum, EEXIST);
	ck_assert(scratch_holds(dir, "b", "b"));
	ck_assert_int_eq(file_rename(dir, "a", "b", false, &e), 0);
	ck_assert(scratch_holds(dir, "b", "a"));
	scratch_close(dir);
}
END_TEST

START_TEST(put_overwrites_in_place)
{
	int dir = scratch_open();
	autoclose int fd = -1;

	scratch_put(dir, "f", "0123456789");
	fd = sys_open(dir, "f", O_RDWR, 0);
	ck_assert_int_eq(file_put(fd, "ab", 2, NULL), 0);
	ck_assert(scratch_holds(dir, "f", "ab23456789"));
	ck_assert_int_eq(file_cut(fd, 2), 0);
	ck_assert(scratch_holds(dir, "f", "ab"));
	scratch_close(dir);
}
END_TEST

START_TEST(list_is_sorted_and_leaves_hidden_names_out)
{
	int dir = scratch_open();
	autonames struct file_names names = FILE_NAMES_INIT;

	scratch_put(dir, "b", "");
	scratch_put(dir, "a", "");
	scratch_put(dir, ".c", "");
	ck_assert_int_eq(file_list(dir, ".", &names, NULL), 0);
	ck_assert_uint_eq(names.count, 2);
	ck_assert_str_eq(names.names[0], "a");
	ck_assert_str_eq(names.names[1], "b");
	ck_assert_int_eq(file_count(dir, "."), 2);
	scratch_close(dir);
}
END_TEST

START_TEST(remove_tree_does_not_follow_links)
{
	int dir = scratch_open();

	file_mkdir(dir, "keep", false, NULL);
	scratch_put(dir, "keep/f", "x");
	file_mkdir(dir, "tree", false, NULL);
	file_mkdir(dir, "tree/deep", false, NULL);
	file_mkdir(dir, "tree/deep/deeper", false, NULL);
	scratch_put(dir, "tree/deep/deeper/.f", "x");
	ck_assert_int_eq(symlinkat("../keep", dir, "tree/link"), 0);
	file_remove_tree(dir, "tree");
	ck_assert(!file_exists(dir, "tree"));
	ck_assert(scratch_holds(dir, "keep/f", "x"));
	scratch_close(dir);
}
END_TEST

START_TEST(marks_are_set_and_cleared_one_by_one)
{
	int dir = scratch_open();

	scratch_put(dir, "f", "");
	ck_assert_int_eq(file_mark(dir, "f", FILE_MARK_MAIN, false), 0);
	ck_assert_int_eq(file_mark(dir, "f", FILE_MARK_OTHER, false), 0);
	ck_assert(!file_marked(dir, "f", FILE_MARK_MAIN));
	ck_assert_int_eq(file_mark(dir, "f", FILE_MARK_OTHER, true), 0);
	ck_assert(!file_marked(dir, "f", FILE_MARK_MAIN));
	ck_assert(file_marked(dir, "f", FILE_MARK_OTHER));
	ck_assert_int_eq(file_mark(dir, "f", FILE_MARK_MAIN, true), 0);
	ck_assert_int_eq(file_mark(dir, "f", FILE_MARK_OTHER, false), 0);
	ck_assert(file_marked(dir, "f", FILE_MARK_MAIN));
	ck_assert(!file_marked(dir, "f", FILE_MARK_OTHER));
	scratch_close(dir);
}
END_TEST

START_TEST(poke_tells_whether_somebody_listens)
{
	int dir = scratch_open();
	autoclose int fd = -1;
	char byte = 0;

	ck_assert(!file_poke(dir, "ctl", 'x'));
	ck_assert_int_eq(file_mkfifo(dir, "ctl", NULL), 0);
	ck_assert(!file_poke(dir, "ctl", 'x'));
	fd = sys_open(dir, "ctl", O_RDWR | O_NONBLOCK, 0);
	ck_assert(file_poke(dir, "ctl", 'y'));
	ck_assert_int_eq(sys_read(fd, &byte, 1), 1);
	ck_assert_int_eq(byte, 'y');
	scratch_close(dir);
}
END_TEST

START_TEST(directories_are_made_with_their_parents)
{
	int dir = scratch_open();
	autofree char *top = scratch_path(dir);
	autofree char *path = mem_printf("%s/a/b/c", top);
	struct err e;

	ck_assert_int_eq(file_mkdirs(path, &e), 0);
	ck_assert_int_eq(file_mkdirs(path, &e), 0);
	ck_assert(file_exists(dir, "a/b/c"));
	ck_assert_int_eq(file_mkdir(dir, "a", true, &e), 0);
	ck_assert_int_eq(file_mkdir(dir, "a", false, &e), -1);
	scratch_close(dir);
}
END_TEST

START_TEST(a_name_that_was_synced_is_marked_and_a_new_one_is_not)
{
	int dir = scratch_open();
	struct file_info st;

	ck_assert_int_eq(file_mkdir(dir, "a", false, NULL), 0);
	ck_assert_int_eq(file_mkdir(dir, "a/b", false, NULL), 0);
	ck_assert_int_eq(file_sync_name(dir, "a/b", NULL), 0);
	ck_assert_int_eq(file_sync_name(dir, "a/b", NULL), 0);
	ck_assert_int_eq(file_info(dir, "a/b", &st), 0);
	ck_assert_uint_eq(st.mode & 07777, 01700);
	ck_assert_int_eq(file_info(dir, "a", &st), 0);
	ck_assert_uint_eq(st.mode & 07777, 0700);
	ck_assert_int_eq(file_sync_name(dir, "a", NULL), 0);
	ck_assert(file_rmdir(dir, "a/b"));
	ck_assert_int_eq(file_mkdir(dir, "a/b", false, NULL), 0);
	ck_assert_int_eq(file_info(dir, "a/b", &st), 0);
	ck_assert_uint_eq(st.mode & 07777, 0700);
	ck_assert(file_rmdir(dir, "a/b"));
	ck_assert_int_eq(file_sync_name(dir, "a/b", NULL), -1);
	scratch_close(dir);
}
END_TEST

START_TEST(a_hole_keeps_the_size_and_is_found)
{
	int dir = scratch_open();
	autofree char *bytes = mem_new(4, 65536);
	struct file_info before, after;
	autoclose int fd = -1;

	memset(bytes, 'x', (size_t)4 * 65536);
	file_create(dir, "f", bytes, (size_t)4 * 65536, true, NULL);
	fd = sys_open(dir, "f", O_RDWR, 0);
	ck_assert_int_eq(file_info_fd(fd, &before), 0);
	if (file_punch(fd, 65536, 2 * 65536) == 0) {
		ck_assert_int_eq(file_info_fd(fd, &after), 0);
		ck_assert_uint_eq(after.size, before.size);
		ck_assert_uint_lt(after.disk, before.disk);
		ck_assert_uint_eq(file_next_hole(fd, 0), 65536);
		ck_assert_uint_eq(file_next_data(fd, 65536), 2 * 65536);
	}
	ck_assert_uint_eq(file_next_data(fd, 5), 5);
	ck_assert_uint_eq(file_next_hole(fd, 3 * 65536), 4 * 65536);
	ck_assert_uint_eq(file_next_data(fd, 9 * 65536), 9 * 65536);
	scratch_close(dir);
}
END_TEST

TCase *
file_tests(void)
{
	TCase *t = tcase_create("file");

	tcase_add_test(t, created_file_is_read_back_and_ours_alone);
	tcase_add_test(t, create_refuses_to_replace);
	tcase_add_test(t, read_goes_on_from_an_offset_and_has_a_limit);
	tcase_add_test(t, what_does_not_exist_is_missing);
	tcase_add_test(t, rename_without_replacing_fails_on_an_existing_name);
	tcase_add_test(t, put_overwrites_in_place);
	tcase_add_test(t, list_is_sorted_and_leaves_hidden_names_out);
	tcase_add_test(t, remove_tree_does_not_follow_links);
	tcase_add_test(t, marks_are_set_and_cleared_one_by_one);
	tcase_add_test(t, poke_tells_whether_somebody_listens);
	tcase_add_test(t, directories_are_made_with_their_parents);
	tcase_add_test(t, a_name_that_was_synced_is_marked_and_a_new_one_is_not);
	tcase_add_test(t, a_hole_keeps_the_size_and_is_found);
	return t;
}
