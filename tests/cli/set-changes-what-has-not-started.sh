#!/bin/sh
# mj set changes priority, pool and time limit of a job that waits or is held.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1' \
	'[pool other]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"; echo 1 >>"$T/order"' >/dev/null
for n in 2 3 4; do
	launch -- sh -c "echo $n >>'order'" >/dev/null
done
launch --hold -n held -- sh -c 'echo 5 >>order; sleep 60' >/dev/null
launch -- sh -c 'echo 6 >other' >/dev/null

mj set 4 priority=7
mj set 3-4 held priority=10
mj set 3 priority=-3
contains "$(mj show 4)" '^priority *10'
mj set 5 timeout=1h
contains "$(mj show 5)" '^  time limit 1h 0m'
mj set 5 timeout=none
! mj show 5 | grep -q 'time limit' || fail "a limit that was taken back"
mj set 5 timeout=100ms
contains "$(mj show 5 --json)" '"timeout_seconds": 0.1'
is "0000000005.1" "$(entries held)" "what is held"
mj set 6 pool=other
ends 0 6
contains "$(mj show 6)" '^pool *other'

mj release held
open_gate go
ends 0 1 2 3 4
ends 100 5
is "1 4 5 2 3" "$(tr '\n' ' ' <order | sed 's/ $//')" "the order"
contains "$(mj show 5)" timeout
