#!/bin/sh
# A suspended job stays so when its runner is killed, when its controller is, and when
# both are: then it waits, and continue lets it recover.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate over.1
gate over.2
cat >task.sh <<'END'
echo $$ >"$T/pid.$MJ_ATTEMPT"
: <"$T/over.$MJ_ATTEMPT"
END
state()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -c 1
}

launch --timeout 1h -- sh task.sh >/dev/null
wait_for '[ -s "$T/pid.1" ]'
pid=$(cat pid.1)
mj suspend 1 >/dev/null
wait_for '[ "$(value 1 "run sh" stopped)" = 1 ]'
kill -KILL "$(controller 1)"
wait_for '[ "$(value 1 job claim)" = 2 ]' "a new controller"
is T "$(state "$pid")" "the command"

# continued and suspended again under the new one
mj continue 1 >/dev/null
wait_for '[ "$(state "$pid")" != T ]'
wait_for '[ "$(value 1 "run sh" suspended_since)" = 0 ]'
mj suspend 1 >/dev/null
wait_for '[ "$(value 1 "run sh" stopped)" = 1 ]'

# both at once: the attempt is lost, and no other begins
kill -STOP "$(controller 1)" "$(runner 1 sh)"
kill -KILL "$(controller 1)" "$(runner 1 sh)"
wait_for 'schedule --once; [ "$(value 1 "task sh" status)" = RECOVERING ]'
wait_for 'gone "$pid"'
schedule --once
is "" "$(entries pool/local/running)" "what runs"
contains "$(mj queue)" 'RECOVERING .*suspended since'
mj continue 1 >/dev/null
wait_for '[ -s "$T/pid.2" ]'

# a controller that carries the command on itself stops and continues it, too
pid=$(cat pid.2)
mj suspend 1 >/dev/null
wait_for '[ "$(state "$pid")" = T ]'
kill -KILL "$(runner 1 sh)"
wait_for 'grep -q "goes on under" "$MJ_LOGS/jobs_controller/0000000001.log"'
is T "$(state "$pid")" "the command"
mj continue 1 >/dev/null
wait_for '[ "$(state "$pid")" != T ]'
mj suspend 1 >/dev/null
wait_for '[ "$(state "$pid")" = T ]'
mj continue 1 >/dev/null
open_gate over.2
ends 0 1
is 2 "$(value 1 "task sh" attempt)" "the attempts"
