#!/bin/sh
# With --logs the output of all tasks is printed in full, and what they do is shown below.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >spec.yaml <<'END'
name: dag
---
name: many
run: 'seq 40; : <"$T/go"; printf "no newline"'
---
name: next
run: 'echo next; : <"$T/go"'
END
terminal 60 12 "$MJ" launch -f --logs spec.yaml <<'END'
sees ^\[many\] 40$
sees ^job 1 dag  RUNNING
sees ^  > many  RUNNING
run : >"$T/go"
once ^\[many\] 1$
sees ^\[many\] no newline$
sees ^\[next\] next$
size 30 12
sees ^  > next  RUNNING
run : >"$T/go"
ended 0
once ^job 1 dag
once ^\[many\] 40$
sees ^  \* 2 SUCCEEDED: many, next
END
exits 2 mj launch --logs -- true
contains "$(cat err)" 'mj launch -f --logs'
