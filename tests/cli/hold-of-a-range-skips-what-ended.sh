#!/bin/sh
# hold and release tell what they did; of a range what has ended is passed over.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -- true)"
launch_held 2 -- true >/dev/null
exits 0 mj hold 1-3
is 'job 2 is held already
job 3 is held already' "$(cat out)" hold
exits 1 mj hold 1
contains "$(cat err)" 'job 1 has ended'
exits 0 mj release 1-9
is 'job 2 is released
job 3 is released' "$(cat out)" release
ends 0 2 3
