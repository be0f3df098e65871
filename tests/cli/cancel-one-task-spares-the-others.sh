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
mj cancel --task ended 1
wait_for '[ "$(value 1 "task ended" status)" = CANCELLED ]'
is RUNNING "$(value 1 'task spared' status)"
open_gate go
wait_for nothing_alive
is SUCCEEDED "$(value 1 'task spared' status)"
