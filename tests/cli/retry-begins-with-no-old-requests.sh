#!/bin/sh
# What was asked of a job in a round that is over is not asked of the next: not to stand
# still, and not to start later.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c '[ "$MJ_ATTEMPT" -gt 1 ]' >/dev/null
ends 100 1
for request in suspend suspend.sh continue cancel cancel.sh; do
	: >"$(job_dir 1)/$request"
done
mj pause
exits 0 mj retry 1
for request in suspend suspend.sh continue cancel cancel.sh; do
	[ ! -e "$(job_dir 1)/$request" ] || fail "$request is left"
done
exits 1 mj set 1 begin=+1h
contains "$(cat err)" 'job 1 is tried again, and no begin or after holds'
exits 0 mj set 1 priority=5
mj resume
ends 0 1
