#!/bin/sh
# Auxiliary tasks are ended when the last primary one is over, after their delay; the job is
# what the primary tasks came to.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 5'

gate go
cat >group.yaml <<'EOF'
name: group
execution: parallel
primary_tasks: [train, eval]
termination_delay: {default: 0, logger: 700ms}
---
name: train
run: |
  : <"$T/go"
---
name: eval
run: "true"
---
name: watch
run: exec sleep 1000
---
name: logger
run: |
  trap 'date +%s%3N >"$T/told"; exit 0' TERM
  while :; do sleep 0.05; done
---
name: broken
run: exit 5
EOF
launch group.yaml >/dev/null
wait_for '[ "$(value 1 "task eval" status)" = SUCCEEDED ] &&
	[ "$(value 1 "task broken" status)" = FAILED ] &&
	[ "$(value 1 "task watch" status)" = RUNNING ] &&
	[ "$(value 1 "task logger" status)" = RUNNING ] &&
	[ "$(value 1 "task train" status)" = RUNNING ]'
open_gate go
ends 0 1
is SUCCEEDED "$(value 1 job status)"
is CANCELLED "$(value 1 'task watch' status)"
is CANCELLED "$(value 1 'task logger' status)"
is "the primary tasks have ended" "$(value 1 'task watch' reason)"
over=$(date -d "$(values 1 'task train' at | tail -n 1)" +%s%3N)
[ "$(cat told)" -ge $((over + 700)) ] || fail "told at $(cat told), not 700 ms after $over"

# a primary one that fails is the job's failure
sed -i 's/^run: "true"/run: exit 3/' group.yaml
rm go && gate go
launch group.yaml >/dev/null
open_gate go
ends 100 2
contains "$(value 2 job reason)" '^task eval: exit 3'
