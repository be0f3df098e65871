#!/bin/sh
# An array can be submitted on hold; a range or a name releases its jobs, and they can
# be held again.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
is "$(seq 6)" "$(launch --hold --num-jobs 6 --max-parallel 6 -n held -- \
	sh -c 'echo "$MJ_JOB_RANK" >>"$T/ran"')"
contains "$(cat launch.err)" '^  mj release 1-6  *start them'
is 1 "$(value 4 job hold)" "the flag"
schedule --once
schedule --reap
is 6 "$(entries held | wc -l)" "held jobs"
contains "$(mj queue)" '^ *4 .*held: mj release 4 starts it'
is 6 "$(mj queue --json | grep -c INACTIVE)" "inactive jobs"
[ ! -e ran ] || fail "a held job ran"
exits 0 mj doctor

exits 0 mj release 2-3
ends 0 2 3
is '1
2' "$(sort ran)" "what ran"
exits 0 mj cancel 6
ends 103 6
is 3 "$(entries held | wc -l)" "held jobs"

launch -n other --hold -- true >/dev/null
: >"$MJ_HOME/queue/paused"
exits 0 mj release -n 'hel*'
exits 0 mj hold 5
exits 0 mj release 5
exits 0 mj hold -n 'hel*'
is 4 "$(entries held | wc -l)" "held jobs"
exits 0 mj doctor
rm "$MJ_HOME/queue/paused"
exits 0 mj release -n 'hel*'
ends 0 1 4 5
is '0
1
2
3
4' "$(sort ran)" "what ran"
is 0000000007.1 "$(entries held)" "what is held"
is 1 "$(find "$MJ_HOME/queue/held" -mindepth 1 | wc -l)" "what is in held/"
