#!/bin/sh
# queue -v shows a summary row and one row per task, marked with an arrow,
# with the reason why it is not run.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
cat >two.yaml <<'END'
name: two
execution: parallel
---
name: first
run: ': <"$T/go"'
---
name: second
run: "true"
END
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task first" status)" = RUNNING ]'
wait_for '[ -n "$(entries pool/local/waiting)" ]'

mj queue -v >out
is 2 "$(grep -c '↳' out)" "rows of tasks"
contains "$(grep second out)" 'pool local is full (1 of 1)'
contains "$(grep second out)" PENDING
open_gate go
ends 0 1
