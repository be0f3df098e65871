#!/bin/sh
# An exit code that the spec lists restarts the task without counting; any other counts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[recovery]' 'initial = 10ms' 'max = 50ms'

cat >listed.yaml <<'EOF'
run: |
  [ "$MJ_ATTEMPT" -gt 5 ] || exit 33
  exit 9
job_recovery: {recover_on_exit_codes: [33, 34]}
EOF
launch listed.yaml >/dev/null
ends 100 1
is 6 "$(value 1 'task task' attempt)"
is 0 "$(value 1 'task task' restarts)"
is 5 "$(value 1 'task task' recoveries)"
is 9 "$(value 1 'run task' exit)"

launch --recover-on 33,75 -- sh -c '[ "$MJ_ATTEMPT" -gt 2 ] || exit 75' \
	>/dev/null
ends 0 2
is 3 "$(value 2 'task sh' attempt)"
exits 2 mj launch --recover-on 0 -- true
exits 2 mj launch --max-restarts -1 -- true
