#!/bin/sh
# Where process 1 fetches no ends of orphans, as in many containers, jobs run all the
# same, and `mj doctor` says what will come of it and what to do.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can make a PID namespace"
unshare -pf --mount-proc true 2>/dev/null || skip "no PID namespaces here"
[ -e "/proc/1/task/1/children" ] || skip "the kernel tells no children"
gate over
cat >inside.sh <<'END'
"$MJ" launch --num-jobs 20 -- true >"$T/numbers" 2>"$T/err"
"$MJ" wait --timeout 60 1-20 >"$T/waited" 2>&1
echo $? >"$T/status"
"$MJ" doctor >"$T/said" 2>&1
echo >"$T/over"
END
# process 1 is a sleep, which waits for no child
unshare -pf --mount-proc sh -c 'sh "$T/inside.sh" & exec sleep 900' &
space=$!
started $space
timeout 90 cat "$T/over" >/dev/null || :
# its only child is process 1: all of the namespace ends
read -r init <"/proc/$space/task/$space/children" || :
kill -KILL "${init% }" || :
wait $space 2>/dev/null || :

is 0 "$(cat status)" "what wait says of 20 jobs"
contains "$(cat said)" '^mj: process 1: [0-9]* processes have ended .*--init)$'
