#!/bin/sh
# A controller that gets TERM notes it and goes; its runner has it replaced with
# no timer, the command goes on, and the budget of deaths is not used up.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo begun; : <"$T/go"; echo ended; exit 5' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
runner=$(runner 1 sh)
# shellcheck disable=SC2034 # the conditions use them
for claim in 1 2 3 4 5; do
	wait_for '[ "$(value 1 job claim)" = $claim ]'
	wait_for '[ "$(value 1 job pid)" = "$(controller 1)" ]'
	[ "$claim" = 5 ] || kill -TERM "$(controller 1)"
done
is 4 "$(values 1 job outside_stop | grep -cx 1)" "stops noted"
is '' "$(values 1 job deaths | grep -vx 0)" deaths
is "$runner" "$(runner 1 sh)"
open_gate go
exits 5 mj wait --timeout 30 --exit-code 1

is 1 "$(value 1 'run sh' attempt)" attempts
is 'begun ended' "$(tr '\n' ' ' <"$(log_of 1 sh)" | sed 's/ $//')"
