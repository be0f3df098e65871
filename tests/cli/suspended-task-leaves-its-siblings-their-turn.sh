#!/bin/sh
# A task that is suspended before it starts takes no place of max_parallel.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >three.yaml <<'EOF'
name: three
execution: parallel
max_parallel: 1
---
name: a
run: ': <"$T/go"'
---
name: b
run: "true"
---
name: c
run: "true"
EOF
launch three.yaml >/dev/null
wait_for '[ "$(value 1 "task a" status)" = RUNNING ]'
mj suspend --task b 1
open_gate go
wait_for '[ "$(value 1 "task c" status)" = SUCCEEDED ]'
is '' "$(value 1 'task b' status)"
mj continue --task b 1
ends 0 1
