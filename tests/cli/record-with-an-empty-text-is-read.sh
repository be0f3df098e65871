#!/bin/sh
# A text in the record that is empty replaces the one before, and what has no reason any
# more is told without one.
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
cat >two.yaml <<'END'
name: two
execution: parallel
---
name: a
run: exit 3
---
name: b
run: '[ "$MJ_ATTEMPT" -gt 1 ]'
END
launch two.yaml >/dev/null
ends 100 1
wait_for no_pass
contains "$(mj show 1)" '^  reason     exit 3$'

block '[task a]' 'reason = ' 'at = '
exits 0 mj show 1
! grep -q '^  reason     exit 3$' out || fail "the reason before: $(cat out)"
contains "$(cat out)" '^  status     FAILED$'
exits 0 mj show --json 1
exits 0 mj doctor
exits 0 mj retry --task b 1
ends 100 1
is 'task a: as in an earlier round' "$(value 1 job reason)" "the job's reason"
contains "$(mj queue -a)" 'task a: as in an earlier round$'
