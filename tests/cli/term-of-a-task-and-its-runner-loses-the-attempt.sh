#!/bin/sh
# A command that was ended by a TERM, whose runner then gets one too, has not
# FAILED: the attempt is lost and the next one runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c '[ "$MJ_ATTEMPT" = 2 ] || exec sleep 600' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
command=$(value 1 'run sh' pid)
runner=$(runner 1 sh)

kill -TERM "$command"
wait_for 'gone $command'
kill -TERM "$runner"
ends 0 1

contains "$(values 1 'task sh' status)" RECOVERING
is '' "$(values 1 'task sh' status | grep FAILED)" failures
is 2 "$(value 1 'run sh' attempt)" attempts
is 1 "$(value 1 job claim)" claims
