#!/bin/sh
# A controller that is stopped is not replaced, however many passes look at
# it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
pid=$(controller 1)

kill -STOP "$pid"
schedule --reap
schedule --once
is 1 "$(value 1 job claim)" claims
is "$pid" "$(controller 1)"
kill -CONT "$pid"
open_gate go
ends 0 1
