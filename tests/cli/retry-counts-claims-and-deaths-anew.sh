#!/bin/sh
# A retry begins with the first claim and no deaths: as many controllers may be killed
# as before, and not more.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go.1
gate go.2
launch -- sh -c ': <"$T/go.$MJ_ATTEMPT"; exit 1' >/dev/null

# kill_two: two controllers, each once it has noted its claim and the command runs.
kill_two()
{
	# shellcheck disable=SC2034 # the conditions use it
	for claim in 1 2; do
		wait_for '[ "$(value 1 job claim)" = $claim ]'
		wait_for '[ "$(value 1 job pid)" = "$(controller 1)" ]'
		wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
		kill -KILL "$(controller 1)"
	done
	wait_for '[ "$(value 1 job claim)" = 3 ]'
	is 2 "$(value 1 job deaths)" "the deaths"
}

kill_two
open_gate go.1
ends 100 1
is FAILED "$(value 1 job status)"
wait_for no_pass

mj pause
exits 0 mj retry 1
is '' "$(cat "$(job_dir 1)/controller.pid")" "who held the job"
mj resume
wait_for '[ "$(value 1 job claim)" = 1 ]' "its claim is the first"
is 0 "$(value 1 job deaths)" "the deaths"
kill_two
open_gate go.2
ends 100 1
is FAILED "$(value 1 job status)"
wait_for no_pass

# Those that die before they note their claim count from the first one on, too.
log=$MJ_LOGS/jobs_controller/0000000001.log
rm "$log"
mkfifo "$log"
exits 0 mj retry 1
wait_for '[ -n "$(entries alive)" ]'
before=
for _ in 1 2 3; do
	wait_for '[ "$(controller 1)" != "$before" ]'
	before=$(controller 1)
	kill -KILL "$before"
	wait_for 'gone "$before"'
	schedule --once # it has no runner yet that would notice
done
ends 100 1
is FAILED_CONTROLLER "$(value 1 job status)"
