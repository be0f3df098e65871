#!/bin/sh
# Notices of a job that runs, as a launch that was killed leaves them, change nothing
# of it, keep no pass waiting, and are removed: that of its time by any pass, those of
# other jobs by the timer's.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
wait_for no_pass
was=$(controller 1)
mkdir -p "$MJ_HOME/queue/begin" "$MJ_HOME/queue/after/0000000002" \
	"$MJ_HOME/queue/after/0000000003"
: >"$MJ_HOME/queue/begin/000000000000.0000000001"
: >"$MJ_HOME/queue/after/0000000002/0000000001"
: >"$MJ_HOME/queue/after/0000000003/0000000001"

# Job 2 fails, so who comes after it is looked at.
launch -- false >/dev/null
ends 100 2
wait_for no_pass
wait_for '[ -z "$(entries begin)" ]' "the notice of a time is removed"
is RUNNING "$(value 1 'task sh' status)"
schedule --once
is '' "$(entries after)" "notices of other jobs"
is '' "$(entries begin)" "notices of a time"

# The same when nobody holds its lock, as its controller and its runner are dead.
: >"$MJ_HOME/queue/begin/000000000000.0000000001"
before=$(runner 1 sh)
kill -STOP "$was" "$before"
kill -KILL "$was" "$before"
schedule --once
wait_for '[ "$(value 1 "run sh" attempt)" = 2 ]'
wait_for '[ -z "$(entries begin)" ]' "the notice is removed once more"
open_gate go
ends 0 1
wait_for no_pass
is '' "$(entries .)" "what is still owed"
exits 0 mj doctor
