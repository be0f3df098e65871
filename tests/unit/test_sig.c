/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "os/proc.h"
#include "os/sig.h"
#include "os/sys.h"
#include "suites.h"

/* The mask is put back, so that check can go on without a fork. */
static sigset_t
keep_mask(void)
{
	sigset_t old;

	sigprocmask(SIG_SETMASK, NULL, &old);
	return old;
}

static void
signal_self(int signo)
{
	autoclose int self = proc_open_self();

	ck_assert_int_eq(proc_signal(self, signo), 0);
}

START_TEST(blocked_signals_are_read_from_the_descriptor)
{
	sigset_t old = keep_mask();
	autoclose int fd = -1;
	int from = 0;

	sig_block();
	fd = sig_open();
	ck_assert_int_eq(sig_next(fd, NULL), 0);
	signal_self(SIGTERM);
	ck_assert_int_eq(sig_next(fd, &from), SIGTERM);
	ck_assert_int_eq(from, sys_pid());
	signal_self(SIGHUP);
	ck_assert_int_eq(sig_next(fd, NULL), SIGHUP);
	ck_assert_int_eq(sig_next(fd, NULL), 0);
	sig_restore(&old);
}
END_TEST

START_TEST(held_signals_come_when_they_are_let_go)
{
	sigset_t old, pending;

	sig_hold(&old);
	signal_self(SIGINT);
	sigpending(&pending);
	ck_assert(sigismember(&pending, SIGINT));
	signal(SIGINT, SIG_IGN);
	sig_restore(&old);
	sigpending(&pending);
	ck_assert(!sigismember(&pending, SIGINT));
	signal(SIGINT, SIG_DFL);
}
END_TEST

START_TEST(reset_gives_defaults_and_an_empty_mask)
{
	sigset_t old = keep_mask(), mask;
	struct sigaction action;

	sig_block();
	signal(SIGUSR2, SIG_IGN);
	sig_reset();
	sigprocmask(SIG_SETMASK, NULL, &mask);
	for (int signo = 1; signo < 32; signo++) {
		ck_assert(!sigismember(&mask, signo));
		sigaction(signo, NULL, &action);
		ck_assert(action.sa_handler == SIG_DFL);
	}
	sig_restore(&old);
}
END_TEST

START_TEST(a_write_into_a_closed_pipe_only_fails)
{
	int ends[2];

	sig_ignore_pipe();
	ck_assert_int_eq(sys_pipe(ends, false), 0);
	sys_close(&ends[0]);
	ck_assert_int_eq(sys_write_all(ends[1], "x", 1), -1);
	sys_close(&ends[1]);
}
END_TEST

TCase *
sig_tests(void)
{
	TCase *t = tcase_create("sig");

	tcase_add_test(t, blocked_signals_are_read_from_the_descriptor);
	tcase_add_test(t, held_signals_come_when_they_are_let_go);
	tcase_add_test(t, reset_gives_defaults_and_an_empty_mask);
	tcase_add_test(t, a_write_into_a_closed_pipe_only_fails);
	return t;
}
