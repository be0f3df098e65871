#!/bin/sh
# Ids of gpus belong to the grant: they are the same after a controller or a runner died,
# and nobody else's before the attempt is over.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'gpus = 2'

cat >steps.yaml <<'EOF2'
name: steps
setup: 'echo "$MJ_GPUS" >>"$T/setup.$MJ_JOB_ID"; : <"$T/one"'
run: 'echo "$MJ_GPUS" >>"$T/run.$MJ_JOB_ID"; : <"$T/two"'
resources: {gpus: 1}
EOF2
gate one
gate two
launch steps.yaml >/dev/null
launch steps.yaml >/dev/null
wait_for '[ -s setup.1 ] && [ -s setup.2 ]'
old=$(controller 1)
kill -KILL "$old"
kill -KILL "$(runner 2 steps)"
wait_for '[ "$(controller 1)" != "$old" ]'
launch --gpus 1 -- true >/dev/null
schedule --once
contains "$(mj queue)" 'pool local has 0 of 2 gpus free, it needs 1'
open_gate one
wait_for '[ -s run.1 ] && [ -s run.2 ]'
is 0 "$(cat setup.1)"
is 0 "$(cat run.1)"
is 1 "$(cat setup.2)"
is 1 "$(cat run.2)"
contains "$(mj queue)" 'pool local has 0 of 2 gpus free, it needs 1'
open_gate two
ends 0 1-3
is 0 "$(value 1 "run steps" gpus)"
is 1 "$(value 2 "run steps" gpus)"
