#!/bin/sh
# A group whose primary tasks succeeded has nothing to try again; an auxiliary task goes
# with the primary ones.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >group.yaml <<'EOF'
name: group
execution: parallel
primary_tasks: [main]
---
name: main
run: '[ "$MJ_ATTEMPT" -gt 1 ]'
---
name: side
run: exec sleep 1000
EOF
launch group.yaml >/dev/null
ends 100 1
exits 1 mj retry --task side 1
contains "$(cat err)" 'task side goes with the primary tasks'
exits 0 mj retry 1
ends 0 1
exits 1 mj retry 1
contains "$(cat err)" 'all its tasks succeeded'
