#!/bin/sh
# `mj doctor` names what readers of a record pass over: damaged blocks, an end
# that was torn, a final status that was changed, an end without an attempt.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# named PATTERN: that alone is found.
named()
{
	exits 1 mj doctor
	contains "$(cat out)" "^mj: $1"
	is 1 "$(wc -l <out)" "findings in $(cat out)"
	cp record.kept "$record"
	exits 0 mj doctor
}

# block LINE...: append a sound block.
block()
{
	printf '%s\n' "$@" >block
	end=$(gzip -c <block | tail -c 8 | head -c 4 | od -An -tx1 |
		awk '{ print $4 $3 $2 $1 }')
	{ echo && cat block && echo "end = $end"; } >>"$record"
}

needs gzip
launch -- true >/dev/null
ends 0 1
wait_for no_pass
record=$(job_dir 1)/record
cp "$record" record.kept
exits 0 mj doctor

sed -i 's/^attempt = 1$/attempt = 2/' "$record"
exits 1 mj doctor
contains "$(cat out)" '^mj: job 1: damaged blocks in its record: '
cp record.kept "$record"
printf '\n[task true]\nsta' >>"$record"
named 'job 1: its record ends in the midst of a block'
head -c 100 /dev/zero >>"$record"
block '[job]' 'pid = 5'
named 'job 1: damaged blocks in its record: 1'
block '[task true]' 'status = FAILED' 'at = 2026-01-02T03:04:05.000Z'
named 'job 1: \[task true\] was SUCCEEDED, and a later block says FAILED'
block '[job]' 'status = CANCELLED' 'at = 2026-01-02T03:04:05.000Z'
named 'job 1: \[job\] was SUCCEEDED, and a later block says CANCELLED'
block '[task other]' 'status = FAILED' 'at = 2026-01-02T03:04:05.000Z'
named 'job 1: task other is FAILED, and no attempt was begun'
block '[task other]' 'status = FAILED' 'attempt = 1'
named 'job 1: task other is FAILED, and attempt 1 has no end noted'
block '[task other]' 'status = RUNNING' 'attempt = 1'
named 'job 1: it is SUCCEEDED, and its task other is RUNNING'
