#!/bin/sh
# An auxiliary task that is cancelled, or fails with on_failure immediate, leaves all others
# of its group running.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 5'

gate go
cat >group.yaml <<'EOF'
name: group
execution: parallel
on_failure: immediate
primary_tasks: [train]
---
name: train
run: |
  : <"$T/go"
---
name: watch
run: exec sleep 1000
---
name: broken
run: exit 5
---
name: other
run: exec sleep 1000
EOF
launch group.yaml >/dev/null
wait_for '[ "$(value 1 "task watch" status)" = RUNNING ] &&
	[ "$(value 1 "task broken" status)" = FAILED ]'
mj cancel --task watch 1
wait_for '[ "$(value 1 "task watch" status)" = CANCELLED ]'
schedule --once
is RUNNING "$(value 1 'task other' status)"
is RUNNING "$(value 1 'task train' status)"
open_gate go
ends 0 1
