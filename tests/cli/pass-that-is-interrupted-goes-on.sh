#!/bin/sh
# ^C, a hang-up or a polite kill right after it was started stops neither a pass nor what
# it starts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 6 -- sh -c 'sleep 0.1; echo "$MJ_JOB_ID" >>"$T/runs"' >/dev/null
requeue
# a group of its own, as at a terminal, and the default signals of one
env --default-signal=INT true 2>/dev/null || skip "env has no --default-signal"
for signal in INT HUP TERM; do
	env --default-signal=INT setsid sh -c 'echo $$ >"$T/group"; "$MJ_SCHEDULE" --once; :' >out 2>&1 &
	leader=$!
	wait_for '[ -s group ]'
	kill -s $signal -- "-$(cat group)" 2>/dev/null || :
	wait $leader 2>/dev/null || :
	rm group
done
schedule --once
ends 0 1-6
is '1 2 3 4 5 6' "$(sort runs | tr '\n' ' ' | sed 's/ $//')" "what ran"
