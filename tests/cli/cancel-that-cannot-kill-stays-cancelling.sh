#!/bin/sh
# A job with a process that cannot be killed is CANCELLING, not CANCELLED, and the process
# is named; when it has ended, so has the job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# Root without CAP_KILL, and a process of another user.
[ "$(id -u)" = 0 ] || skip "only root can start a process of somebody else"
needs setpriv
weak='setpriv --bounding-set -kill --inh-caps -kill'
$weak true 2>/dev/null || skip "capabilities cannot be dropped here"
cat >job.sh <<'END'
setpriv --reuid 65534 --clear-groups sleep 600 &
echo $! >"$T/new" && mv "$T/new" "$T/pid"
wait
END
$weak "$MJ" launch -- sh "$T/job.sh" >/dev/null 2>&1
wait_for '[ -e pid ] && [ "$(value 1 "task sh" status)" = RUNNING ]'
pid=$(cat pid)
wait_for 'grep -q "^Uid:.65534" "/proc/$pid/status"'
started "$pid"

$weak "$MJ" cancel --grace 100ms 1 >/dev/null
wait_for 'mj queue | grep -q "CANCELLING.*cannot end process $pid (sleep)"'
ends_now=0
mj wait --timeout 0 1 2>/dev/null || ends_now=$?
is 101 "$ends_now" "what wait says"
contains "$(mj show 1)" "cannot end process $pid"
is 1 "$(entries alive | wc -l)" "what is alive"

kill -KILL "$pid"
ends 103 1
is CANCELLED "$(value 1 'task sh' status)"
