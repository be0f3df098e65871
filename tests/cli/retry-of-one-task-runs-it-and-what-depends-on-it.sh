#!/bin/sh
# retry --task runs the task again and what depends on it and did not succeed; what
# failed besides stays as it is and stops nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >job.yaml <<'EOF'
name: fan
execution: dag
---
name: a
run: '[ -e "$T/good" ]'
---
name: b
run: exit 4
---
name: c
depends_on: [a]
run: echo "c $MJ_ATTEMPT" >>"$T/ran"
---
name: d
depends_on: [a, b]
run: touch "$T/d"
---
name: e
run: 'true'
EOF
sed -i '/^execution/d; s/^name: fan/&\non_failure: selective/' job.yaml
launch job.yaml >/dev/null
ends 100 1
is 'SUCCEEDED' "$(value 1 'task e' status)"

exits 1 mj retry 1 --task c
contains "$(cat err)" 'task c needs a, which is FAILED'
exits 102 mj retry 1 --task x
contains "$(cat err)" '^mj: job 1 has no task x'
is '' "$(entries .)" "what is owed"

sed -i 's/on_failure: selective/on_failure: graceful/' "$(job_dir 1)/job.yaml"
touch good
exits 0 mj retry 1 --task a
ends 100 1
is 'c 1' "$(cat ran)" "what ran"
is 2 "$(value 1 'task a' attempt)" "attempts of a"
is 1 "$(value 1 'task b' attempt)" "attempts of b"
is 1 "$(value 1 'task e' attempt)" "attempts of e"
is 'SKIPPED' "$(value 1 'task d' status)"
[ ! -e d ] || fail "d ran without b"
contains "$(mj show 1)" 'task b: exit 4'

exits 0 mj retry 1 --task a --all-tasks
ends 100 1
is 'c 1
c 2' "$(cat ran)" "what ran"
exits 0 mj doctor
