#!/bin/sh
# wait: 0 SUCCEEDED, 100 FAILED, 101 not finished, 102 no such job, 103
# CANCELLED; of several the first that did not succeed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
launch -- sh -c 'exit 7' >/dev/null
launch --hold -- true >/dev/null
launch --hold -- true >/dev/null
launch -- sh -c 'kill -9 $$' >/dev/null
mj cancel 4 >/dev/null

exits 0 mj wait 1
exits 100 mj wait 2
exits 101 mj wait --timeout 50ms 3
exits 102 mj wait 77
exits 102 mj wait --timeout 5s 3 77 # at once, and of none it is told
is "mj: no such job: 77 in $MJ_HOME; mj queue -a lists all" "$(cat err)"
exits 102 mj wait --any 1 77
exits 103 mj wait 4
exits 100 mj wait 1 2 4
exits 103 mj wait 1 4 2
exits 7 mj wait --exit-code 2
exits 137 mj wait --exit-code 5
exits 0 mj wait --any 3 1
is 1 "$(cat out)" "the first that ended"
exits 101 mj wait --any --timeout 50ms 3
