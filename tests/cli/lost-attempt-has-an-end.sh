#!/bin/sh
# An attempt that is judged lost gets its end, its cause and how that is known into
# the record, and its run time stands still.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch -- sleep 60 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
controller=$(controller 1)
runner=$(runner 1 sleep)
kill -STOP "$controller"
kill -KILL "$runner" "$controller"
wait_for 'gone "$controller" && gone "$runner"'
schedule --once
wait_for '[ "$(value 1 "task sleep" attempt)" = 2 ]'
wait_for 'mj show 1 --json >shown && [ "$(jq ".tasks[0].attempts | length" shown)" = 2 ]'
is lost "$(jq -r '.tasks[0].attempts[0].cause' shown)" cause
contains "$(jq -r '.tasks[0].attempts[0].error' shown)" 'lost: .* killed'
is true "$(jq '.tasks[0].attempts[0] | has("ended_at")' shown)" "has an end"
was=$(jq '.tasks[0].attempts[0].run_seconds' shown)
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
mj show 1 --json >shown
is "$was" "$(jq '.tasks[0].attempts[0].run_seconds' shown)" "run time"
mj cancel 1 --now >/dev/null
ends 103 1
