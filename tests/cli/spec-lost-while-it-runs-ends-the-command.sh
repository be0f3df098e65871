#!/bin/sh
# A job whose spec a new controller cannot read ends its command, says why, and
# its slot is free, with no timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 100ms' '[pool local]' 'slots = 1'
cat >job.yaml <<'END'
name: long
run: |
  sleep 600 &
  echo $! $$ >"$T/new" && mv "$T/new" "$T/pids"
  wait
END
launch job.yaml >/dev/null
wait_for '[ -e pids ]'
wait_for '[ "$(value 1 "task long" status)" = RUNNING ]'
launch -- true >/dev/null

echo 'bogus: [' >"$(job_dir 1)/job.yaml"
kill -KILL "$(controller 1)"
ends 100 1

is FAILED_CONTROLLER "$(value 1 job status)"
contains "$(value 1 job reason)" 'job.yaml:'
all_gone pids
ends 0 2
is '' "$(entries .)" "what is still owed"
