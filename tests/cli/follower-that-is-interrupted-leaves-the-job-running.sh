#!/bin/sh
# ^C ends `mj launch -f`, not the job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
"$MJ" launch -f -- sh -c 'echo shown; : <"$T/go"' >out 2>/dev/null &
follower=$!
started $follower
wait_for 'grep -q shown out'

# the shell starts what is in the background with INT ignored: TERM then
kill -TERM $follower
wait $follower || :
is RUNNING "$(mj queue | awk 'NR == 2 { print $4 }')"
open_gate go
ends 0 1
