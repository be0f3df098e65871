#!/bin/sh
# A timeout ends the whole family like a cancel and is recorded as a timeout.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 100ms'
cat >slow.yaml <<'END'
name: slow
timeout: 200ms
run: |
  setsid sh -c 'trap "" TERM; echo $$ >"$T/pid"; while :; do sleep 1; done' &
  sleep 600
END
launch slow.yaml >/dev/null
launch --timeout 200ms -- sleep 600 >/dev/null
ends 100 1
ends 100 2

task=$(sed -n 's/^root = //p' "$(job_dir 1)/record")
is timeout "$(value 1 "run $task" cause)" cause
is FAILED "$(value 1 "task $task" status)"
contains "$(mj queue -a)" timeout
is timeout "$(value 2 'run sleep' cause)" "cause with --timeout"
gone "$(cat pid)" || fail "its child lives"
