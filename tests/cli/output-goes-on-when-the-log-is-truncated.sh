#!/bin/sh
# Truncating the log of a running task leaves no hole: what comes after is at
# its start.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo before; : <"$T/go"; echo after' >/dev/null
log=$(log_of 1 sh)
wait_for 'grep -q before "$log" 2>/dev/null'

: >"$log"
open_gate go
ends 0 1

is after "$(tr -d '\0' <"$log")"
is 6 "$(stat -c %s "$log")" size
