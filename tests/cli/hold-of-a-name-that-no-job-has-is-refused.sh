#!/bin/sh
# mj hold -n and release -n say when no job is called so, or when none of them can be
# held any more, and are no success then.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -n runs -- sh -c ': <"$T/go"' >/dev/null
for command in hold release; do
	exits 102 mj $command -n 'no*'
	is 'mj: no active job is called no*; mj queue lists them' "$(cat err)"
done
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
exits 1 mj hold -n runs
contains "$(cat err)" '^mj: job 1 '
launch -n runs --begin +1h -- true >/dev/null
exits 0 mj hold -n runs
is 'job 2 is held' "$(cat out)"
is 'job 2 is changed' "$(mj set 2 begin=now priority=3)"
mj release 2 >/dev/null
open_gate go
launch -n runs -- sh -c ': <"$T/go"' >/dev/null
ends 0 1 2
