#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Why another place has not started a task yet shows in queue and show, and what its programs printed in logs --launch.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >"$T/other/poll.how" <<'END'
[ ! -e "$other/wait" ] || { echo 'pending (Resources)'; exit; }
END
touch "$T/other/wait"
id=$(launch --pool other -- sh -c 'touch "$T/up"; while [ ! -e "$T/go" ]; do sleep 0.1; done')
wait_for 'mj queue | grep "STARTING.*(Resources)"'
wait_for '[ -e "$T/up" ]'
contains "$(mj show --json "$id")" '"remote": *"id-1-'
# a place where it waits for long is none of those few that start here
is '' "$(ls "$MJ_HOME/queue/launching")" 'what holds a launch slot'
contains "$(mj pools)" '^other *command *1/- '

rm "$T/other/wait"
wait_for 'mj queue | grep RUNNING'
wait_for '! mj queue | grep Resources'
touch "$T/go"
ends 0 "$id"
launched=$(mj logs --launch --no-follow "$id" sh)
contains "$launched" '^20.* submit$'
contains "$launched" '^ *id-1-'
contains "$launched" '^ *pending (Resources)$'
is 1 "$(printf '%s\n' "$launched" | grep -c Resources)" 'how often the same is said'

# a task that runs here has no such log
id=$(launch -- true)
ends 0 "$id"
is '' "$(mj logs --launch --no-follow "$id")" 'the launch log of a task here'
exits 2 mj logs --launch --stderr "$id"
