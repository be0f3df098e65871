#!/bin/sh
# Tasks of a live job go before new jobs of the same priority.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
cat >two.yaml <<'END'
name: two
execution: parallel
---
name: a
run: ': <"$T/go"; echo "$MJ_JOB_ID" >>"$T/order"'
---
name: b
run: echo "$MJ_JOB_ID" >>"$T/order"
END
launch --hold -- sh -c 'echo "$MJ_JOB_ID" >>"$T/order"' >/dev/null
launch two.yaml >/dev/null
wait_for '[ "$(value 2 "task a" status)" = RUNNING ]'
mj release 1

open_gate go
ends 0 1 2
is '2 2 1' "$(tr '\n' ' ' <order | sed 's/ $//')"
