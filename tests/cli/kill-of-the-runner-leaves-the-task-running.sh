#!/bin/sh
# kill -9 the runner: the task goes on, its output and its exit code are kept.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo before; : <"$T/go"; echo after; exit 6' >/dev/null
wait_for 'grep -q before "$(log_of 1 sh)" 2>/dev/null'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
# shellcheck disable=SC2034 # the conditions use them
task=$(value 1 'run sh' pid)

kill -KILL "$(runner 1 sh)"
wait_for '[ "$(cut -d " " -f 4 "/proc/$task/stat")" = "$(controller 1)" ]'
open_gate go
exits 6 mj wait --timeout 30 --exit-code 1

is 1 "$(value 1 'run sh' attempt)" attempts
is 'before after' "$(tr '\n' ' ' <"$(log_of 1 sh)" | sed 's/ $//')"
is '' "$(entries .)" "what is still owed"
