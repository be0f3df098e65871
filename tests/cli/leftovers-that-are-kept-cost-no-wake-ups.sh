#!/bin/sh
# With leftovers = keep the runner sleeps beside what it keeps as long as
# nothing is written, and goes with the last of it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'leftovers = keep'
gate go
gate end
launch -- sh -c '(: <"$T/end") & : <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
runner=$(runner 1 sh)
open_gate go
ends 0 1

# how often it was given the processor
switches()
{
	awk '/ctxt_switches/ { sum += $2 } END { print sum }' \
		"/proc/$runner/status"
}
launch --wait -- true >/dev/null
before=$(switches)
launch --wait -- sleep 0.6 >/dev/null
more=$(($(switches) - before))
[ "$more" -le 5 ] || fail "it woke up $more times"

open_gate end
wait_for 'gone $runner'
