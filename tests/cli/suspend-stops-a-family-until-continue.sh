#!/bin/sh
# Suspend stops every process of a job, those in sessions of their own included, and
# no process of mj; queue and show say so; continue lets them go on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >family.sh <<'END'
echo $$ >>"$T/pids"
setsid sh -c 'echo $$ >>"$T/pids"; while :; do :; done' &
(sh -c 'echo $$ >>"$T/pids"; exec sleep 1000' &)
until [ -e "$T/over" ]; do echo x >>"$T/beats"; done
END
# state PID: T if it is stopped
state()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -c 1
}

: >pids
launch -- sh family.sh >/dev/null
wait_for '[ "$(wc -l <"$T/pids")" = 3 ] && [ -s "$T/beats" ]'
contains "$(mj suspend 1)" '^job 1 is being suspended$'
wait_for 'mj queue | grep -q "suspended since 2"'
while read -r pid; do
	is T "$(state "$pid")" "process $pid"
done <pids
is S "$(state "$(controller 1)")" "the controller"
is S "$(state "$(runner 1 sh)")" "the runner"
beats=$(wc -l <beats)
contains "$(mj show 1)" '^reason *suspended since'
contains "$(mj show --json 1)" '"suspended_at": "2.*"suspended_seconds": [0-9]'
contains "$(mj queue --json)" '"status": "RUNNING".*"suspended_at": "2'
contains "$(mj suspend 1)" 'is being suspended'
is 1 "$(entries pool/local/running | wc -l)" "places taken"
is "$beats" "$(wc -l <beats)" "what it did"

contains "$(mj continue 1)" '^job 1 goes on$'
wait_for '[ "$(wc -l <"$T/beats")" -gt "$beats" ]'
wait_for '[ "$(value 1 "run sh" suspended_since)" = 0 ]'
while read -r pid; do
	[ "$(state "$pid")" != T ] || fail "process $pid is still stopped"
done <pids
contains "$(mj continue 1)" '^job 1 is not suspended$'
touch over
ends 0 1
all_gone pids
