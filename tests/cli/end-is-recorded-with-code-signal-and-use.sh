#!/bin/sh
# Exit code, signal, core flag, wall and CPU time and memory are recorded per
# attempt.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch -- sh -c 'exit 42' >/dev/null
launch -- sh -c 'kill -KILL $$' >/dev/null
(
	# shellcheck disable=SC3045 # every sh has it
	ulimit -S -c 0
	launch -- sh -c 'kill -SEGV $$' >/dev/null
)
launch -- sh -c 'i=0; while [ $i -lt 4000 ]; do i=$((i+1)); done' >/dev/null
ends 100 1
ends 100 2
ends 100 3
ends 0 4

attempt()
{
	mj show --json "$1" | jq -c ".tasks[0].attempts[0] | $2"
}
is 42 "$(attempt 1 .exit_code)"
is null "$(attempt 1 .signal)"
is 9 "$(attempt 2 .signal)"
is null "$(attempt 2 .exit_code)"
is 11 "$(attempt 3 .signal)"
is null "$(attempt 3 .core)" "core flag without a core"
is true "$(attempt 4 '.cpu_seconds > 0 and .cpu_seconds < 30')" "CPU"
is true "$(attempt 4 '.max_rss_kib > 100')" "memory"
is true "$(attempt 4 '.run_seconds > 0 and .run_seconds < 30')" "wall"
is true "$(attempt 4 '.started_at <= .ended_at')" "order of times"
