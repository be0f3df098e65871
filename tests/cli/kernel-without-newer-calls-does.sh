#!/bin/sh
# Where close_range is missing, and rename knows no flags (a kernel or a file system),
# and holes cannot be made, jobs of all kinds run as they do elsewhere, no lock gets
# into a task, and the death of a controller costs nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
without close_range renameat2:EINVAL fallocate:EOPNOTSUPP -- true ||
	skip "filters of calls cannot be had"

old()
{
	without close_range renameat2:EINVAL fallocate:EOPNOTSUPP -- "$@"
}

# Whoever runs passes from now on is one that has been started so.
settings '[recovery]' 'initial = 20ms' '[pool local]' 'slots = 8'
cat >spec.yaml <<'END'
name: graph
---
name: a
run: echo a
---
name: b
depends_on: [a]
run: ls -l /proc/self/fd | sed -n "s/.* \([0-9]*\) -> .*/\1/p" | tr '\n' ' '
---
name: c
depends_on: [a]
run: echo again; [ "$MJ_ATTEMPT" -ge 2 ] || exit 33
job_recovery: {recover_on_exit_codes: 33}
END
is 1 "$(old "$MJ" launch spec.yaml 2>/dev/null)"
ends 0 1
is '0 1 2 3 ' "$(cat "$(log_of 1 b)")" "descriptors of a task, and that of the list"
is 2 "$(value 1 'run c' attempt)" "attempts"

is '2 3 4 5' "$(old "$MJ" launch --num-jobs 4 -- true 2>/dev/null | paste -sd ' ')"
ends 0 2-5
is 6 "$(old "$MJ" launch --hold -- sh -c 'exit 3' 2>/dev/null)"
exits 0 old "$MJ" release 6
ends 100 6
exits 0 old "$MJ" retry 6
ends 100 6
is 2 "$(value 6 job round)" "rounds"

gate go
is 7 "$(old "$MJ" launch -- sh -c ': <"$T/go"; echo on' 2>/dev/null)"
wait_for '[ "$(value 7 "task sh" status)" = RUNNING ]'
kill -KILL "$(controller 7)"
# the runner brings the next one, as long as it is there
wait_for '[ "$(value 7 job claim)" = 2 ]'
open_gate go
ends 0 7
is 1 "$(value 7 'run sh' attempt)" "attempts"

exits 0 old "$MJ" gc --keep 0
is '' "$(ls "$MJ_HOME/gone" 2>/dev/null)" "what gc left"
exits 0 mj doctor
