#!/bin/sh
# A pass that holds the lock too long is reported by the others, exit status 3
# under --reap, and nothing is started meanwhile.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs flock
settings '[scheduler]' 'stuck_after = 1s' 'stuck_kill = 0'
launch --hold -- true >/dev/null
wait_for no_pass
flock "$MJ_HOME/queue" sh -c 'echo $$ >"$T/new"; mv "$T/new" "$T/holder"
	exec sleep 600' &
started $!
wait_for '[ -s holder ]'
holder=$(cat holder)
started "$holder"
{
	echo "$holder"
	echo "start = $(sed 's/.*) //' "/proc/$holder/stat" | cut -d ' ' -f 20)"
	echo "boot = $(cat /proc/sys/kernel/random/boot_id)"
	echo "since = 2026-01-02T03:04:05.000Z"
	echo "boottime = 5"
} >"$MJ_HOME/scheduler.pid"

exits 3 schedule --reap
contains "$(cat err)" "pass $holder has held the lock for"
exits 0 schedule --once
contains "$(cat err)" "pass $holder has held the lock for"
launch -- touch "$T/ran" >/dev/null
exits 101 mj wait --timeout 100ms 2
kill -0 "$holder" || fail "it was ended although stuck_kill is 0"

settings '[scheduler]' 'stuck_after = 1s' 'stuck_kill = 2s'
schedule --reap || :
wait_for 'gone $holder'
schedule --once
ends 0 2
