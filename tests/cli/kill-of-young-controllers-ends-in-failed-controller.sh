#!/bin/sh
# A controller that died three times within a minute of its claim is given up:
# the family is ended, the job is FAILED_CONTROLLER.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c 'setsid sleep 600 & echo $! $$ >"$T/new" && mv "$T/new" "$T/pids"; wait' \
	>/dev/null
wait_for '[ -e pids ]'
# shellcheck disable=SC2034 # the conditions use them
for claim in 1 2 3; do
	wait_for '[ "$(value 1 job claim)" = $claim ]'
	wait_for '[ "$(value 1 job pid)" = "$(controller 1)" ]'
	kill -KILL "$(controller 1)"
	schedule --once
done
ends 100 1

is FAILED_CONTROLLER "$(value 1 job status)"
all_gone pids
is '' "$(entries .)" "what is still owed"
