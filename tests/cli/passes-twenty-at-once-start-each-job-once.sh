#!/bin/sh
# Twenty passes at the same instant: all exit 0 and each job is started once.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 10 -- sh -c 'echo "$MJ_JOB_ID" >>"$T/runs"' >/dev/null
requeue
pids=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	"$MJ_SCHEDULE" --once 2>"err.$i" &
	pids="$pids $!"
done
for pid in $pids; do
	wait "$pid" || fail "a pass failed: $(cat err.*)"
done
ends 0 1-10

is 10 "$(wc -l <runs)" runs
is 10 "$(sort -u runs | wc -l)" "different jobs"
is '' "$(cat err.*)" "what they said"
