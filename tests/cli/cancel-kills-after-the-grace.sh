#!/bin/sh
# A task that ignores TERM gets KILL when the grace is over, not before; --now
# leaves the grace out.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >deaf.sh <<'END'
trap 'echo heard' TERM
echo ready
while :; do sleep 0.05; done
END
launch -- sh "$T/deaf.sh" >/dev/null
launch -- sh "$T/deaf.sh" >/dev/null
wait_for 'grep -q ready "$(log_of 1 sh)" && grep -q ready "$(log_of 2 sh)"' \
	2>/dev/null

before=$(date +%s%N)
mj cancel --grace 400ms 1
mj cancel 1 >/dev/null
ends 103 1
[ $((($(date +%s%N) - before) / 1000000)) -ge 400 ] || fail "killed before the grace"
contains "$(cat "$(log_of 1 sh)")" heard
is 9 "$(value 1 'run sh' signal)" signal
contains "$(values 1 'task sh' status)" CANCELLING

mj cancel --now 2
ends 103 2
! grep -q heard "$(log_of 2 sh)" || fail "--now has sent TERM"
is CANCELLED "$(value 2 'task sh' status)"
