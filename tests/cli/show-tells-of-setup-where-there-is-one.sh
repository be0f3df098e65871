#!/bin/sh
# The story of a job has a setup where the spec has one, however long it took a command
# without one to come from its start to its exec.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# block LINE...: append a sound block.
block()
{
	printf '%s\n' "$@" >block
	end=$(gzip -c <block | tail -c 8 | head -c 4 | od -An -tx1 |
		awk '{ print $4 $3 $2 $1 }')
	{ echo && cat block && echo "end = $end"; } >>"$(job_dir 1)/record"
}

needs gzip
launch -n plain -- true >/dev/null
ends 0 1
wait_for no_pass
block '[run true]' 'attempt = 1' "running = $(value 1 'run true' ended)"
exits 0 mj show 1
contains "$(cat out)" 'task true: attempt 1: started, after'
! grep -q 'setup started\|attempt 1: running' out || fail "$(cat out)"

cat >two.yaml <<'END'
name: two
setup: 'true'
run: 'true'
END
launch two.yaml >/dev/null
ends 0 2
exits 0 mj show 2
contains "$(cat out)" 'task two: attempt 1: setup started, after'
contains "$(cat out)" 'task two: attempt 1: running'
