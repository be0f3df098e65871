#!/bin/sh
# Every end of an attempt says why: code, signal, time limit, who cancelled, how a loss
# is known, what could not be started.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
gate go
launch -- sh -c 'exit 4' >/dev/null
launch -- sh -c 'kill -KILL $$' >/dev/null
launch --timeout 100ms -- sleep 1000 >/dev/null
launch -- ./missing >/dev/null
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 5 "task sh" status)" = RUNNING ]'
USER=somebody mj cancel --grace 0 5 >/dev/null
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 6 "task sh" status)" = RUNNING ]'
kill -STOP "$(controller 6)" "$(runner 6 sh)"
kill -KILL "$(controller 6)" "$(runner 6 sh)"
wait_for 'schedule --once; [ "$(value 6 "run sh" attempt)" = 2 ]'
wait_for '[ "$(values 6 "task sh" status | tail -n 1)" = RUNNING ]'
open_gate go
ends 100 1 2 3 4
ends 103 5
ends 0 6

# what is just going may be seen in between
also='s/; process [0-9]* could not be looked at//'
# why JOB [ATTEMPT]: the cause's word and its text.
why()
{
	mj show --json "$1" | jq -r ".tasks[0].attempts[${2:-1} - 1] |
		\"\\(.cause): \\(.reason)\"" | sed "$also"
}
is 'exit: exit 4' "$(why 1)"
is 'signal: signal 9 (Killed)' "$(why 2)"
contains "$(why 3)" '^timeout: timeout after 0[.][1-9]'
contains "$(why 4)" '^start: could not start run: .*No such file'
is 'cancel: cancelled by somebody' "$(why 5)"
is 'lost: lost: its runner and its controller were killed' "$(why 6)"
is 'exit: exit 0' "$(why 6 2)"

mj show 5 >shown
contains "$(cat shown)" '^    cause *cancelled by somebody'
mj show 6 | sed -n '/^story/,$p' | sed 's/^  [^ ]* [^ ]*  //' >story
sed -i "s/after waiting .*/after waiting/; s/, [^,]* after attempt 1 ended//; $also" story
cat >wanted <<END
story
submitted by $(value 6 job user)
task sh: attempt 1: started, after waiting
task sh: attempt 1: ended: lost: its runner and its controller were killed
task sh: attempt 2: started
task sh: attempt 2: ended: exit 0
SUCCEEDED
END
cmp wanted story || fail "the story is: $(cat story)"
is 'submitted started cancel_asked ended final' "$(mj show --json 5 |
	jq -r '[.story[].event] | join(" ")')"
is true "$(mj show --json 5 | jq '.cancel.at <= .ended_at and .cancel.at > .submitted_at')"
