#!/bin/sh
# A follower goes on when the log is truncated under it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate one
gate two
launch -- sh -c 'echo before; : <"$T/one"; echo between; : <"$T/two"; echo end' \
	>/dev/null
log=$(log_of 1 sh)
mj logs -f 1 >followed 2>told &
follower=$!
started $follower
wait_for 'grep -q before followed'

: >"$log"
open_gate one
wait_for 'grep -q between followed || grep -q between "$log"'
open_gate two
wait $follower

contains "$(cat followed)" end
