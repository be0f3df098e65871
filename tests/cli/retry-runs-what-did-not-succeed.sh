#!/bin/sh
# retry runs again what did not succeed and keeps the rest; attempt numbers go on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >job.yaml <<'EOF'
name: chain
---
name: prep
run: echo prep >>"$T/ran"
---
name: train
run: 'echo "train $MJ_ATTEMPT" >>"$T/ran"; [ -e "$T/good" ]'
---
name: report
run: echo "report $MJ_ATTEMPT" >>"$T/ran"
EOF
launch job.yaml >/dev/null
ends 100 1
is 'SKIPPED' "$(value 1 'task report' status)"

touch good
contains "$(mj retry 1)" '^job 1 is tried again'
ends 0 1
is 'prep
train 1
train 2
report 1' "$(cat ran)" "what ran"
contains "$(cat "$(job_dir 1)/record")" '^round = 2'
contains "$(mj show 1)" 'attempt 1'
contains "$(mj show 1)" 'attempt 2'
contains "$(mj show 1)" '^round  *2'
is '' "$(entries .)" "what is owed"

# nothing is left to be tried
exits 1 mj retry 1
contains "$(cat err)" '^mj: job 1: all its tasks succeeded: --all-tasks'
exits 0 mj retry 1 --all-tasks
ends 0 1
is 'prep
train 3
report 2' "$(tail -n 3 ran)" "what ran"
exits 0 mj doctor
