#!/bin/sh
# Who follows a job, or waits for it, is told when a task is tried again, and how many
# attempts there are.  What is cancelled before that was never tried again.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[recovery]' 'initial = 100s' 'max = 100s' 'jitter = 0'
mj launch -f --max-restarts 2 -n followed -- false >out 2>err &
started $!
mj launch --wait --recover-on 3 -n waited -- sh -c 'exit 3' >/dev/null 2>err.wait &
started $!
wait_for 'grep -q "task false: next attempt in 1m [34][0-9]s (2 of 3): exit 1$" err'
# of such an exit code the first retry comes at once
wait_for 'grep -q "task sh: next attempt in 1m [34][0-9]s (attempt 3): exit 3$" err.wait'
contains "$(mj show followed)" 'recoveries  *1'
exits 0 mj cancel --wait followed waited
contains "$(cat out)" '^job [12] is cancelled$'
! mj show followed | grep recoveries || fail "no attempt followed"
contains "$(mj show waited)" 'recoveries  *1$'
