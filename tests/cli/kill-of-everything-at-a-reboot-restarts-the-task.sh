#!/bin/sh
# After a reboot (another boot id, nothing of it lives) a running job is
# RECOVERING and finishes; a stranger with an old pid is left alone.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c '[ "$MJ_ATTEMPT" = 2 ] || exec sleep 600' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
controller=$(controller 1)
runner=$(runner 1 sh)
task=$(value 1 'run sh' pid)
kill -STOP "$controller"
kill -KILL "$runner" "$task" "$controller"
wait_for 'gone $controller && gone $runner && gone $task'

tail -f /dev/null &
stranger=$!
started $stranger
for file in controller.pid runner.sh.pid; do
	sed -i "1s/.*/$stranger/" "$(job_dir 1)/$file"
done
MJ_BOOT_ID=11111111-2222-3333-4444-555555555555 "$MJ_SCHEDULE" --once
ends 0 1

contains "$(values 1 'task sh' status)" RECOVERING
is 2 "$(value 1 'run sh' attempt)" attempts
kill -0 $stranger || fail "a stranger was ended"
