/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "store/config.h"
#include "suites.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const struct machine small = {
	.cpus = 4, .memory_mib = 2000, .processes = 9000};

static void
parse_good(const char *text, struct config *config)
{
	struct err e = {.text = ""};

	ck_assert_msg(
		config_parse(text, strlen(text), "c", &small, config, &e) == 0,
		"%s", e.text);
}

/* The text must be refused with a message that begins so. */
static void
parse_bad(const char *text, size_t len, const char *message)
{
	struct config config = CONFIG_INIT;
	struct err e = {.text = ""};

	ck_assert_msg(config_parse(text, len, "c", &small, &config, &e) == -1,
		      "accepted: %s", text);
	ck_assert_int_eq(e.code, ERR_INPUT);
	ck_assert_msg(!strncmp(e.text, message, strlen(message)),
		      "wanted: %s\ngot: %s", message, e.text);
	ck_assert_ptr_null(config.pools);
}

START_TEST(nothing_gives_the_defaults)
{
	struct config config = CONFIG_INIT;

	parse_good("", &config);

	ck_assert_uint_eq(config.max_alive, 2000);
	ck_assert_uint_eq(config.max_launching, 16);
	ck_assert_int_eq(config.stuck_after_ms, 60000);
	ck_assert_int_eq(config.stuck_kill_ms, 600000);
	ck_assert_int_eq(config.grace_ms, 10000);
	ck_assert_int_eq(config.leftovers, LEFTOVERS_KILL);
	ck_assert_int_eq(config.log, LOG_JOINED);
	ck_assert_uint_eq(config.log_max, 0);
	ck_assert_int_eq(config.keep_ms, -1);
	ck_assert_int_eq(config.keep_bytes, -1);
	ck_assert_ptr_null(config.logs);
	ck_assert_ptr_null(config.shell);
	ck_assert_uint_eq(config.pool_count, 1);
	ck_assert_str_eq(config.pools[0].name, "local");
	ck_assert_str_eq(config.pools[0].type, "local");
	ck_assert_uint_eq(config.pools[0].slots, 4);
	config_release(&config);
	config_release(&config);
}
END_TEST

START_TEST(defaults_follow_the_machine)
{
	static const struct {
		struct machine machine;
		unsigned max_alive, max_launching, slots;
	} cases[] = {
		{{1, 64000, 300}, 100, 4, 1},
		{{2, 0, 0}, 1, 8, 2},
		{{0, 1, 2}, 1, 4, 1},
		{{64, 1u << 30, 4000000000}, 1000000, 256, 64},
		{{2, UINT64_MAX, 30}, 10, 8, 2},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct config config = CONFIG_INIT;

		ck_assert_int_eq(config_parse("", 0, "c", &cases[i].machine,
					      &config, NULL),
				 0);
		ck_assert_uint_eq(config.max_alive, cases[i].max_alive);
		ck_assert_uint_eq(config.max_launching, cases[i].max_launching);
		ck_assert_uint_eq(config.pools[0].slots, cases[i].slots);
		config_release(&config);
	}
}
END_TEST

START_TEST(every_setting_is_read)
{
	struct config config = CONFIG_INIT;

	parse_good("# ours\n"
		   "[scheduler]\n"
		   "max_alive = 7\n"
		   "max_launching=3\n"
		   "stuck_after =  90\n"
		   "stuck_kill = 0\n"
		   "  ; a comment\n"
		   "grace = 1.5s\n"
		   "leftovers = keep\n"
		   "log = split\n"
		   "log_max = 100M\n"
		   "keep = 30d\n"
		   "keep_bytes = 10G\n"
		   "logs = ~/my logs\n"
		   "shell = /bin/dash\n"
		   "\n"
		   "[pool gpu]\n"
		   "slots = 2\n"
		   "type = local\n"
		   "[pool local]\n"
		   "slots = 1\n",
		   &config);

	ck_assert_uint_eq(config.max_alive, 7);
	ck_assert_uint_eq(config.max_launching, 3);
	ck_assert_int_eq(config.stuck_after_ms, 90000);
	ck_assert_int_eq(config.stuck_kill_ms, 0);
	ck_assert_int_eq(config.grace_ms, 1500);
	ck_assert_int_eq(config.leftovers, LEFTOVERS_KEEP);
	ck_assert_int_eq(config.log, LOG_SPLIT);
	ck_assert_uint_eq(config.log_max, 100 << 20);
	ck_assert_int_eq(config.keep_ms, 30 * 86400000LL);
	ck_assert_int_eq(config.keep_bytes, 10LL << 30);
	ck_assert_str_eq(config.logs, "~/my logs");
	ck_assert_str_eq(config.shell, "/bin/dash");
	ck_assert_uint_eq(config.pool_count, 2);
	ck_assert_uint_eq(config_pool(&config, "local")->slots, 1);
	ck_assert_uint_eq(config_pool(&config, "gpu")->slots, 2);
	ck_assert_ptr_null(config_pool(&config, "cpu"));
	config_release(&config);
}
END_TEST

START_TEST(crlf_byte_order_mark_and_a_missing_last_newline_are_fine)
{
	struct config config = CONFIG_INIT;

	parse_good("\xef\xbb\xbf[scheduler]\r\nmax_alive = 7\r\n\r\ngrace = 2",
		   &config);
	ck_assert_uint_eq(config.max_alive, 7);
	ck_assert_int_eq(config.grace_ms, 2000);
	config_release(&config);
}
END_TEST

START_TEST(a_pool_without_slots_has_as_many_as_cpus)
{
	struct config config = CONFIG_INIT;

	parse_good("[pool x]\n", &config);
	ck_assert_uint_eq(config_pool(&config, "x")->slots, 4);
	ck_assert_str_eq(config_pool(&config, "x")->type, "local");
	config_release(&config);
}
END_TEST

START_TEST(pool_names_may_be_longer_than_inih_can_hold)
{
	char name[JOB_NAME_MAX + 1];
	autobuf struct buf text = BUF_INIT;
	struct config config = CONFIG_INIT;

	memset(name, 'p', JOB_NAME_MAX);
	name[JOB_NAME_MAX] = '\0';
	buf_printf(&text, "[pool %s]\nslots = 9\n", name);
	parse_good(text.data, &config);
	ck_assert_uint_eq(config_pool(&config, name)->slots, 9);
	config_release(&config);
}
END_TEST

START_TEST(a_semicolon_inside_a_word_stays)
{
	struct config config = CONFIG_INIT;

	parse_good("[scheduler]\nlogs = /a;b#c\n", &config);
	ck_assert_str_eq(config.logs, "/a;b#c");
	config_release(&config);
}
END_TEST

static const struct {
	const char *text, *message;
} wrong[] = {
	{"\n[scheduler]\nmax_aliv = 3\n",
	 "c:3: unknown key 'max_aliv' in [scheduler] "
	 "(did you mean 'max_alive'?)"},
	{"[scheduler]\nfrobnicate = 3\n",
	 "c:2: unknown key 'frobnicate' in [scheduler]: remove it"},
	{"[scheduler]\nslots = 3\n", "c:2: unknown key 'slots'"},
	{"[pool a]\nslot = 3\n",
	 "c:2: unknown key 'slot' in a pool (did you mean 'slots'?)"},
	{"[scheduler]\n = 3\n", "c:2: an indented line"},
	{"[scheduler]\n= 3\n", "c:2: unknown key ''"},
	{"[schedular]\n", "c:1: unknown section [schedular]: there are"},
	{"[]\n", "c:1: unknown section []"},
	{"[pool]\n", "c:1: unknown section [pool]"},
	{"[pool  a]\n", "c:1: ' a' cannot name a pool"},
	{"[pool ../a]\n", "c:1: '../a' cannot name a pool: use 1 to 64"},
	{"[pool ]\n", "c:1: '' cannot name a pool"},
	{"[pool a] x\n", "c:1: a section without its end"},
	{"[pool a\n", "c:1: a section without its end"},
	{"[\n", "c:1: a section without its end"},
	{"[pool a] ; x\n", "c:1: a ';' after a space"},
	{"[scheduler]\n[pool a]\n[scheduler]\n", "c:3: a second [scheduler]"},
	{"[pool a]\n[pool a]\n", "c:2: a second [pool a]"},
	{"[pool local]\n[pool local]\n", "c:2: a second [pool local]"},
	{"[scheduler]\ngrace = 1\ngrace = 2\n",
	 "c:3: 'grace' is here twice: remove one"},
	{"[scheduler]\nmax_alive = 0\n",
	 "c:2: 'max_alive' must be a number from 1 to 1000000, not '0'"},
	{"[scheduler]\nmax_alive = -1\n", "c:2: 'max_alive' must be"},
	{"[scheduler]\nmax_alive =\n",
	 "c:2: 'max_alive' must be a number from 1 to 1000000, not ''"},
	{"[scheduler]\nmax_launching = 1000001\n",
	 "c:2: 'max_launching' must be"},
	{"[scheduler]\nmax_alive = 4 # four\n",
	 "c:2: 'max_alive' must be a number"},
	{"[scheduler]\nstuck_after = 0\n",
	 "c:2: 'stuck_after' must be a duration"},
	{"[scheduler]\nstuck_kill = never\n",
	 "c:2: 'stuck_kill' must be a duration such as 90, 1.5s, 10m or "
	 "12h (0: never), not 'never'"},
	{"[scheduler]\ngrace = 10 s\n", "c:2: 'grace' must be"},
	{"[scheduler]\nleftovers = yes\n",
	 "c:2: 'leftovers' must be kill or keep, not 'yes'"},
	{"[scheduler]\nlog = both\n", "c:2: 'log' must be joined or split"},
	{"[scheduler]\nlog_max = 4K\n",
	 "c:2: 'log_max' must be a size of at least 256K"},
	{"[scheduler]\nkeep = always\n", "c:2: 'keep' must be a duration"},
	{"[scheduler]\nkeep_bytes = 1g\n", "c:2: 'keep_bytes' must be a size"},
	{"[scheduler]\nlogs = logs\n",
	 "c:2: 'logs' must be a path that starts with '/' or '~/'"},
	{"[scheduler]\nshell = ~bob/sh\n", "c:2: 'shell' must be a path"},
	{"[scheduler]\nshell =\n", "c:2: 'shell' must be a path"},
	{"[pool a]\ntype = magic\n", "c:2: 'type' must be local, slurm or"},
	{"[pool a]\ntype = command\npoll = /p\ncancel = /c\n",
	 "c:4: [pool a] is of type command: set submit, poll and cancel"},
	{"[pool a]\nsubmit = /s\n", "c:2: 'submit' in [pool a] is not for"},
	{"[pool a]\nenv.A = 1\n[pool b]\n", "c:3: 'env.A' in [pool a] is not"},
	{"[pool a]\nenv.A = 1\nenv.A = 2\n", "c:3: 'env.A' is here twice"},
	{"[pool a]\nenv.a-b = 1\n", "c:2: 'a-b' cannot name a variable"},
	{"[pool a]\nslots = 0\n", "c:2: 'slots' must be a number from 1"},
	{"max_alive = 3\n", "c:1: a setting before the first section"},
	{"[scheduler]\nmax_alive\n", "c:2: not a setting: write KEY"},
	{"[scheduler]\nmax_alive: 3\n", "c:2: not a setting: write KEY"},
	{"[scheduler]\nlogs: /a=b\n", "c:2: not a setting: write KEY"},
	{"[scheduler]\nlogs = /a ; b\n",
	 "c:2: a ';' after a space would cut the value"},
	{"[scheduler]\nlogs = /a\t;b\n", "c:2: a ';' after a space"},
	{"[scheduler]\ngrace = 1\n 2\n", "c:3: an indented line"},
	{"[scheduler]\ngrace = 1\x1b[0m\n", "c:2: a control character"},
	{"[scheduler]\nbad = 1\n[scheduler]\n", "c:2: unknown key"},
};

START_TEST(wrong_settings_are_refused_with_their_line)
{
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		parse_bad(wrong[i].text, strlen(wrong[i].text),
			  wrong[i].message);
}
END_TEST

START_TEST(a_nul_byte_is_refused)
{
	static const char text[] = "[scheduler]\ngrace = 1\0 0\n";

	parse_bad(text, sizeof(text) - 1, "c:2: a NUL byte");
}
END_TEST

START_TEST(lines_up_to_the_limit_arrive_whole)
{
	autobuf struct buf text = BUF_INIT;
	struct config config = CONFIG_INIT;

	buf_puts(&text, "[scheduler]\nlogs = /");
	while (text.len < 12 + 190)
		buf_putc(&text, 'x');
	parse_good(text.data, &config);
	ck_assert_uint_eq(strlen(config.logs), 190 - 7);
	config_release(&config);

	buf_putc(&text, 'x');
	parse_bad(text.data, text.len, "c:2: a line of more than 190 bytes");
}
END_TEST

START_TEST(comments_may_be_longer_than_any_line)
{
	autobuf struct buf text = BUF_INIT;
	struct config config = CONFIG_INIT;

	buf_puts(&text, "# ");
	while (text.len < 500)
		buf_puts(&text, "[x] = ; ");
	buf_puts(&text, "\n[scheduler]\nmax_alive = 5\n");
	parse_good(text.data, &config);
	ck_assert_uint_eq(config.max_alive, 5);
	config_release(&config);
}
END_TEST

START_TEST(pools_may_count)
{
	struct config config = CONFIG_INIT;
	const struct stock *s;

	parse_good("[pool local]\ncpus = 7.5\nmemory = 64G\ngpus = 0,1,3\n"
		   "[pool b]\ngpus = 0\n",
		   &config);
	s = &config.pools[0].stock;
	ck_assert(s->counted[NEED_CPUS]);
	ck_assert_uint_eq(s->total[NEED_CPUS], 7500);
	ck_assert_uint_eq(s->total[NEED_MEMORY], (uint64_t)64 << 30);
	ck_assert_uint_eq(s->total[NEED_GPUS], 3);
	ck_assert_uint_eq(s->ids, 11);
	s = &config.pools[1].stock;
	ck_assert(!s->counted[NEED_CPUS] && s->counted[NEED_GPUS]);
	ck_assert_uint_eq(s->total[NEED_GPUS], 0);
	config_release(&config);
}
END_TEST

START_TEST(the_text_ends_where_its_length_says)
{
	static const char text[] = "[scheduler]\nmax_alive = 5000";
	struct config config = CONFIG_INIT;

	ck_assert_int_eq(config_parse(text, strlen(text) - 2, "c", &small,
				      &config, NULL),
			 0);
	ck_assert_uint_eq(config.max_alive, 50);
	config_release(&config);
}
END_TEST

TCase *
config_tests(void)
{
	TCase *tc = tcase_create("config");

	tcase_add_test(tc, nothing_gives_the_defaults);
	tcase_add_test(tc, defaults_follow_the_machine);
	tcase_add_test(tc, every_setting_is_read);
	tcase_add_test(
		tc, crlf_byte_order_mark_and_a_missing_last_newline_are_fine);
	tcase_add_test(tc, a_pool_without_slots_has_as_many_as_cpus);
	tcase_add_test(tc, pool_names_may_be_longer_than_inih_can_hold);
	tcase_add_test(tc, a_semicolon_inside_a_word_stays);
	tcase_add_test(tc, wrong_settings_are_refused_with_their_line);
	tcase_add_test(tc, a_nul_byte_is_refused);
	tcase_add_test(tc, lines_up_to_the_limit_arrive_whole);
	tcase_add_test(tc, comments_may_be_longer_than_any_line);
	tcase_add_test(tc, pools_may_count);
	tcase_add_test(tc, the_text_ends_where_its_length_says);
	return tc;
}
