#!/bin/sh
# --dry-run prints what would run, in order, and submits nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >plan.yaml <<'END'
name: plan
---
name: second
depends_on: [first]
run: touch "$T/ran"
---
name: first
run: touch "$T/ran"
END

mj launch --dry-run plan.yaml >out 2>err

contains "$(cat out)" plan
contains "$(cat out)" first
contains "$(cat out)" second
[ ! -e ran ] || fail "it ran"
is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
is '' "$(cat err)" "stderr"

mj launch --dry-run --timeout 90 --max-restarts 2 --recover-on 7,33 plan.yaml >out
contains "$(cat out)" '^job plan: 2 tasks,.*, again after exit 7,33$'
contains "$(cat out)" '^  first: pool local, timeout 1m 30s, 2 restarts$'
