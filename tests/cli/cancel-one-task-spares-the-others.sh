#!/bin/sh
# cancel --task ends one task of a job; with selective failure the others go
# on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 4'
gate go
cat >two.yaml <<'END'
name: two
execution: parallel
on_failure: selective
---
name: ended
run: sleep 600
---
name: spared
run: ': <"$T/go"'
END
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task ended" status)" = RUNNING ]'
wait_for '[ "$(value 1 "task spared" status)" = RUNNING ]'

exits 102 mj cancel --task nobody 1
exits 0 mj cancel --task ended 1
is 'task ended of job 1 is being cancelled' "$(cat out)"
wait_for '[ "$(value 1 "task ended" status)" = CANCELLED ]'
is RUNNING "$(value 1 'task spared' status)"
exits 0 mj cancel --task ended 1
is 'task ended of job 1 has ended already' "$(cat out)"
open_gate go
wait_for nothing_alive
is SUCCEEDED "$(value 1 'task spared' status)"

# One that waits loses the task when it begins; a range has no task.
launch --hold two.yaml >/dev/null
exits 2 mj cancel --task ended 1-2
exits 0 mj cancel --task ended 2
is 'task ended of job 2 will be cancelled when the job begins' "$(cat out)"
is PENDING "$(mj show 2 --json | sed 's/.*"name": "ended", "status": "\([A-Z]*\)".*/\1/')"
mj release 2
ends 103 2
is CANCELLED "$(value 2 'task ended' status)"
is SUCCEEDED "$(value 2 'task spared' status)"
