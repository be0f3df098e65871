#!/bin/sh
# A task whose controller was killed before it saw the request to cancel it is
# ended by the next controller.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs flock

settings '[scheduler]' 'grace = 100ms'
launch -- sh -c 'sleep 600 & echo $! $$ >"$T/new" && mv "$T/new" "$T/pids"; wait' \
	>/dev/null
wait_for '[ -e pids ]'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
controller=$(controller 1)

# no pass, and so no new controller, before there is the request
export controller
flock -o "$MJ_HOME/queue" sh -c 'kill -KILL "$controller"
while kill -0 "$controller" 2>/dev/null &&
	! grep -q "^State:[[:space:]]*Z" "/proc/$controller/status"; do
	sleep 0.01
done
"$MJ" cancel 1 --task sh'
schedule --once
ends 103 1

is 2 "$(value 1 job claim)" claims
is CANCELLED "$(value 1 'task sh' status)"
all_gone pids
is '' "$(entries .)" "what is still owed"
