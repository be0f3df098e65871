#!/bin/sh
# After a job that has ended a new one is started or skipped at once; after one
# that never was it is refused.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
is 2 "$(launch --after 1 -- true)" "the number"
ends 0 2
is 3 "$(launch --after 1:fail -- true)" "the number"
contains "$(cat "$T/launch.err")" '^mj: job 3 will not run: it is SKIPPED: job 1 ended SUCCEEDED'
contains "$(cat "$T/launch.err")" '^  mj launch --from 3 '
! grep -q 'mj logs\|mj cancel' "$T/launch.err" || fail "hints of a job that runs"
exits 100 mj wait --timeout 0 3
is "4
5" "$(launch --after 1:any --num-jobs 2 -- true)" "an array's numbers"
ends 0 4-5

exits 102 mj launch --after 9 -- true
exits 2 mj launch --after 1:maybe -- true
contains "$(cat err)" 'JOB:any'
exits 102 mj show 6
