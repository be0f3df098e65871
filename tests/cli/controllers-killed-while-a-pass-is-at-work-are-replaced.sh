#!/bin/sh
# Runners whose controllers die while a pass is at work leave it to that pass; when
# it is killed, too, they start one, and no job waits for a timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs flock
settings '[scheduler]' 'stuck_kill = 0' '[pool local]' 'slots = 3'
gate go
launch --num-jobs 3 -- sh -c ': <"$T/go"' >/dev/null
for job in 1 2 3; do
	wait_for '[ "$(value $job "task sh" status)" = RUNNING ]'
done
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
} >"$MJ_HOME/scheduler.pid"

for job in 1 2 3; do
	controller $job
done >killed
xargs kill -KILL <killed
# the mark of those who miss a controller
wait_for '[ "$(stat -c %X "$MJ_HOME/wake")" != 0 ]'
for job in 1 2 3; do
	is 1 "$(value $job job claim)" claims
done

kill -KILL "$holder"
for job in 1 2 3; do
	wait_for '[ "$(value $job job claim)" = 2 ]'
done
open_gate go
ends 0 1 2 3
