#!/bin/sh
# TERM to task, runner and controller together, as at a shutdown, loses the
# attempt but does not fail it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c '[ "$MJ_ATTEMPT" = 2 ] || exec sleep 600' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
controller=$(controller 1)
runner=$(runner 1 sh)

kill -TERM "$(value 1 'run sh' pid)" "$runner" "$controller"
wait_for 'gone $controller && gone $runner'
is '' "$(value 1 job status)" "a final status"
schedule --once
ends 0 1

is 2 "$(value 1 'run sh' attempt)" attempts
