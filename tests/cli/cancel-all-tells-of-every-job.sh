#!/bin/sh
# `mj cancel -a` and -n tell of each job, whether it ran or waited, and all have the
# same reason.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 1'
USER=tester
export USER
for _ in 1 2 3 4; do launch -n loop -- sleep 60 >/dev/null; done
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
launch_held 1 -n loop -- true >/dev/null
exits 0 mj cancel -n 'lo*'
is 'job 1 is being cancelled
job 2 is cancelled
job 3 is cancelled
job 4 is cancelled
job 5 is cancelled' "$(sort -k 2n out)" "what is told of -n"
ends 103 1 2 3 4 5

for _ in 6 7 8; do launch -- sleep 60 >/dev/null; done
wait_for '[ "$(value 6 "task sleep" status)" = RUNNING ]'
exits 0 mj cancel -a --wait
is 'job 6 is being cancelled
job 6 is cancelled
job 7 is cancelled
job 8 is cancelled' "$(sort out)" "what is told of -a"
for job in 2 3 7 8; do
	is 'cancelled by tester' "$(value "$job" job reason)" "reason of $job"
done
is 'cancelled by tester' "$(value 6 'task sleep' reason)" "reason of the one that ran"
exits 102 mj cancel -n nobody
contains "$(cat err)" 'no active job is called nobody'
exits 0 mj cancel -a
exits 2 mj cancel -a 1
