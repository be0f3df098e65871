#!/bin/sh
# Controllers that are killed before they come to note their claim (here they hang
# in opening a log that is a FIFO) use the budget up as others do: the last one
# does without what the others died of, and ends the job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 200ms'
launch -- sh -c 'echo $$ >"$T/pid"; exec sleep 600' >/dev/null
wait_for '[ -s pid ] && [ "$(value 1 "task sh" status)" = RUNNING ]'
log=$MJ_LOGS/jobs_controller/0000000001.log
rm "$log"
mkfifo "$log"
before=
for _ in 1 2 3 4; do
	wait_for '[ "$(controller 1)" != "$before" ]'
	before=$(controller 1)
	kill -KILL "$before"
done
ends 100 1
is FAILED_CONTROLLER "$(value 1 job status)"
contains "$(value 1 job reason)" 'as they began'
wait_for 'gone "$(cat pid)"'
wait_for '[ -z "$(entries .)" ]'
