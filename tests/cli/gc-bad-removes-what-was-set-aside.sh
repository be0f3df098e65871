#!/bin/sh
# bad/ is left alone unless mj gc --bad says otherwise.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
wait_for no_pass
printf 'rubbish\n' >"$(job_dir 1)/record"
requeue
schedule --once
wait_for '[ -d "$MJ_HOME/bad/0000000001" ]'
launch -- true >/dev/null
ends 0 2
touch -d '9 days ago' "$MJ_HOME/bad/0000000001/record"

is '0 jobs removed, 0 B' "$(mj gc --keep 1d)"
[ -d "$MJ_HOME/bad/0000000001" ] || fail "it went without --bad"
contains "$(mj gc --keep 1d --bad)" '^job 1, set aside'
is "" "$(find "$MJ_HOME/bad" "$MJ_HOME/gone" -name "0*")" "what is left"
