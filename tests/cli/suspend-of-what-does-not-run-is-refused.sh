#!/bin/sh
# A job that waits, is held or has ended cannot be suspended, and the remedy is named.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
mj pause >/dev/null
launch -- true >/dev/null
exits 1 mj suspend 1
contains "$(cat err)" '^mj: job 1 is on hold already$'
exits 1 mj suspend 2
contains "$(cat err)" '^mj: job 2 waits to be started: mj hold 2$'
mj resume >/dev/null
ends 0 2
exits 1 mj suspend 2
contains "$(cat err)" '^mj: job 2 has ended; mj launch --from 2 runs it anew$'
exits 102 mj suspend 7
exits 2 mj suspend
exits 2 mj suspend --task a 1 2
exits 2 mj suspend --task true 1-2
exits 2 mj continue --task true 1-2
[ ! -e "$(job_dir 1)/suspend" ] && [ ! -e "$(job_dir 2)/suspend" ] ||
	fail "a request was left"
contains "$(mj continue 2)" 'job 2 is not suspended'
