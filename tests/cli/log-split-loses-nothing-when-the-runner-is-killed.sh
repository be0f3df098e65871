#!/bin/sh
# kill -9 the runner: what the task writes to both pipes afterwards is kept.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'log = split'
gate go
launch -- sh -c 'i=0
while [ $i -lt 2000 ]; do
	i=$((i + 1)); echo $i; echo $i >&2
	[ $i != 1000 ] || : <"$T/go"
done' >/dev/null
err=$(log_of 1 sh | sed 's/log$/err/')
wait_for 'grep -qx 1000 "$err" 2>/dev/null'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
kill -KILL "$(runner 1 sh)"
open_gate go
ends 0 1

is 1 "$(value 1 'run sh' attempt)" attempts
seq 2000 >wanted
cmp wanted "$(log_of 1 sh)" || fail "the output is not whole"
cmp wanted "$err" || fail "the errors are not whole"
is '' "$(entries .)" "what is still owed"
