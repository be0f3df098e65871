#!/bin/sh
# A controller that gets TERM leaves its task running and does not use up the
# budget.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo begun; : <"$T/go"; exit 5' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
# shellcheck disable=SC2034 # the conditions use them
for claim in 1 2 3 4; do
	wait_for '[ "$(value 1 job claim)" = $claim ]'
	wait_for '[ "$(value 1 job pid)" = "$(controller 1)" ]'
	pid=$(controller 1)
	kill -TERM "$pid"
	wait_for 'gone $pid'
	schedule --once
done
open_gate go
exits 5 mj wait --timeout 30 --exit-code 1

is 1 "$(value 1 'run sh' attempt)" attempts
is FAILED "$(value 1 job status)"
