#!/bin/sh
# A process whose main thread has ended while another goes on is ended by a
# cancel and as a leftover.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >headless.c <<'END'
#include <pthread.h>
#include <unistd.h>

static void *
stay(void *arg)
{
	for (;;)
		pause();
	return arg;
}

int
main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, stay, NULL) != 0)
		return 1;
	pthread_exit(NULL);
}
END
${CC:-cc} -pthread -o headless headless.c 2>/dev/null ||
	skip "no C compiler with threads"

# headless PID: it lives, and its first thread is a zombie.
headless()
{
	grep -qs '^State:.*zombie' "/proc/$1/status" &&
		[ "$(find "/proc/$1/task" -mindepth 1 -maxdepth 1 | wc -l)" -gt 1 ]
}

settings '[scheduler]' 'grace = 100ms'
launch -- ./headless >/dev/null
wait_for '[ "$(value 1 "task headless" status)" = RUNNING ]'
pid=$(value 1 'run headless' pid)
wait_for 'headless $pid'
mj cancel 1
ends 103 1
[ ! -e "/proc/$pid" ] || fail "process $pid lives"

gate go
launch -- sh -c './headless & echo $! >new && mv new pid; : <"$T/go"' >/dev/null
wait_for '[ -e pid ] && headless "$(cat pid)"'
open_gate go
ends 0 2
[ ! -e "/proc/$(cat pid)" ] || fail "the leftover lives"
