#!/bin/sh
# With enforce = yes an attempt has a control group of its own: whatever cleared its environment
# and left is found there and ended, also when runner and controller were killed; the group goes
# with the attempt, and one that was left over with a pass.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[scheduler]' 'grace = 200ms' '[pool local]' 'slots = 9' 'enforce = yes' '[recovery]' \
	'initial = 10ms'
launch -- true >/dev/null
ends 0 1
group=$(value 1 "run true" cgroup)
[ -n "$group" ] || skip "no control group: $(value 1 "run true" unlimited)"
case $group in */mj-task-*-1-1-true) ;; *) fail "it is called $group" ;; esac
wait_for '[ ! -e "$group" ]' 'the group goes with the attempt'

# nothing of it can be found but by the group
cat >stray.sh <<'EOS'
env -i PATH="$PATH" setsid sh -c '
	trap "" TERM
	exec </dev/null >/dev/null 2>&1
	echo $$ >"$1/pid.$2"
	while [ -d "$1" ]; do sleep 0.2; done' sh "$T" "$1" &
: <"$T/never"
EOS
gate never
launch -- sh stray.sh 2 >/dev/null
wait_for '[ -s pid.2 ]'
group=$(value 2 "run sh" cgroup)
contains "$(cat "$group/cgroup.procs")" "^$(cat pid.2)\$"
contains "$(mj show 2)" "^ *cgroup *$group\$"
mj cancel 2 >/dev/null
ends 103 2
all_gone pid.2
wait_for '[ ! -e "$group" ]'

launch -- sh -c '[ $MJ_ATTEMPT = 2 ] || exec sh stray.sh 3' >/dev/null
wait_for '[ -s pid.3 ]'
group=$(value 3 "run sh" cgroup)
kill -KILL "$(controller 3)" "$(runner 3 sh)"
schedule --reap
mj cancel 3 >/dev/null 2>&1 || :
wait_for 'gone "$(cat pid.3)"' 'it is found by its group'
wait_for '[ ! -e "$group" ]'
mj wait --timeout 30 3 >/dev/null 2>&1 || [ $? != 101 ] || fail 'job 3 goes on'

# what a kill between making and noting leaves; one of a living job stays
launch -- sh -c ': <"$T/never"' >/dev/null
wait_for '[ "$(value 4 "task sh" status)" = RUNNING ]'
group=$(value 4 "run sh" cgroup)
left=${group%-4-1-sh}-3-7-sh
mkdir "$left"
wait_for no_pass
contains "$(schedule --reap -v 2>&1)" 'job 3: its control group mj-task-.*-3-7-sh is removed'
[ ! -e "$left" ] || fail 'it is still there'
[ -e "$group" ] || fail "that of a living job was removed"
mj cancel --grace 0 4 >/dev/null
ends 103 4

# an mj that a task runs in another home is not ended with it, nor what that runs
gate later
launch -- sh -c 'MJ_LOGS=$T/logs "$MJ" --home "$T/other" launch -- sh -c "echo \$\$ >\"\$T/pid.5\"; : <\"\$T/later\"; echo went on >\"\$T/went\""
	trap "" TERM; : <"$T/never"' >/dev/null
wait_for '[ -s pid.5 ]'
group=$(value 5 "run sh" cgroup)
mj cancel 5 >/dev/null
ends 103 5
gone "$(cat pid.5)" && fail 'what the other mj runs was ended'
gone "$(head -n 1 other/jobs/*1/controller.pid)" && fail 'the other mj was ended'
open_gate later
wait_for '[ -s went ]' 'the other job went on'
exits 0 env MJ_LOGS="$T/logs" "$MJ" --home "$T/other" wait --timeout 30 1
wait_for '[ ! -e "$group" ] || { schedule --reap; false; }' 'the group is removed when the other mj has gone'
