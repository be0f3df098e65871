#!/bin/sh
# kill -9 the controller: another takes its place with no timer, the task goes
# on, its output and exit code are kept.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo before; : <"$T/go"; echo after; exit 6' >/dev/null
wait_for 'grep -q before "$(log_of 1 sh)" 2>/dev/null'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
first=$(controller 1)
task=$(value 1 'run sh' pid)

kill -KILL "$first"
wait_for '[ "$(value 1 job claim)" = 2 ]'
wait_for '[ "$(controller 1)" != "$first" ]'
is 1 "$(entries alive | wc -l)" controllers
kill -0 "$task" || fail "the task is gone"
open_gate go
exits 6 mj wait --timeout 30 --exit-code 1

is 1 "$(value 1 'run sh' attempt)" attempts
is 'before after' "$(tr '\n' ' ' <"$(log_of 1 sh)" | sed 's/ $//')"
is '' "$(entries .)" "what is still owed"
