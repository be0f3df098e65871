#!/bin/sh
# With controller and runner killed the attempt is lost: its processes are
# ended, then attempt 2 runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >try.sh <<'END'
echo "attempt $MJ_ATTEMPT of $MJ_TASK_ID, $MJ_RECOVERIES recoveries"
[ "$MJ_ATTEMPT" = 1 ] || exit 0
setsid sleep 600 &
echo $! $$ >"$T/new" && mv "$T/new" "$T/pids"
wait
END
launch -- sh "$T/try.sh" >/dev/null
wait_for '[ -e pids ]'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
controller=$(controller 1)
runner=$(runner 1 sh)

kill -STOP "$controller"
kill -KILL "$runner" "$controller"
wait_for 'gone $controller && gone $runner'
schedule --once
ends 0 1

contains "$(values 1 'task sh' status)" RECOVERING
is 2 "$(value 1 'run sh' attempt)" attempts
all_gone pids
is "$(sed 's/attempt 1/attempt 2/; s/, 0/, 1/' "$(log_of 1 sh 1)")" \
	"$(cat "$(log_of 1 sh 2)")"
