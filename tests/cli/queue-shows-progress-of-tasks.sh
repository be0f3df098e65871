#!/bin/sh
# mj queue tells how many of a job's tasks are over, with a bar that also has those at
# work; in ASCII at a terminal that is not told of UTF-8.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >four.yaml <<'END'
name: four
---
name: a
run: "true"
---
name: b
run: ': <"$T/go"'
---
name: c
run: "true"
---
name: d
run: "true"
END
launch four.yaml >/dev/null
wait_for '[ "$(value 1 "task b" status)" = RUNNING ]'
contains "$(mj queue)" ' 1/4 ██▒▒░░░░'
terminal 120 10 "$MJ" queue <<'END'
sees 1/4 ##==\.\.\.\.
END
LC_ALL=C.UTF-8 terminal 120 10 "$MJ" queue <<'END'
sees 1/4 ██▒▒░░░░
END
open_gate go
ends 0 1
contains "$(mj queue -a)" ' 4/4 ████████'
