#!/bin/sh
# When a job ends the next one starts without a timer, and a dead controller
# holds no slot.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch --num-jobs 3 -- sh -c 'echo "$MJ_JOB_ID" >>"$T/order"' >/dev/null
ends 0 1-3
is '1 2 3' "$(tr '\n' ' ' <order | sed 's/ $//')"

launch -- sleep 600 >/dev/null
launch -- true >/dev/null
wait_for '[ -n "$(value 4 "run sleep" pid)" ]'
runner=$(runner 4 sleep)
kill -KILL "$(controller 4)" "$runner"
mj cancel 4 --now >/dev/null 2>&1
schedule --once
ends 0 5
ends 103 4
