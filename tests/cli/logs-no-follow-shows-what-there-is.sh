#!/bin/sh
# logs --no-follow of a running job prints what there is, ends at once with 0,
# and --attempt picks one.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo now; : <"$T/go"; echo later' >/dev/null
wait_for 'grep -q now "$(log_of 1 sh)" 2>/dev/null'

exits 0 mj logs --no-follow 1
is now "$(cat out)"
open_gate go
ends 0 1
is 'now later' "$(mj logs --attempt 1 1 | tr '\n' ' ' | sed 's/ $//')"
exits 102 mj logs --attempt 2 1 sh
mj logs --controller 1 >out || fail "no log of the controller"
