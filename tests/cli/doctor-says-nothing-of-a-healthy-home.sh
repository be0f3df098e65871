#!/bin/sh
# `mj doctor` prints nothing and exits 0 on a healthy home: new, with jobs that
# wait, are held, run or have ended in every way, also when it is read-only.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

healthy()
{
	exits 0 mj doctor
	is '' "$(cat out err)" "what it says $1"
}

exits 102 mj doctor
[ ! -e "$MJ_HOME" ] || fail "it made a home"

settings '[pool local]' 'type = local' 'slots = 2'
launch --hold -- true >/dev/null
healthy "with a held job"

gate go
cat >plan.yaml <<'END'
name: plan
---
name: first
run: ': <"$T/go"'
---
name: second
run: 'true'
END
launch plan.yaml >/dev/null
launch -- sh -c ': <"$T/go"' >/dev/null
launch --num-jobs 3 -- true >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 2 ]'
wait_for no_pass
healthy "while jobs run and wait"
exits 0 mj doctor --repair
is '' "$(cat out err)" "what it mends"

launch --num-jobs 2 -- false >/dev/null
mj cancel 5 >/dev/null
open_gate go
ends 0 2 3 4 6
ends 103 5
ends 100 7 8
launch -- sleep 60 >/dev/null
wait_for '[ "$(value 9 "task sleep" status)" = RUNNING ]'
mj cancel 9 >/dev/null
ends 103 9
wait_for no_pass
healthy "when they have ended"

# root may write it whatever its modes say; others are told, and nothing else
chmod -R a-w "$HOME"
mj doctor >out 2>&1 || is 1 $? status
chmod -R u+w "$HOME"
is '' "$(grep -v '^mj: home: .* cannot be written' out)" "of a read-only home"
