#!/bin/sh
# A range cancels the jobs of an array, running and waiting, and retries those that did
# not succeed; the limit holds then too.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
launch -- true >/dev/null
ends 0 1
launch --num-jobs 100 --max-parallel 2 -- sh -c '[ -e "$T/good" ] || sleep 600' \
	>/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 2 ]'
exits 0 mj cancel 2-101 --now --wait
is 100 "$(mj queue -a -s cancelled --json | wc -l)" "cancelled jobs"
is '' "$(entries .)" "what is owed"

touch good
: >"$MJ_HOME/queue/paused"
exits 0 mj retry 2-9
is 8 "$(entries pool/local/waiting | wc -l)" "waiting jobs"
rm "$MJ_HOME/queue/paused"
schedule --dry-run >plan
contains "$(cat plan)" 'job 4: array 2-101 runs 2 of at most 2'
schedule --once
ends 0 2-9
exits 0 mj doctor
