#!/bin/sh
# A lost attempt is tried again at once, whatever the spec says of failures; max_recoveries
# ends that, and the reason names it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[recovery]' 'initial = 20ms' 'max = 50ms'

lose()
{
	wait_for '[ -n "$(value 1 "run lost" pid)" ] &&
		[ "$(value 1 "run lost" attempt)" = '"$1"' ] &&
		[ "$(value 1 "task lost" status)" = RUNNING ]'
	controller=$(controller 1)
	runner=$(runner 1 lost)
	kill -STOP "$controller" "$runner"
	kill -9 "$controller" "$runner"
	wait_for "gone $controller && gone $runner"
	schedule --reap
}

cat >lost.yaml <<'EOF'
name: lost
run: exec sleep 1000
job_recovery: {max_recoveries: 1}
EOF
launch lost.yaml >/dev/null
lose 1
lose 2
ends 100 1
is 1 "$(value 1 'task lost' losses)"
is 2 "$(value 1 'task lost' attempt)"
contains "$(value 1 job reason)" '^lost: .*max_recoveries is reached: 1'
